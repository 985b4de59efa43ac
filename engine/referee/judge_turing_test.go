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

// threeParty checks that whoever has won follows from the verdict: the person and the interrogator
// together, or the machine, or nobody if somebody has left or the interrogator is silent.
func (j *judge) threeParty(r referee.Result) {
	seat := map[string]string{}
	for of, role := range j.deal.Roles {
		seat[role] = of
	}
	named := j.cast["verdict"][seat["interrogator"]].Option
	alive := j.alive()
	var want []string
	switch {
	case alive["interrogator"]+alive["person"]+alive["machine"] < 3:
	case named == seat["person"] && named != "":
		want = []string{seat["interrogator"], named}
	case named == seat["machine"]:
		want = []string{named}
	}
	if slices.Sort(want); !slices.Equal(slices.Sorted(slices.Values(r.Winners)), want) {
		j.r.Fatalf("the verdict names %q, %v are gone, and %v have won", named, j.gone, r.Winners)
	}
	for _, c := range j.deal.Channels {
		if len(c.Members) != 2 || !slices.Contains(c.Members, seat["interrogator"]) {
			j.r.Fatalf("the channels are %v", j.deal.Channels)
		}
	}
}
