package referee_test

import (
	"fmt"
	"slices"
	"testing"

	"ringer/engine/referee"
)

// TestEveryHiddenRoleIsConcealed: in each game, a seat with a hidden role conceals it, and no other
// seat conceals anything.
func TestEveryHiddenRoleIsConcealed(t *testing.T) {
	t.Parallel()
	for _, id := range referee.IDs() {
		rules, _ := referee.Find(id)
		start := referee.Start{Players: players(seven), Machines: []string{"Ann"}}
		if id == "reverse_turing" {
			start.Machines = nil
			for _, p := range start.Players[1:] {
				start.Machines = append(start.Machines, p.ID)
			}
		}
		deal, err := rules.Deal(start)
		if err != nil || len(referee.Hidden(id)) == 0 {
			t.Fatalf("%s: hides %v: %v", id, referee.Hidden(id), err)
		}
		for seat, role := range deal.Roles {
			want := []string(nil)
			if slices.Contains(referee.Hidden(id), role) {
				want = []string{role}
			}
			if got := deal.Conceal[seat]; fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: a %s conceals %v, want %v", id, role, got, want)
			}
		}
	}
}
