package recording

import (
	"strings"
	"testing"
)

// TestSeats: several games are played in the seat of each bot only where bots look for each other.
func TestSeats(t *testing.T) {
	t.Parallel()
	players := []Player{{Name: "Ann", Kind: "human"}, {Name: "Bo", Kind: BotKind}, {Name: "Cy", Kind: BotKind}}
	for _, x := range []struct {
		rules, as string
		all       bool
		want      string
	}{{ReverseTuring, "", true, "Bo Cy"}, {ReverseTuring, "", false, "Bo"}, {ReverseTuring, "Ann", true, "Ann"}, {"turing", "", true, "Bo"}, {"turing", "Eve", true, ""}} {
		r := Game{Rules: x.rules, Players: players}
		var names []string
		for _, seat := range r.Seats(x.as, x.all) {
			names = append(names, seat.Name)
		}
		if got := strings.Join(names, " "); got != x.want {
			t.Errorf("%+v: in the seats of %q", x, got)
		}
	}
}
