package referee_test

import (
	"slices"

	"ringer/engine/referee"
)

// elimination checks that the winners agree with who is in the game, and that a vote put out all
// but those who left.
func (j *judge) elimination(r referee.Result) {
	alive, votedOut, one := j.alive(), false, ""
	for seat, role := range j.deal.Roles {
		if role == "machine" {
			one, votedOut = seat, slices.Contains(j.voted, seat)
		}
	}
	want := "machine"
	switch {
	case votedOut:
		want = "person"
	case j.gone[one]:
		want = ""
	case alive["machine"]+alive["person"] > 2:
		j.r.Fatalf("the game ends with %v alive", alive)
	}
	for _, p := range j.deal.Players {
		if slices.Contains(r.Winners, p.ID) != (j.deal.Roles[p.ID] == want) {
			j.r.Fatalf("the winners are %v; the %q has won", r.Winners, want)
		}
	}
	if len(j.voted) != len(r.Ballots) {
		j.r.Fatalf("%d votes have put out %v", len(r.Ballots), j.voted)
	}
}
