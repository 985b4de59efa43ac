package session

import (
	"errors"
	"fmt"
	"testing"
)

func (r *Roster) join(id string) Code {
	o := Observation{Kind: PlayerJoined, Player: &Player{ID: id, Name: id}}
	if errs, refused := errors.AsType[Errors](o.Validate(r)); refused {
		return errs[0].Code
	}
	*r = r.With(&o)
	return ""
}

func (r *Roster) leave(kind ObservationKind, id string) {
	*r = r.With(&Observation{Kind: kind, Player: &Player{ID: id, Name: id}})
}

// TestPlayersWhoLeftDoNotCount fills a game, and lets players leave and others join.
func TestPlayersWhoLeftDoNotCount(t *testing.T) {
	t.Parallel()
	var r Roster
	for i := range MaxPlayers {
		if code := r.join(fmt.Sprint("p", i)); code != "" {
			t.Fatalf("player %d: %s", i, code)
		}
	}
	if code := r.join("one"); code != CodeTooMany {
		t.Errorf("one too many: %q", code)
	}
	r.leave(PlayerOut, "p1")
	if code := r.join("one"); code != CodeTooMany {
		t.Errorf("an eliminated player does not count: %q", code)
	}
	if code := r.join("p1"); code != "" {
		t.Errorf("an eliminated player cannot come back: %q", code)
	}
	r.leave(PlayerLeft, "p2")
	if code := r.join("one"); code != "" {
		t.Errorf("after one left: %q", code)
	}
	if code := r.join("p2"); code != CodeTooMany {
		t.Errorf("the one who left comes back to a full game: %q", code)
	}
	for i := 0; len(r.Players) < MaxRoster; i++ {
		id := fmt.Sprint("guest", i)
		r.leave(PlayerLeft, r.Players[len(r.Players)-1].ID)
		if code := r.join(id); code != "" {
			t.Fatalf("%s, after %d players: %s", id, len(r.Players), code)
		}
	}
	r.leave(PlayerLeft, "p3")
	if code := r.join("last"); code != CodeTooMany {
		t.Errorf("more than %d players in all: %q", MaxRoster, code)
	}
	if code := r.join("p2"); code != "" {
		t.Errorf("a known player comes back: %q", code)
	}
}

// TestCreateWithPlayersWhoLeft checks the limits of a new game.
func TestCreateWithPlayersWhoLeft(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		active, left int
		code         Code
	}{{32, 0, ""}, {33, 0, CodeTooMany}, {32, 32, ""}, {32, MaxRoster - 32, ""}, {32, MaxRoster - 31, CodeTooMany}} {
		r := Roster{Seat: "p0", Phases: []Phase{{ID: "day"}}, Phase: "day"}
		for i := range c.active + c.left {
			p := Player{ID: fmt.Sprint("p", i), Name: fmt.Sprint("p", i), Presence: Active}
			if i >= c.active {
				p.Presence = Left
			}
			r.Players = append(r.Players, p)
		}
		var errs Errors
		r.validate(&errs)
		if code := append(errs, &Error{})[0].Code; code != c.code {
			t.Errorf("%d active, %d left: %q", c.active, c.left, code)
		}
	}
}
