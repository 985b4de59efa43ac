package votetest_test

import (
	"testing"
	"time"

	"ringer/engine/session"
	"ringer/engine/votetest"
)

var asked = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

// ask returns the request of the vote v1, which is open for ten seconds.
func ask(q session.VoteRequest) *session.VoteRequested {
	q.ID, q.Within = "v1", 10_000
	return &session.VoteRequested{VoteRequest: q}
}

// cast returns an answer to the vote v1. The functions change it.
func cast(a session.Answer, kind session.VoteKind, change ...func(*session.VoteCast)) *session.VoteCast {
	p := &session.VoteCast{VoteID: "v1", Origin: session.FromRequest, Kind: kind, Answer: a, AnsweredBy: session.ByMind, DeadlineAt: asked.Add(10 * time.Second)}
	for _, c := range change {
		c(p)
	}
	return p
}

func TestJudge(t *testing.T) {
	t.Parallel()
	blue, one := session.Answer{Option: "blue"}, ask(session.VoteRequest{Kind: session.ChooseOne})
	each := ask(session.VoteRequest{Kind: session.LabelEach, Labels: []session.Label{{ID: "ai"}, {ID: "human"}}})
	many, number := ask(session.VoteRequest{Kind: session.ChooseMany, K: 2}), ask(session.VoteRequest{Kind: session.PickNumber, Min: new(0.0), Max: new(9.0), Integer: true})
	odds := func(p map[string]float64) func(*session.VoteCast) {
		return func(c *session.VoteCast) { c.Probabilities = p }
	}
	gone := &session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerOut, Player: &session.Player{ID: "blue"}}}
	accuse := func(player string) *session.VoteCast {
		return &session.VoteCast{VoteID: "own", Origin: session.FromAccusation, Kind: session.ChooseOne, Answer: session.Answer{Option: player}}
	}
	for name, c := range map[string]struct {
		after time.Duration // until the last event, in seconds
		log   []session.Payload
		right bool
	}{
		"one of the others":   {2, []session.Payload{one, cast(blue, session.ChooseOne, odds(map[string]float64{"blue": 0.7, "green": 0.3}))}, true},
		"two of the others":   {2, []session.Payload{many, cast(session.Answer{Options: []string{"blue", "green"}}, session.ChooseMany)}, true},
		"a label each":        {2, []session.Payload{each, cast(session.Answer{Labels: map[string]string{"blue": "ai", "green": "ai"}}, session.LabelEach)}, true},
		"a number":            {2, []session.Payload{number, cast(session.Answer{Number: new(9.0)}, session.PickNumber)}, true},
		"late, and says so":   {11, []session.Payload{one, cast(blue, session.ChooseOne, func(p *session.VoteCast) { p.Late = true })}, true},
		"accuses another":     {2, []session.Payload{accuse("blue")}, true},
		"itself":              {2, []session.Payload{one, cast(session.Answer{Option: "red"}, session.ChooseOne)}, false},
		"who is gone":         {2, []session.Payload{one, gone, cast(blue, session.ChooseOne)}, false},
		"abstains":            {2, []session.Payload{one, cast(session.Answer{Abstain: true}, session.ChooseOne)}, false},
		"nothing":             {2, []session.Payload{one, cast(session.Answer{}, session.ChooseOne)}, false},
		"another kind":        {2, []session.Payload{one, cast(blue, session.YesNo)}, false},
		"twice":               {2, []session.Payload{one, cast(blue, session.ChooseOne), cast(blue, session.ChooseOne)}, false},
		"cancelled":           {2, []session.Payload{one, &session.VoteCancelled{VoteID: "v1"}, cast(blue, session.ChooseOne)}, false},
		"closed":              {2, []session.Payload{one, &session.VoteReceipt{VoteID: "v1"}, cast(blue, session.ChooseOne)}, false},
		"nobody asked":        {2, []session.Payload{cast(blue, session.ChooseOne)}, false},
		"late, and silent":    {11, []session.Payload{one, cast(blue, session.ChooseOne)}, false},
		"sum":                 {2, []session.Payload{one, cast(blue, session.ChooseOne, odds(map[string]float64{"blue": 0.7, "green": 0.7}))}, false},
		"odds of itself":      {2, []session.Payload{one, cast(blue, session.ChooseOne, odds(map[string]float64{"blue": 0.7, "red": 0.3}))}, false},
		"sure of a lot":       {2, []session.Payload{one, cast(blue, session.ChooseOne, func(p *session.VoteCast) { p.AnsweredBy, p.Confidence = session.ByFallback, 1 })}, false},
		"too few":             {2, []session.Payload{many, cast(session.Answer{Options: []string{"blue"}}, session.ChooseMany)}, false},
		"the same twice":      {2, []session.Payload{many, cast(session.Answer{Options: []string{"blue", "blue"}}, session.ChooseMany)}, false},
		"not a label each":    {2, []session.Payload{each, cast(session.Answer{Labels: map[string]string{"blue": "ai"}}, session.LabelEach)}, false},
		"no such label":       {2, []session.Payload{each, cast(session.Answer{Labels: map[string]string{"blue": "ai", "green": "odd"}}, session.LabelEach)}, false},
		"too high":            {2, []session.Payload{number, cast(session.Answer{Number: new(10.0)}, session.PickNumber)}, false},
		"no whole number":     {2, []session.Payload{number, cast(session.Answer{Number: new(0.5)}, session.PickNumber)}, false},
		"accuses itself":      {2, []session.Payload{accuse("red")}, false},
		"accuses who is gone": {2, []session.Payload{gone, accuse("blue")}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			created := &session.SessionCreated{Config: session.Config{Bot: session.Bot{Seat: "red"}, Game: session.Setting{Players: []session.Player{{ID: "red"}, {ID: "blue"}, {ID: "green"}}}}}
			log := []session.Event{{Seq: 1, At: asked, Data: created}}
			for i, p := range c.log {
				log = append(log, session.Event{Seq: int64(i + 2), At: asked, Data: p})
			}
			log[len(log)-1].At = asked.Add(c.after * time.Second)
			if wrong := votetest.Judge(log).Wrong; len(wrong) == 0 != c.right {
				t.Errorf("Judge finds %q", wrong)
			}
		})
	}
}
