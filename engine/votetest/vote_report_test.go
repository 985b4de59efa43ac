package votetest_test

import (
	"testing"
	"time"

	"ringer/engine/game"
	"ringer/engine/votetest"
)

// asked is the time of the vote.
var asked = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

// ask returns the request of the vote v1, which is open for ten seconds.
func ask(q game.VoteRequest) *game.VoteRequested {
	q.ID, q.Within = "v1", 10_000
	return &game.VoteRequested{VoteRequest: q}
}

// cast returns an answer to the vote v1. The functions change it.
func cast(a game.Answer, kind game.VoteKind, change ...func(*game.VoteCast)) *game.VoteCast {
	p := &game.VoteCast{VoteID: "v1", Origin: game.FromRequest, Kind: kind, Answer: a, AnsweredBy: game.ByMind, DeadlineAt: asked.Add(10 * time.Second)}
	for _, c := range change {
		c(p)
	}
	return p
}

// TestJudge shows that Judge accepts a correct answer and finds each fault alone.
func TestJudge(t *testing.T) {
	t.Parallel()
	blue, one := game.Answer{Option: "blue"}, ask(game.VoteRequest{Kind: game.ChooseOne})
	each := ask(game.VoteRequest{Kind: game.LabelEach, Labels: []game.Label{{ID: "ai"}, {ID: "human"}}})
	many, number := ask(game.VoteRequest{Kind: game.ChooseMany, K: 2}), ask(game.VoteRequest{Kind: game.PickNumber, Min: new(0.0), Max: new(9.0), Integer: true})
	odds := func(p map[string]float64) func(*game.VoteCast) { return func(c *game.VoteCast) { c.Probabilities = p } }
	gone := &game.ObservationReceived{Observation: game.Observation{Kind: game.PlayerOut, Player: &game.Player{ID: "blue"}}}
	accuse := func(player string) *game.VoteCast {
		return &game.VoteCast{VoteID: "own", Origin: game.FromAccusation, Kind: game.ChooseOne, Answer: game.Answer{Option: player}}
	}
	for name, c := range map[string]struct {
		after time.Duration // until the last event, in seconds
		log   []game.Payload
		right bool
	}{
		"one of the others":   {2, []game.Payload{one, cast(blue, game.ChooseOne, odds(map[string]float64{"blue": 0.7, "green": 0.3}))}, true},
		"two of the others":   {2, []game.Payload{many, cast(game.Answer{Options: []string{"blue", "green"}}, game.ChooseMany)}, true},
		"a label each":        {2, []game.Payload{each, cast(game.Answer{Labels: map[string]string{"blue": "ai", "green": "ai"}}, game.LabelEach)}, true},
		"a number":            {2, []game.Payload{number, cast(game.Answer{Number: new(9.0)}, game.PickNumber)}, true},
		"late, and says so":   {11, []game.Payload{one, cast(blue, game.ChooseOne, func(p *game.VoteCast) { p.Late = true })}, true},
		"accuses another":     {2, []game.Payload{accuse("blue")}, true},
		"itself":              {2, []game.Payload{one, cast(game.Answer{Option: "red"}, game.ChooseOne)}, false},
		"who is gone":         {2, []game.Payload{one, gone, cast(blue, game.ChooseOne)}, false},
		"abstains":            {2, []game.Payload{one, cast(game.Answer{Abstain: true}, game.ChooseOne)}, false},
		"nothing":             {2, []game.Payload{one, cast(game.Answer{}, game.ChooseOne)}, false},
		"another kind":        {2, []game.Payload{one, cast(blue, game.YesNo)}, false},
		"twice":               {2, []game.Payload{one, cast(blue, game.ChooseOne), cast(blue, game.ChooseOne)}, false},
		"cancelled":           {2, []game.Payload{one, &game.VoteCancelled{VoteID: "v1"}, cast(blue, game.ChooseOne)}, false},
		"closed":              {2, []game.Payload{one, &game.VoteReceipt{VoteID: "v1"}, cast(blue, game.ChooseOne)}, false},
		"nobody asked":        {2, []game.Payload{cast(blue, game.ChooseOne)}, false},
		"late, and silent":    {11, []game.Payload{one, cast(blue, game.ChooseOne)}, false},
		"sum":                 {2, []game.Payload{one, cast(blue, game.ChooseOne, odds(map[string]float64{"blue": 0.7, "green": 0.7}))}, false},
		"odds of itself":      {2, []game.Payload{one, cast(blue, game.ChooseOne, odds(map[string]float64{"blue": 0.7, "red": 0.3}))}, false},
		"sure of a lot":       {2, []game.Payload{one, cast(blue, game.ChooseOne, func(p *game.VoteCast) { p.AnsweredBy, p.Confidence = game.ByFallback, 1 })}, false},
		"too few":             {2, []game.Payload{many, cast(game.Answer{Options: []string{"blue"}}, game.ChooseMany)}, false},
		"the same twice":      {2, []game.Payload{many, cast(game.Answer{Options: []string{"blue", "blue"}}, game.ChooseMany)}, false},
		"not a label each":    {2, []game.Payload{each, cast(game.Answer{Labels: map[string]string{"blue": "ai"}}, game.LabelEach)}, false},
		"no such label":       {2, []game.Payload{each, cast(game.Answer{Labels: map[string]string{"blue": "ai", "green": "odd"}}, game.LabelEach)}, false},
		"too high":            {2, []game.Payload{number, cast(game.Answer{Number: new(10.0)}, game.PickNumber)}, false},
		"no whole number":     {2, []game.Payload{number, cast(game.Answer{Number: new(0.5)}, game.PickNumber)}, false},
		"accuses itself":      {2, []game.Payload{accuse("red")}, false},
		"accuses who is gone": {2, []game.Payload{gone, accuse("blue")}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			created := &game.SessionCreated{Config: game.Config{Bot: game.Bot{Seat: "red"}, Game: game.Setting{Players: []game.Player{{ID: "red"}, {ID: "blue"}, {ID: "green"}}}}}
			log := []game.Event{{Seq: 1, At: asked, Data: created}}
			for i, p := range c.log {
				log = append(log, game.Event{Seq: int64(i + 2), At: asked, Data: p})
			}
			log[len(log)-1].At = asked.Add(c.after * time.Second)
			if wrong := votetest.Judge(log).Wrong; len(wrong) == 0 != c.right {
				t.Errorf("Judge finds %q", wrong)
			}
		})
	}
}
