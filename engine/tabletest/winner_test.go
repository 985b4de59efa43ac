package tabletest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/game"
)

// single writes the log of a game with one vote, up to the vote.
func single(rules, seats string, roles map[string]string, vote game.VoteKind) *script {
	s := &script{at: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	d := &game.Deal{Roles: roles}
	q := &game.VoteRequested{VoteRequest: game.VoteRequest{ID: "v", Kind: vote, Within: 45_000}}
	for _, seat := range strings.Split(seats, "") {
		d.Players = append(d.Players, game.Player{ID: seat, Name: seat})
		q.Seats, q.Options = append(q.Seats, seat), append(q.Options, game.Option{ID: seat})
	}
	s.add(&game.TableCreated{Config: game.Table{Speed: 1, Game: game.Setting{Rules: rules}}, Deal: d})
	if rules == "gameshow" {
		s.add(&game.MessageReceived{Post: game.Post{Kind: game.FromHost, Sender: "Host", Text: "well?"}})
		s.begin("round", 60_000)
	}
	s.say(seats[:1], "")
	s.add(q)
	return s
}

// over ends a game.
func (s *script) over(outcome string) []game.Event {
	s.add(&game.MessageReceived{Post: game.Post{ID: "referee:v-result", Kind: game.FromGamemaster}})
	s.add(&game.TableEnded{SessionEnded: game.SessionEnded{Reason: game.EndedByRules, Outcome: outcome, Reveal: s.log[0].Data.(*game.TableCreated).Deal.Roles}})
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
		s := single("gameshow", "ABCD", kinds, game.LabelEach)
		for _, seat := range []string{"A", "B", "C", "D"} {
			s.add(&game.VoteReceived{VoteID: "v", Seat: seat, Answer: game.Answer{Labels: labels[seat]}})
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
	play := func(votes map[string]string, outcome string) []game.Event {
		s := single("turing", "ABCD", roles, game.ChooseOne)
		for _, seat := range []string{"A", "B", "C", "D"} {
			if votes[seat] != "" {
				s.add(&game.VoteReceived{VoteID: "v", Seat: seat, Answer: game.Answer{Option: votes[seat]}})
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
	for _, c := range []struct {
		name  string
		wrong func() []game.Event
		says  string
	}{
		{"a wrong winner", func() []game.Event { return play(agreed, "The machine has won.") }, "not"},
		{"two votes", func() []game.Event { l := play(agreed, ""); return put(l, 2, l[2].Data) }, "second vote"},
		{"two answers", func() []game.Event { l := play(agreed, ""); return put(l, 3, l[3].Data) }, "twice"},
		{"a late answer", func() []game.Event { l := play(agreed, ""); l[3].At = l[3].At.Add(time.Hour); return l }, "late"},
		{"no deadline", func() []game.Event { l := play(agreed, ""); l[2].Data.(*game.VoteRequested).Within = 0; return l }, "deadline"},
		{"somebody is not asked", func() []game.Event {
			l := play(agreed, "")
			l[2].Data.(*game.VoteRequested).Seats = []string{"A"}
			return l
		}, "are asked"},
		{"somebody speaks who has left", func() []game.Event {
			l := put(play(agreed, ""), 0, &game.MessageSent{Sender: "D"})
			return put(l, 0, &game.ObservationReceived{Observation: game.Observation{Kind: game.PlayerLeft, Player: &game.Player{ID: "D"}}})
		}, "D speaks"},
		{"somebody is out", func() []game.Event {
			return put(play(agreed, ""), 1, &game.ObservationReceived{Observation: game.Observation{Kind: game.PlayerOut, Player: &game.Player{ID: "D"}}})
		}, "nobody comes or goes"},
		{"no end", func() []game.Event { l := play(agreed, ""); return l[:len(l)-1] }, "not over"},
		{"a wrong reveal", func() []game.Event {
			l := play(agreed, "")
			l[len(l)-1].Data.(*game.TableEnded).Reveal = map[string]string{"A": "person"}
			return l
		}, "it reveals"},
	} {
		if found := Turing(c.wrong()).Wrong; !slices.ContainsFunc(found, func(w string) bool { return strings.Contains(w, c.says) }) {
			t.Errorf("%s: the judge says %q, not %q", c.name, found, c.says)
		}
	}
}

// TestReverseTuring: a machine wins that names a machine, unless more than half of the others name
// it. The person wins by naming a machine, unless more than half of the machines have found one.
func TestReverseTuring(t *testing.T) {
	t.Parallel()
	roles := map[string]string{"A": "person", "B": "machine", "C": "machine", "D": "machine"}
	for votes, outcome := range map[string]string{"BAAB": "A and D have won.", "BCBB": "C and D have won.", "CAAA": "A has won.", "-AAA": "Nobody has won."} {
		s := single("reverse_turing", "ABCD", roles, game.ChooseOne)
		for i, of := range strings.Split(votes, "") {
			if of != "-" {
				s.add(&game.VoteCast{VoteID: "v", Seat: string(rune('A' + i)), Origin: game.FromRequest, Answer: game.Answer{Option: of}})
			}
		}
		log := s.over("A was the person. " + outcome)
		if r := Turing(log); len(r.Wrong) > 0 {
			t.Errorf("%s: %q", votes, r.Wrong)
		}
		log[len(log)-1].Data.(*game.TableEnded).Outcome = "A was the person. B, " + outcome
		if r := Turing(log); len(r.Wrong) == 0 {
			t.Errorf("%s: B has not won, and nobody says so", votes)
		}
	}
}
