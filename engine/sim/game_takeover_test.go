package sim_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"ringer/engine/desk"
	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/llm"
	"ringer/engine/llm/offline"
	"ringer/engine/recheck"
	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/slowtest"
	"ringer/engine/strategy"
	"ringer/store"
)

// players are the strategies of the bots.
var players = []string{"scheduler", "fourmind", "tom", "recon"}

// restless opens a game of some rules with one person, who says and votes now and then, leaves and
// comes back. The process is killed in between.
func restless(t *testing.T, strategies *strategy.Registry, seed int64) (*table, *store.Memory) {
	t.Helper()
	ids := referee.IDs()
	rules, rng := ids[int(seed)%len(ids)], rand.New(rand.NewPCG(uint64(seed), 7))
	db := store.NewMemory()
	wire := offline.Transport{Model: offline.New(strategies.Skills())}
	s := sim.New(db, strategies, sessiontest.Must(llm.New(llm.Config{Roles: llm.OneModel(offline.Name, 10*time.Second), Transport: wire}))(t))
	c := session.GameConfig{
		Host: session.HostRinger, Seed: &seed, Takeover: session.TakeoverBot, AFK: 20_000, Away: []session.AwayNotice{session.AwayHidden, session.AwayTold}[rng.IntN(2)],
		Floor: []session.FloorMode{session.FloorFree, session.FloorModerated, session.FloorBid}[rng.IntN(3)], Game: session.Setting{Rules: rules},
		StandIn: &session.StandIn{Record: true, Strategy: players[rng.IntN(len(players))]},
	}
	people := 1
	if rules == "turing" || rules == "elimination" {
		people = 2 // with one machine
	}
	for i := range referee.LeastPlayers(rules) {
		seat := fmt.Sprint("p", i)
		if i == 0 {
			seat = "ann"
		}
		c.Game.Players = append(c.Game.Players, session.Player{ID: seat, Name: seat})
		if machine := i == referee.LeastPlayers(rules)-1; i > 0 && (people == 1 || machine) {
			c.Bots = append(c.Bots, session.GameBot{Bot: session.Bot{Seat: seat}, Strategy: players[rng.IntN(len(players))]})
		}
	}
	g := &table{s, t, sessiontest.Must(s.OpenGame(c))(t)}
	for at := time.Duration(0); at < 30*time.Minute; at += time.Duration(rng.IntN(60_000)) * time.Millisecond {
		do := rng.IntN(6)
		g.at(at, func() error { return g.act(do, rng) })
	}
	return g, db
}

// act lets the person do something. The game may refuse it.
func (g *table) act(what int, rng *rand.Rand) error {
	state := g.state()
	seat := state.Deal.Seat("ann")
	if state.End != nil {
		return nil
	}
	observe := func(kind session.ObservationKind) error {
		_, err := g.ObservePerson(g.t.Context(), g.id, desk.GameObservation{Observation: session.Observation{Kind: kind, Player: &session.Player{ID: seat, Name: seat}}})
		return err
	}
	var err error
	switch what {
	case 0:
		_, err = g.PostPerson(g.t.Context(), g.id, []session.Post{{Sender: seat, Text: fmt.Sprint("line ", rng.IntN(1000))}}, func(int) string { return "" })
	case 1:
		err = observe(session.PlayerLeft)
	case 2:
		err = observe(session.PlayerJoined)
	case 3:
		err = observe(session.PlayerTyping)
	case 4:
		if n := len(state.Votes); n > 0 && len(state.Votes[n-1].Options) > 0 {
			v := state.Votes[n-1]
			_, err = g.CastGame(g.t.Context(), g.id, v.ID, desk.GameCast{Seat: seat, Answer: session.Answer{Option: v.Options[rng.IntN(len(v.Options))].ID}})
		}
	case 5:
		g.Kill(g.id)
		return g.Start(g.id)
	}
	if _, refused := errors.AsType[session.Errors](err); refused {
		return nil
	}
	return err
}

// TestRandomTakeovers plays games of all rules whose person comes and goes. -games says how many.
func TestRandomTakeovers(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	strategies := registry(t)
	took, lines := 0, 0
	for seed := range *games {
		g, db := restless(t, strategies, seed)
		sessiontest.NoError(t, g.Run(sim.Epoch().Add(3*time.Hour)))
		log := g.log(g.id)
		state := game.NewState(g.id)
		answered := map[string]bool{}
		for _, e := range log {
			key := ""
			switch p := e.Data.(type) {
			case *session.VoteCast:
				key = p.VoteID + " " + p.Seat
			case *session.VoteReceived:
				key = p.VoteID + " " + p.Seat
			}
			if answered[key] && key != "" {
				t.Errorf("seed %d, seq %d: %s is answered twice", seed, e.Seq, key)
			}
			answered[key] = true
			if m, ok := e.Data.(*session.MessageSent); ok && slices.ContainsFunc(state.Roster.StandIns, func(b session.BotSeat) bool { return b.Seat == m.Sender }) {
				t.Errorf("seed %d, seq %d: a bot speaks for %s, who is there", seed, e.Seq, m.Sender)
			} else if ok && state.Roster.IsAway(m.Sender) {
				lines++
			}
			if m, ok := e.Data.(*session.MessageReceived); ok && state.Roster.IsAway(m.Sender) {
				t.Errorf("seed %d, seq %d: %s says %q while away", seed, e.Seq, m.Sender, m.Text)
			}
			if _, ok := e.Data.(*session.PlayerAway); ok {
				took++
			}
			state.Apply(e)
		}
		if state.End == nil || state.End.Reason != session.EndedByRules {
			t.Errorf("seed %d: the game ended %+v", seed, state.End)
		}
		for _, b := range log[0].Data.(*session.GameCreated).StandIns {
			own := g.log(b.Session)
			checkQuiet(t, own)
			calls := sessiontest.Must(db.RecordedCalls(t.Context(), b.Session, journal.Place{}, 100_000))(t)
			again := sessiontest.Must(recheck.Run(&recheck.Recording{Session: b.Session, Events: own, Calls: calls}, strategies, llm.Read))(t)
			if len(again.Differences)+len(again.Changed) > 0 {
				t.Errorf("seed %d: the bot of %s decides otherwise: %+v", seed, b.Seat, again)
			}
		}
	}
	if t.Logf("%d takeovers, %d lines of bots that took over", took, lines); took < int(*games) || lines < int(*games)/2 {
		t.Error("too few for a test")
	}
}
