package gametest

import (
	"strings"
	"testing"
	"time"

	"ringer/engine/session"
)

// single writes the log of a game with one vote, up to the vote.
func single(rules, seats string, roles map[string]string, vote session.VoteKind) *script {
	s := &script{at: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	d := &session.Deal{Roles: roles}
	q := &session.VoteRequested{VoteRequest: session.VoteRequest{ID: "v", Kind: vote, Within: 45_000}}
	for _, seat := range strings.Split(seats, "") {
		d.Players = append(d.Players, session.Player{ID: seat, Name: seat})
		q.Seats, q.Options = append(q.Seats, seat), append(q.Options, session.Option{ID: seat})
	}
	s.add(&session.GameCreated{Config: session.GameConfig{Speed: 1, Game: session.Setting{Rules: rules}}, Deal: d})
	if rules == "gameshow" {
		s.add(&session.MessageReceived{Post: session.Post{Kind: session.FromHost, Sender: "Host", Text: "well?"}})
		s.begin("round", 60_000)
	}
	s.say(seats[:1], "")
	s.add(q)
	return s
}

func (s *script) over(outcome string) []session.Event {
	s.add(&session.MessageReceived{Post: session.Post{ID: "referee:v-result", Kind: session.FromGamemaster}})
	s.add(&session.GameEnded{SessionEnded: session.SessionEnded{Reason: session.EndedByRules, Outcome: outcome, Reveal: s.log[0].Data.(*session.GameCreated).Deal.Roles}})
	return s.log
}

// TestShowScore compares the score with one that was counted by hand, with self-labels and without.
func TestShowScore(t *testing.T) {
	t.Parallel()
	kinds := map[string]string{"A": "human", "B": "ai", "C": "ai", "D": "ai"}
	labels := map[string]map[string]string{
		"A": {"B": "ai", "C": "human", "D": "ai"}, "B": {"A": "ai", "C": "unsure", "D": "human"},
		"C": {"A": "human"}, "D": {"A": "human", "B": "ai", "C": "ai", "D": "ai"},
	}
	for self, outcome := range map[bool]string{
		false: "The points: A (human) 2, B (ai) -1, C (ai) 3, D (ai) 5. D has won.",
		true:  "The points: A (human) 2, B (ai) -1, C (ai) 3, D (ai) 6. D has won.",
	} {
		s := single("gameshow", "ABCD", kinds, session.LabelEach)
		for _, seat := range []string{"A", "B", "C", "D"} {
			s.add(&session.VoteReceived{VoteID: "v", Seat: seat, Answer: session.Answer{Labels: labels[seat]}})
		}
		if r := Show(s.over(outcome), 1, self); len(r.Wrong) > 0 {
			t.Errorf("self-labels %t: %q", self, r.Wrong)
		}
		if r := Show(s.log, 1, !self); len(r.Wrong) == 0 {
			t.Errorf("self-labels %t: a wrong score is right", self)
		}
		if r := Show(s.log, 2, self); len(r.Wrong) == 0 {
			t.Error("a round is missing, and nobody says so")
		}
	}
}

// TestTuring judges who has won, and games with one thing wrong in them.
func TestTuring(t *testing.T) {
	t.Parallel()
	roles := map[string]string{"A": "machine", "B": "person", "C": "person", "D": "person"}
	play := func(votes map[string]string, outcome string) []session.Event {
		s := single("turing", "ABCD", roles, session.ChooseOne)
		for _, seat := range []string{"A", "B", "C", "D"} {
			if votes[seat] != "" {
				s.add(&session.VoteReceived{VoteID: "v", Seat: seat, Answer: session.Answer{Option: votes[seat]}})
			}
		}
		return s.over(outcome)
	}
	agreed := map[string]string{"A": "B", "B": "A", "C": "A"}
	if r := Turing(play(agreed, "The people agreed.")); len(r.Wrong) > 0 || r.Winner != "people" {
		t.Errorf("the people agree: %+v", r)
	}
	if r := Turing(play(map[string]string{"B": "A", "C": "D"}, "The machine has won.")); len(r.Wrong) > 0 || r.Winner != "machine" {
		t.Errorf("the people do not agree: %+v", r)
	}
	findAll(t, []fault{
		{"a wrong winner", changed(0, isEnd, func(p *session.GameEnded) { p.Outcome = "The machine has won." }), "not"},
		{"two votes", twice(0, isVote), "second vote"},
		{"two answers", twice(0, isAnswer), "twice"},
		{"a late answer", moved(0, isAnswer, time.Hour), "late"},
		{"no deadline", asked(0, func(v *session.VoteRequested) { v.Within = 0 }), "deadline"},
		{"somebody is not asked", asked(0, func(v *session.VoteRequested) { v.Seats = []string{"A"} }), "are asked"},
		{"somebody speaks who has left", func(l []session.Event) []session.Event {
			return put(put(l, 0, &session.MessageSent{Sender: "D"}), 0, seen(session.PlayerLeft, "D"))
		}, "D speaks"},
		{"somebody is out", behind(0, isLine, seen(session.PlayerOut, "D")), "nobody comes or goes"},
		{"no end", without(0, isEnd), "not over"},
		{"a wrong reveal", changed(0, isEnd, func(p *session.GameEnded) { p.Reveal = map[string]string{"A": "person"} }), "it reveals"},
	}, func(wrong breaks) []string { return Turing(wrong(play(agreed, "The people agreed."))).Wrong })
}

// TestReverseTuring: a machine wins that names a machine, unless more than half of the others name
// it. The person wins by naming a machine, unless more than half of the machines have found one.
func TestReverseTuring(t *testing.T) {
	t.Parallel()
	roles := map[string]string{"A": "person", "B": "machine", "C": "machine", "D": "machine"}
	for votes, outcome := range map[string]string{"BAAB": "A and D have won.", "BCBB": "C and D have won.", "CAAA": "A has won.", "-AAA": "Nobody has won."} {
		s := single("reverse_turing", "ABCD", roles, session.ChooseOne)
		for i, of := range strings.Split(votes, "") {
			if of != "-" {
				s.add(&session.VoteCast{VoteID: "v", Seat: string(rune('A' + i)), Origin: session.FromRequest, Answer: session.Answer{Option: of}})
			}
		}
		log := s.over("A was the person. " + outcome)
		if r := Turing(log); len(r.Wrong) > 0 {
			t.Errorf("%s: %q", votes, r.Wrong)
		}
		log[len(log)-1].Data.(*session.GameEnded).Outcome = "A was the person. B, " + outcome
		if r := Turing(log); len(r.Wrong) == 0 {
			t.Errorf("%s: B has not won, and nobody says so", votes)
		}
	}
}
