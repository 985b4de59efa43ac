package recording

import (
	"strings"
	"testing"
)

// TestSeats: several games are played in the seat of each bot only where bots look for each other.
// A quest game is played in each seat.
func TestSeats(t *testing.T) {
	t.Parallel()
	players := []Player{{Name: "Ann", Kind: "human"}, {Name: "Bo", Kind: BotKind}, {Name: "Cy", Kind: BotKind}}
	reverse, turing := &Game{Rules: ReverseTuring, Players: players}, &Game{Rules: "turing", Players: players}
	avalon, plain := questGames(t)
	for _, x := range []struct {
		game *Game
		as   string
		all  bool
		want string
	}{
		{reverse, "", true, "Bo Cy"}, {reverse, "", false, "Bo"}, {reverse, "Ann", true, "Ann"}, {turing, "", true, "Bo"}, {turing, "Eve", true, ""},
		{avalon, "", true, "Ann Ben Cleo Dan Eve Finn"}, {avalon, "Dan", true, "Dan"}, {plain, "", false, "Lou"},
	} {
		var names []string
		for _, seat := range x.game.Seats(x.as, x.all) {
			names = append(names, seat.Name)
		}
		if got := strings.Join(names, " "); got != x.want {
			t.Errorf("%s as %q, of all: %t: in the seats of %q, want %q", x.game.Rules, x.as, x.all, got, x.want)
		}
	}
}
