package referee_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ringer/engine/referee"
	"ringer/engine/refereetest"
	"ringer/engine/session"
)

// longest bounds the game time of a random game. Mafia with twelve players has at most six days and
// nights of the longest options that the test draws, and a show twenty rounds with a silent host.
const longest = 6 * 3600 * 1000

// TestRandomGames plays games with random players, votes, silences, leavers and waits. Now and then
// the host dies: its referee is read back from its JSON, or orders are decided and lost. However
// that goes, nobody is asked or put out who is not in the game, no vote is asked twice, each ballot
// follows from the log, the game ends in time, the winners agree with the roles, and the same log
// gives the same state and orders again.
func TestRandomGames(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		g := newRandomGame(r)
		g.Begin()
		for range rapid.IntRange(0, 120).Draw(r, "steps") {
			if g.Referee.Result().Over {
				break
			}
			g.step()
			g.crash()
		}
		g.Finish()
		g.judge.ended(g.Referee.Result())
		g.refold()
		if g.Now > longest {
			r.Fatalf("the game took %d ms", g.Now)
		}
	})
}

// randomGame is a driver with random players.
type randomGame struct {
	refereetest.Driver
	r     *rapid.T
	judge *judge
	// vote is the vote that the next step is about.
	vote string
}

func newRandomGame(r *rapid.T) *randomGame {
	g := &randomGame{Driver: refereetest.Driver{T: r}, r: r}
	g.Rules = rapid.SampledFrom(referee.IDs()).Draw(r, "rules")
	least := referee.LeastPlayers(g.Rules)
	most := cmp.Or(map[string]int{"mafia": 12, "avalon": 10, "turing": 16, "reverse_turing": 16, "elimination": 16, "gameshow": 16, "werewolf": 16}[g.Rules], least)
	for i := range rapid.IntRange(least, most).Draw(r, "players") {
		id := fmt.Sprintf("p%d", i)
		g.Start.Players = append(g.Start.Players, session.Player{ID: id, Name: "Player " + id})
	}
	switch g.Rules {
	case "turing", "elimination", "three_party":
		g.Start.Machines = []string{"p1"}
	case "reverse_turing", "gameshow":
		for _, p := range g.Start.Players[1:] {
			g.Start.Machines = append(g.Start.Machines, p.ID)
		}
	}
	g.Start.Options = json.RawMessage(rapid.SampledFrom(append([]string{``}, map[string][]string{
		"mafia":          {`{"day_ms":10000,"night_ms":10000,"vote_ms":5000}`},
		"turing":         {`{"chat_ms":3600000}`},
		"reverse_turing": {`{"vote_ms":5000}`},
		"elimination":    {`{"chat_ms":10000,"vote_ms":5000}`},
		"three_party":    {`{"chats":"one","chat_ms":10000}`, `{"chat_ms":10000}`},
		"avalon":         {`{"discussion":"in_turn","leader_votes":false}`, `{"refusals":1,"talk_ms":10000,"vote_ms":5000}`},
		"werewolf": {
			`{"first_night":"divine","exile":"nobody","run_off":true,"protect_self":false,"protect_again":false,"role_list":["werewolf","seer","doctor","medium"],"day_ms":10000}`,
			`{"first_night":"none","discussion":"in_turn","exile":"majority","win":"last","last_day":4,"vote_ms":40001,"turn_ms":5000,"night_ms":10000}`,
			`{"run_off":true,"reveal":true,"win":"last","role_list":["werewolf","doctor","possessed"],"day_ms":10000,"night_ms":10000}`,
		},
		"gameshow": {`{"host":"model","rounds":20}`, `{"host":"platform","rounds":3}`, `{"self_labels":true,"questions":["a","b"]}`},
	}[g.Rules]...)).Draw(r, "options"))
	g.Start.Seed = rapid.Int64().Draw(r, "seed")
	g.Start.Speed = rapid.SampledFrom([]float64{0, 1, 0.01, 0.3, 20, 1000}).Draw(r, "speed")
	g.Dealt = func() { g.judge = newJudge(r, g.Rules, g.Deal, cmp.Or(g.Start.Speed, 1)) }
	g.Check = func(e refereetest.Entry, order bool) { g.judge.see(e, order) }
	g.Settled = func() { g.judge.settled() }
	return g
}

// seat draws a seat of the game, or somebody else. It prefers those who were last asked, and those
// who have been named or have gone, because most rules are about them.
func (g *randomGame) seat() string {
	seats := []string{"nobody"}
	for _, p := range g.Deal.Players {
		seats = append(seats, p.ID)
	}
	if q := g.judge.asked[g.vote]; q != nil && rapid.Bool().Draw(g.r, "asked") {
		seats = q.Seats
	} else if len(g.judge.subjects) > 0 && rapid.Bool().Draw(g.r, "subject") {
		seats = g.judge.subjects[max(0, len(g.judge.subjects)-3):]
	}
	return rapid.SampledFrom(seats).Draw(g.r, "seat")
}

// step lets something happen, or time pass.
func (g *randomGame) step() {
	g.vote = g.judge.lastVote
	open := slices.Sorted(maps.Keys(g.judge.open))
	if len(open) > 1 {
		g.vote = rapid.SampledFrom(open).Draw(g.r, "open")
	}
	if len(open) > 0 && rapid.Bool().Draw(g.r, "all answer") {
		g.answer(open)
		return
	}
	seat, option := g.seat(), g.seat()
	player := &session.Player{ID: seat, Name: seat}
	a := session.Answer{Option: option}
	switch {
	case g.Rules == "gameshow":
		a = session.Answer{Labels: map[string]string{option: rapid.SampledFrom([]string{"human", "AI", "unsure", "?"}).Draw(g.r, "label")}}
	case g.Rules == "avalon" && rapid.Bool().Draw(g.r, "team"):
		a = session.Answer{Options: []string{option, g.seat(), g.seat()}[:rapid.IntRange(0, 3).Draw(g.r, "size")]}
	case g.Rules == "avalon":
		a.Option = rapid.SampledFrom([]string{option, session.Yes, session.Yes, session.No, session.QuestSuccess, session.QuestFail}).Draw(g.r, "word")
	}
	id := rapid.SampledFrom([]string{g.vote, g.vote, g.vote, "other", "accusation"}).Draw(g.r, "vote")
	switch rapid.IntRange(0, 13).Draw(g.r, "what") {
	case 0, 1, 2:
		g.Say(&session.VoteReceived{VoteID: id, Seat: seat, Answer: a})
	case 3, 4:
		g.Say(&session.VoteCast{VoteID: id, Seat: seat, Origin: session.FromRequest, Answer: a})
	case 5:
		g.Say(&session.VoteCast{VoteID: "vot_" + seat, Seat: seat, Origin: session.FromAccusation, Answer: a})
	case 6:
		g.Say(&session.VoteReceived{VoteID: id, Seat: seat, Answer: session.Answer{Abstain: true}})
	case 7:
		g.Say(&session.MessageReceived{Post: session.Post{Kind: session.FromPlayer, Sender: seat, Text: "hi"}})
	case 8:
		g.Say(&session.MessageReceived{Post: session.Post{Kind: session.FromHost, Sender: "Host", Text: "hm?"}})
	case 9:
		kind := rapid.SampledFrom([]session.ObservationKind{session.PlayerLeft, session.PlayerLeft, session.PlayerOut, session.PlayerJoined, session.PlayerTyping}).Draw(g.r, "kind")
		g.Say(&session.ObservationReceived{Observation: session.Observation{Kind: kind, Player: player}})
	case 10:
		g.Say(&session.VoteCancelled{VoteID: id})
	case 11:
		g.Say(&session.Unknown{Name: "later"})
	default:
		g.Pass(session.Millis(rapid.IntRange(0, 90*1000).Draw(g.r, "wait")))
	}
}

// answer lets most of those who are asked answer the open votes for one option. Few options are
// named, so that votes agree.
func (g *randomGame) answer(open []string) {
	favourite := g.seat()
	for _, id := range open {
		q := g.judge.asked[id]
		for _, seat := range q.Seats {
			option := rapid.SampledFrom(append(q.Options, session.Option{ID: favourite}, session.Option{ID: favourite})).Draw(g.r, "option").ID
			if _, still := g.judge.open[id]; still && option != seat && !g.judge.over {
				g.Say(&session.VoteReceived{VoteID: id, Seat: seat, Answer: session.Answer{Option: option}})
			}
		}
	}
}

// crash replaces the referee by one that a restart would build, and checks that Decide only
// depends on the log.
func (g *randomGame) crash() {
	before := state(g.r, g.Referee)
	orders := refereetest.Lines(g.Referee.Decide(g.Now + 1000).Orders)
	clone := g.Referee.Clone()
	if refereetest.Lines(clone.Decide(g.Now+1000).Orders) != orders || state(g.r, g.Referee) != before {
		g.r.Fatalf("Decide changes something, or decides otherwise in a copy")
	}
	for i, p := range g.Deal.Players {
		other := g.Deal.Players[(i+1)%len(g.Deal.Players)].ID
		for _, id := range []string{g.judge.lastVote, "accusation"} {
			clone.Apply(session.Event{Data: &session.VoteReceived{VoteID: id, Seat: p.ID, Answer: session.Answer{Option: other}}}, g.Now)
		}
	}
	for _, p := range g.Deal.Players {
		clone.Apply(session.Event{Data: &session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerLeft, Player: &session.Player{ID: p.ID}}}}, g.Now)
	}
	clone.Apply(session.Event{Data: &session.MessageReceived{Post: session.Post{ID: "referee:begin", Kind: session.FromGamemaster}}}, g.Now)
	if state(g.r, g.Referee) != before {
		g.r.Fatalf("folding into a copy changes the referee:\n%s\n%s", before, state(g.r, g.Referee))
	}
	if rapid.Bool().Draw(g.r, "restart") {
		g.Referee = refereetest.Reload(g.r, g.Rules, g.Referee)
		if after := state(g.r, g.Referee); after != before {
			g.r.Fatalf("before a restart:\n%s\nafter it:\n%s", before, after)
		}
		g.Turn()
	}
}

// refold folds the log again. At each order the new referee must have decided it.
func (g *randomGame) refold() {
	rules, _ := referee.Find(g.Rules)
	again := rules.Begin(g.Start, g.Deal)
	var due []session.Payload
	for i, e := range g.Log {
		if g.judge.orders[i] && len(due) == 0 {
			due = again.Decide(e.At).Orders
		}
		if g.judge.orders[i] {
			if len(due) == 0 || !session.Same(due[0], e.Data) {
				g.r.Fatalf("event %d is %s, and would now be %s", i, refereetest.Lines([]session.Payload{e.Data}), refereetest.Lines(due))
			}
			due = due[1:]
		}
		again.Apply(session.Event{Data: e.Data}, e.At)
	}
	if a, b := state(g.r, again), state(g.r, g.Referee); a != b {
		g.r.Fatalf("the same log gives another state:\n%s\n%s", a, b)
	}
}

func state(r *rapid.T, ref referee.Referee) string {
	b, err := json.Marshal(ref)
	if err != nil {
		r.Fatalf("%v", err)
	}
	return string(b)
}

// TestStaleOrders: a vote that slips in between Decide and append breaks no rule. Facts that change
// who is in the game cannot: they are barriers, on which an append depends.
func TestStaleOrders(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		g := newRandomGame(r)
		g.Begin()
		g.judge.stale = true
		for range 400 {
			if g.Referee.Result().Over {
				break
			}
			if g.Due > 0 {
				g.Now = g.Due
			}
			orders := g.Referee.Decide(g.Now).Orders
			for range rapid.IntRange(0, 3).Draw(r, "slips") {
				seat := g.seat()
				g.Append(&session.VoteCast{VoteID: g.judge.lastVote, Seat: seat, Origin: session.FromRequest, Answer: session.Answer{Option: g.seat()}}, false)
			}
			for _, o := range orders {
				g.Append(o, true)
			}
			g.Due = g.Referee.Decide(g.Now).Due
		}
		r2 := g.Referee.Result()
		if !r2.Over || slices.Contains(r2.Winners, "nobody") || g.Now > longest {
			r.Fatalf("the result is %+v", r2)
		}
	})
}
