package referee_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ringer/engine/referee"
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
		g.begin()
		for range rapid.IntRange(0, 120).Draw(r, "steps") {
			if g.ref.Result().Over {
				break
			}
			g.step()
			g.crash()
		}
		g.finish()
		g.judge.ended(g.ref.Result())
		g.refold()
		if g.now > longest {
			r.Fatalf("the game took %d ms", g.now)
		}
	})
}

// randomGame is a driver with random players.
type randomGame struct {
	driver
	r     *rapid.T
	judge *judge
}

func newRandomGame(r *rapid.T) *randomGame {
	g := &randomGame{driver: driver{t: r}, r: r}
	g.rules = rapid.SampledFrom(referee.IDs()).Draw(r, "rules")
	least, most := 3, 16
	switch g.rules {
	case "mafia":
		least, most = 7, 12
	case "avalon":
		least, most = 5, 10
	}
	for i := range rapid.IntRange(least, most).Draw(r, "players") {
		id := fmt.Sprintf("p%d", i)
		g.start.Players = append(g.start.Players, session.Player{ID: id, Name: "Player " + id})
	}
	switch g.rules {
	case "turing":
		g.start.Machines = []string{"p1"}
	case "reverse_turing", "gameshow":
		for _, p := range g.start.Players[1:] {
			g.start.Machines = append(g.start.Machines, p.ID)
		}
	}
	g.start.Options = json.RawMessage(rapid.SampledFrom(map[string][]string{
		"mafia":          {``, `{"day_ms":10000,"night_ms":10000,"vote_ms":5000}`},
		"turing":         {``, `{"chat_ms":3600000}`},
		"reverse_turing": {``, `{"vote_ms":5000}`},
		"avalon":         {``, `{"discussion":"in_turn","leader_votes":false}`, `{"refusals":1,"talk_ms":10000,"vote_ms":5000}`},
		"gameshow":       {``, `{"host":"model","rounds":20}`, `{"host":"platform","rounds":3}`, `{"self_labels":true,"questions":["a","b"]}`},
	}[g.rules]).Draw(r, "options"))
	g.start.Seed = rapid.Int64().Draw(r, "seed")
	g.start.Speed = rapid.SampledFrom([]float64{0, 1, 0.01, 0.3, 20, 1000}).Draw(r, "speed")
	g.dealt = func() { g.judge = newJudge(r, g.rules, g.deal, cmp.Or(g.start.Speed, 1)) }
	g.check = func(e entry, order bool) { g.judge.see(e, order) }
	g.settled = func() { g.judge.settled() }
	return g
}

// seat draws a seat of the game, or somebody else. It prefers those who were last asked, and those
// who have been named or have gone, because most rules are about them.
func (g *randomGame) seat() string {
	seats := []string{"nobody"}
	for _, p := range g.deal.Players {
		seats = append(seats, p.ID)
	}
	if q := g.judge.asked[g.judge.lastVote]; q != nil && rapid.Bool().Draw(g.r, "asked") {
		seats = q.Seats
	} else if len(g.judge.subjects) > 0 && rapid.Bool().Draw(g.r, "subject") {
		seats = g.judge.subjects[max(0, len(g.judge.subjects)-3):]
	}
	return rapid.SampledFrom(seats).Draw(g.r, "seat")
}

// step lets something happen, or time pass.
func (g *randomGame) step() {
	seat, option := g.seat(), g.seat()
	player := &session.Player{ID: seat, Name: seat}
	a := session.Answer{Option: option}
	switch {
	case g.rules == "gameshow":
		a = session.Answer{Labels: map[string]string{option: rapid.SampledFrom([]string{"human", "AI", "unsure", "?"}).Draw(g.r, "label")}}
	case g.rules == "avalon" && rapid.Bool().Draw(g.r, "team"):
		a = session.Answer{Options: []string{option, g.seat(), g.seat()}[:rapid.IntRange(0, 3).Draw(g.r, "size")]}
	case g.rules == "avalon":
		a.Option = rapid.SampledFrom([]string{option, session.Yes, session.Yes, session.No, session.QuestSuccess, session.QuestFail}).Draw(g.r, "word")
	}
	id := rapid.SampledFrom([]string{g.judge.lastVote, g.judge.lastVote, g.judge.lastVote, "other", "accusation"}).Draw(g.r, "vote")
	switch rapid.IntRange(0, 13).Draw(g.r, "what") {
	case 0, 1, 2:
		g.say(&session.VoteReceived{VoteID: id, Seat: seat, Answer: a})
	case 3, 4:
		g.say(&session.VoteCast{VoteID: id, Seat: seat, Origin: session.FromRequest, Answer: a})
	case 5:
		g.say(&session.VoteCast{VoteID: "vot_" + seat, Seat: seat, Origin: session.FromAccusation, Answer: a})
	case 6:
		g.say(&session.VoteReceived{VoteID: id, Seat: seat, Answer: session.Answer{Abstain: true}})
	case 7:
		g.say(&session.MessageReceived{Post: session.Post{Kind: session.FromPlayer, Sender: seat, Text: "hi"}})
	case 8:
		g.say(&session.MessageReceived{Post: session.Post{Kind: session.FromHost, Sender: "Host", Text: "hm?"}})
	case 9:
		kind := rapid.SampledFrom([]session.ObservationKind{session.PlayerLeft, session.PlayerLeft, session.PlayerOut, session.PlayerJoined, session.PlayerTyping}).Draw(g.r, "kind")
		g.say(&session.ObservationReceived{Observation: session.Observation{Kind: kind, Player: player}})
	case 10:
		g.say(&session.VoteCancelled{VoteID: id})
	case 11:
		g.say(&session.Unknown{Name: "later"})
	default:
		g.pass(session.Millis(rapid.IntRange(0, 90*1000).Draw(g.r, "wait")))
	}
}

// crash replaces the referee by one that a restart would build, and checks that Decide only
// depends on the log.
func (g *randomGame) crash() {
	before := state(g.r, g.ref)
	orders := lines(g.ref.Decide(g.now + 1000).Orders)
	clone := g.ref.Clone()
	if lines(clone.Decide(g.now+1000).Orders) != orders || state(g.r, g.ref) != before {
		g.r.Fatalf("Decide changes something, or decides otherwise in a copy")
	}
	for i, p := range g.deal.Players {
		other := g.deal.Players[(i+1)%len(g.deal.Players)].ID
		for _, id := range []string{g.judge.lastVote, "accusation"} {
			clone.Apply(session.Event{Data: &session.VoteReceived{VoteID: id, Seat: p.ID, Answer: session.Answer{Option: other}}}, g.now)
		}
	}
	for _, p := range g.deal.Players {
		clone.Apply(session.Event{Data: &session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerLeft, Player: &session.Player{ID: p.ID}}}}, g.now)
	}
	clone.Apply(session.Event{Data: &session.MessageReceived{Post: session.Post{ID: "referee:begin", Kind: session.FromGamemaster}}}, g.now)
	if state(g.r, g.ref) != before {
		g.r.Fatalf("folding into a copy changes the referee:\n%s\n%s", before, state(g.r, g.ref))
	}
	if rapid.Bool().Draw(g.r, "restart") {
		g.ref = reload(g.r, g.rules, g.ref)
		if after := state(g.r, g.ref); after != before {
			g.r.Fatalf("before a restart:\n%s\nafter it:\n%s", before, after)
		}
		g.turn()
	}
}

// refold folds the log again. At each order the new referee must have decided it.
func (g *randomGame) refold() {
	rules, _ := referee.Find(g.rules)
	again := rules.Begin(g.start, g.deal)
	var due []session.Payload
	for i, e := range g.log {
		if g.judge.orders[i] && len(due) == 0 {
			due = again.Decide(e.at).Orders
		}
		if g.judge.orders[i] {
			if len(due) == 0 || !session.Same(due[0], e.data) {
				g.r.Fatalf("event %d is %s, and would now be %s", i, lines([]session.Payload{e.data}), lines(due))
			}
			due = due[1:]
		}
		again.Apply(session.Event{Data: e.data}, e.at)
	}
	if a, b := state(g.r, again), state(g.r, g.ref); a != b {
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
		g.begin()
		g.judge.stale = true
		for range 400 {
			if g.ref.Result().Over {
				break
			}
			if g.due > 0 {
				g.now = g.due
			}
			orders := g.ref.Decide(g.now).Orders
			for range rapid.IntRange(0, 3).Draw(r, "slips") {
				seat := g.seat()
				g.append(&session.VoteCast{VoteID: g.judge.lastVote, Seat: seat, Origin: session.FromRequest, Answer: session.Answer{Option: g.seat()}}, false)
			}
			for _, o := range orders {
				g.append(o, true)
			}
			g.due = g.ref.Decide(g.now).Due
		}
		r2 := g.ref.Result()
		if !r2.Over || slices.Contains(r2.Winners, "nobody") || g.now > longest {
			r.Fatalf("the result is %+v", r2)
		}
	})
}
