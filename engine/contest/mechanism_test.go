package contest

import (
	"fmt"
	"testing"

	"ringer/engine/referee"
	"ringer/engine/session"
)

// TestMechanisms counts the example of the game show, in which A and D also label themselves, and
// the floors of its moderator.
func TestMechanisms(t *testing.T) {
	t.Parallel()
	score := 0
	g := &Game{Floors: &Floors{}, Ballots: []referee.Ballot{{Answers: map[string]session.Answer{
		"A": {Labels: map[string]string{"A": "human", "B": "ai", "C": "ai", "D": "ai"}}, "B": {Labels: map[string]string{"A": "ai", "C": "human", "D": "ai"}},
		"C": {Labels: map[string]string{"A": "human", "B": "ai", "D": "human"}}, "D": {Labels: map[string]string{"A": "human", "B": "ai", "C": "unsure", "D": "ai"}},
	}}}}
	for _, id := range []string{"A", "B", "C", "D"} {
		role := "ai"
		if id == "A" {
			role = "human"
		}
		g.Seats = append(g.Seats, Seat{ID: id, Role: role, Score: &score})
	}
	for _, p := range []session.FloorGiven{{Seat: "B", By: session.GivenByModel}, {Seat: "C", By: session.GivenByModel}, {By: session.GivenByModel}, {Seat: "D", By: session.GivenByDraw}, {By: session.GivenByRule}} {
		g.Floors.add(&p)
	}
	want := []Mechanism{
		{"floor: the moderator chose a bot", "2 of 5 (40 %)"}, {"floor: the moderator chose nobody", "1 of 5 (20 %)"}, {"floor: drawn, without a usable answer", "1 of 5 (20 %)"},
		{"floor: one bot could speak, or none", "1 of 5 (20 %)"}, {"labels: right", "8 of 12 (67 %)"}, {"labels: wrong", "3 of 12 (25 %)"}, {"labels: unsure", "1 of 12 (8 %)"}, {"labels: none", "0 of 12 (0 %)"},
		{"labels of oneself", "2 of 4 (50 %)"}, {"points of a contestant, by labels of others", "2.25"}, {"points with labels of oneself", "2.75"},
	}
	if got := mechanisms([]*Game{g}); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if got := mechanisms([]*Game{{Ballots: []referee.Ballot{{Answers: map[string]session.Answer{"A": {Option: "B"}}}}}}); got != nil {
		t.Errorf("without moderator and labels: %v", got)
	}
}
