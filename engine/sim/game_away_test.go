package sim_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/desk"
	"ringer/engine/game"
	"ringer/engine/llm/offline"
	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/store"
)

// table is a game of Mafia with one person, who may be away.
type table struct {
	*sim.Sim
	t  *testing.T
	id string
}

func (g *table) at(after time.Duration, do func() error) { g.At(sim.Epoch().Add(after), do) }

func (g *table) say(after time.Duration, text string) {
	g.at(after, func() error {
		_, err := g.Games.Post(g.t.Context(), g.id, []session.Post{{Sender: "ann", Text: text}}, func(int) string { return "" })
		return err
	})
}

func (g *table) observe(after time.Duration, kind session.ObservationKind, player string) {
	g.at(after, func() error {
		o := desk.GameObservation{Observation: session.Observation{ID: string(kind) + player, Kind: kind, Player: &session.Player{ID: player, Name: player}}}
		_, err := g.Games.Observe(g.t.Context(), g.id, o)
		return err
	})
}

func (g *table) state() *game.State {
	return sessiontest.Must(g.GameState(g.t.Context(), g.id))(g.t)
}

func (g *table) log(id string) []session.Event { return sessiontest.Must(g.Log(id))(g.t) }

func setTable(t *testing.T, change func(*session.GameConfig)) *table {
	t.Helper()
	strategies := registry(t)
	s := sim.New(store.NewMemory(), strategies, offline.New(strategies.Skills()))
	c := session.GameConfig{
		Host: session.HostRinger, Takeover: session.TakeoverBot, AFK: 30_000, Game: session.Setting{Rules: "mafia", Players: []session.Player{{ID: "ann", Name: "Ann"}}},
	}
	for _, seat := range []string{"bo", "cy", "di", "ed", "flo", "gus"} {
		c.Game.Players = append(c.Game.Players, session.Player{ID: seat, Name: seat})
		c.Bots = append(c.Bots, session.GameBot{Bot: session.Bot{Seat: seat}})
	}
	change(&c)
	return &table{s, t, sessiontest.Must(s.OpenGame(c))(t)}
}

// TestTakeover: a person falls silent, comes back by a line, and leaves. Meanwhile a bot plays, and
// else it does nothing. A kill in between changes nothing.
func TestTakeover(t *testing.T) {
	t.Parallel()
	g := setTable(t, func(*session.GameConfig) {})
	g.say(5*time.Second, "hi all, i am here")
	g.at(50*time.Second, func() error {
		g.Kill(g.id)
		return g.Start(g.id)
	})
	g.say(100*time.Second, "sorry, the phone")
	g.observe(120*time.Second, session.PlayerLeft, "ann")
	g.observe(121*time.Second, session.PlayerLeft, "ann")
	sessiontest.NoError(t, g.Run(sim.Epoch().Add(time.Hour)))
	log := g.log(g.id)
	bot := log[0].Data.(*session.GameCreated).StandIns[0].Session
	var said []string
	away, turns := false, []session.Type{}
	for _, e := range log {
		switch p := e.Data.(type) {
		case *session.PlayerAway:
			away, turns = true, append(turns, p.Type()+session.Type(" "+p.Reason))
		case *session.PlayerReturned:
			away, turns = false, append(turns, p.Type())
		case *session.MessageReceived:
			if p.Sender == "ann" && away {
				t.Errorf("seq %d: Ann says %q while she is away", e.Seq, p.Text)
			}
		case *session.MessageSent:
			if p.Sender != "ann" {
				continue
			}
			if said = append(said, p.Text); !away {
				t.Errorf("seq %d: the bot says %q while Ann is there", e.Seq, p.Text)
			}
		}
	}
	if want := []session.Type{"player.away afk", "player.returned", "player.away left"}; !slices.Equal(turns, want) {
		t.Errorf("Ann was %q, want %q", turns, want)
	}
	result := sessiontest.Must(g.GameResult(t.Context(), g.id))(t)
	if ann := result.Players[0]; !ann.Bot || ann.Session != bot || ann.Spent == nil || ann.Spent.Calls == 0 {
		t.Errorf("the result says of Ann %+v", ann)
	}
	if len(said) < 1 || g.state().End == nil || g.state().End.Reason != session.EndedByRules {
		t.Errorf("the bot has said %q, the game ended %+v", said, g.state().End)
	}
	checkStandIn(t, g.log(bot))
}

// checkQuiet checks that a bot thinks, votes and speaks only while its person is away. It returns
// the state of its session.
func checkQuiet(t *testing.T, log []session.Event) *session.State {
	t.Helper()
	state := session.NewState("")
	since := int64(0) // since when it stands by
	for _, e := range log {
		switch p := e.Data.(type) {
		case *session.PlayerReturned:
			since = e.Seq
		case *session.ThoughtCompleted:
			if state.StandIn && p.Began != nil && p.Began.Seq > since {
				t.Errorf("seq %d: a bot that stands by thinks of %s", e.Seq, p.Kind)
			}
		case *session.MessageSent, *session.VoteCast:
			if state.StandIn {
				t.Errorf("seq %d: %s of a bot that stands by", e.Seq, p.Type())
			}
		}
		state.Apply(e)
	}
	return state
}

// checkStandIn also checks that the bot knows as its own what the person has said.
func checkStandIn(t *testing.T, log []session.Event) {
	t.Helper()
	state := checkQuiet(t, log)
	var own []string
	for _, m := range state.Messages {
		if m.Own {
			own = append(own, m.Text)
		}
	}
	if !slices.Contains(own, "hi all, i am here") || len(own) < 3 || len(state.Private) == 0 {
		t.Errorf("the bot has said %q and knows %q", own, state.Private)
	}
}

// TestWhatOthersSeeOfTakeover: no other player and no spectator sees that a person is away, unless
// the game says so.
func TestWhatOthersSeeOfTakeover(t *testing.T) {
	t.Parallel()
	for notice, want := range map[session.AwayNotice][]string{
		session.AwayHidden: nil,
		session.AwayTold:   {"Ann is away. A bot plays for Ann.", "Ann is back."},
	} {
		g := setTable(t, func(c *session.GameConfig) { c.Away = notice })
		g.say(5*time.Second, "hi all, i am here")
		g.say(100*time.Second, "sorry, the phone")
		sessiontest.NoError(t, g.Run(sim.Epoch().Add(2*time.Minute)))
		state := g.state()
		for _, seat := range []string{"bo", "ann", ""} {
			view := game.View{GameID: g.id, Roster: state.Roster, Seat: seat, Seals: game.NewSeals("key", seat)}
			var told []string
			for _, e := range g.log(g.id) {
				shown, seen, err := view.Show(e, func(string) (game.Vote, error) { return game.Vote{}, nil })
				if sessiontest.NoError(t, err); !seen {
					continue
				}
				switch p := shown.Data.(type) {
				case *session.PlayerAway, *session.PlayerReturned:
					if seat != "ann" {
						t.Errorf("%q sees %s", seat, p.Type())
					}
				case *session.MessageReceived:
					if p.Kind == session.FromGamemaster && strings.Contains(p.Text, "Ann") {
						told = append(told, p.Text)
					}
				}
			}
			if !slices.Equal(told, want) {
				t.Errorf("away %s: %q hears %q, want %q", notice, seat, told, want)
			}
		}
	}
}

// TestAwayWithoutTakeover: a seat whose person is away stays silent, and a vote waits for it until
// its deadline.
func TestAwayWithoutTakeover(t *testing.T) {
	t.Parallel()
	g := setTable(t, func(c *session.GameConfig) { c.Takeover = "" })
	sessiontest.NoError(t, g.Run(sim.Epoch().Add(2*time.Minute)))
	if r := g.state().Roster; !r.IsAway("ann") || len(r.AllBots()) != 6 {
		t.Errorf("away are %q, and the bots %v", r.Away, r.AllBots())
	}
	for _, e := range g.log(g.id) {
		if p, ok := e.Data.(*session.PlayerAway); ok && e.At.Sub(sim.Epoch()) != 30*time.Second {
			t.Errorf("%s is away after %s", p.Seat, e.At.Sub(sim.Epoch()))
		}
	}
}

// TestVotesOfTakeover: a bot that takes over answers the open vote. What the person has answered
// it does not answer again, and what the bot has answered the person does not.
func TestVotesOfTakeover(t *testing.T) {
	t.Parallel()
	g := setTable(t, func(c *session.GameConfig) { c.AFK, c.Host, c.Game.Rules = 0, session.HostPlatform, "freeform" })
	ask := func(after time.Duration, id string) {
		g.at(after, func() error {
			_, err := g.AskGame(t.Context(), g.id, desk.GameVoteRequest{VoteRequest: session.VoteRequest{ID: id, Kind: session.ChooseOne, Question: "Who?"}, Seats: []string{"ann", "bo"}})
			return err
		})
	}
	refused := map[string]error{}
	answer := func(after time.Duration, id, option string) {
		g.at(after, func() error {
			_, refused[id+" "+option] = g.CastGame(t.Context(), g.id, id, desk.GameCast{Seat: "ann", Answer: session.Answer{Option: option}})
			return nil
		})
	}
	g.at(34*time.Second, func() error { // it is over when she leaves
		_, err := g.AskGame(t.Context(), g.id, desk.GameVoteRequest{VoteRequest: session.VoteRequest{ID: "lapsed", Kind: session.YesNo, Question: "Is it so?", Within: 2000}, Seats: []string{"ann"}})
		return err
	})
	ask(time.Second, "own")
	answer(2*time.Second, "own", "cy")
	g.observe(3*time.Second, session.PlayerLeft, "ann")
	ask(4*time.Second, "away")
	answer(32*time.Second, "away", "cy")
	answer(33*time.Second, "own", "cy")
	ask(40*time.Second, "leaves")
	g.at(41*time.Second, func() error {
		o := desk.GameObservation{Observation: session.Observation{Kind: session.PlayerLeft, Player: &session.Player{ID: "ann"}}}
		_, err := g.Games.Observe(t.Context(), g.id, o)
		return err
	})
	sessiontest.NoError(t, g.Run(sim.Epoch().Add(2*time.Minute)))
	answers := map[string][]string{}
	for _, e := range g.log(g.id) {
		switch p := e.Data.(type) {
		case *session.VoteCast:
			if p.Seat == "ann" {
				answers[p.VoteID] = append(answers[p.VoteID], "the bot's")
			}
		case *session.VoteReceived:
			answers[p.VoteID] = append(answers[p.VoteID], p.Answer.Option)
		}
	}
	if got := fmt.Sprint(answers); got != "map[away:[the bot's] leaves:[the bot's] own:[cy]]" {
		t.Errorf("Ann's answers are %s", got)
	}
	sessiontest.NoError(t, refused["own cy"])
	sessiontest.Fails(t, refused["away cy"], "a bot has voted")
}

// TestAccusationBeforeTakeover: a bot that takes over knows whom the person has accused, and so
// accuses nobody by itself.
func TestAccusationBeforeTakeover(t *testing.T) {
	t.Parallel()
	seed := int64(1)
	g := setTable(t, func(c *session.GameConfig) {
		c.AFK, c.Game.Rules, c.Seed, c.Bots = 0, "turing", &seed, c.Bots[:1]
	})
	ann, bot := g.state().Deal.Seat("ann"), g.state().Roster.Bots[0].Seat
	g.at(20*time.Second, func() error {
		_, err := g.CastGame(t.Context(), g.id, referee.AccusationVote, desk.GameCast{Seat: ann, Answer: session.Answer{Option: bot}})
		return err
	})
	g.observe(21*time.Second, session.PlayerLeft, ann)
	sessiontest.NoError(t, g.Run(sim.Epoch().Add(time.Minute)))
	state := session.NewState("")
	i := slices.IndexFunc(g.state().Roster.Bots, func(b session.BotSeat) bool { return b.Seat == ann })
	for _, e := range g.log(g.state().Roster.Bots[i].Session) {
		state.Apply(e)
	}
	if state.StandIn || state.Accusations.Made == "" || state.Accusations.Player != bot {
		t.Errorf("the bot stands by: %t, and its seat has made %+v", state.StandIn, state.Accusations)
	}
}

// TestLeaverJoinsAgain: without a takeover somebody who was away and left is in the game again once
// the platform or the person's own token says so, also if it says so twice, and all are told.
func TestLeaverJoinsAgain(t *testing.T) {
	t.Parallel()
	g := setTable(t, func(c *session.GameConfig) {
		c.Takeover, c.Away, c.Host, c.Game.Rules = "", session.AwayTold, session.HostPlatform, "freeform"
	})
	g.observe(40*time.Second, session.PlayerLeft, "ann")
	for _, again := range []time.Duration{50 * time.Second, 51 * time.Second} {
		g.at(again, func() error {
			o := desk.GameObservation{Observation: session.Observation{ID: "hi", Kind: session.PlayerJoined, Player: &session.Player{ID: "ann", Name: "Ann"}}}
			if row, err := g.Games.Row(t.Context(), g.id); err != nil || !g.Rejoins(t.Context(), &row, o) {
				t.Errorf("after %v the token of Ann may not say so (%v)", again, err)
			}
			o.ID = session.SeatID("ann", o.ID)
			_, err := g.Games.Observe(t.Context(), g.id, o)
			return err
		})
		g.at(again+time.Millisecond, func() error {
			r := g.state().Roster
			if ann, _ := r.Player("ann"); ann.Presence != session.Active || r.IsAway("ann") {
				t.Errorf("after %v Ann is %s, and away are %q", again, ann.Presence, r.Away)
			}
			return nil
		})
	}
	g.say(55*time.Second, "here again")
	sessiontest.NoError(t, g.Run(sim.Epoch().Add(time.Minute)))
	told := ""
	for _, e := range g.log(g.id) {
		if p, ok := e.Data.(*session.MessageReceived); ok && p.Kind == session.FromGamemaster {
			told += p.Text
		}
	}
	if told != "Ann is away.Ann is back." {
		t.Errorf("all hear %q", told)
	}
}
