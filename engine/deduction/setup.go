package deduction

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Setup is a game as one player sees it at the beginning.
type Setup struct {
	Seats []string
	// RoleList holds a role of the standard table, in lower case, for each player, in any
	// order.
	RoleList []string
	// Me looks, with Role. A spectator has neither.
	Me, Role string
	// Known holds the roles that a player can have, as far as Me knows, by player id.
	Known map[string][]string
	// Words is how many words each player has written so far, by player id.
	Words map[string]int
	// Nil stands for Fitted.
	Weights *Weights
}

func (s Setup) check() error {
	if len(s.Seats) < 3 || len(s.Seats) > maxSeats {
		return fmt.Errorf("deduction: %d seats; give 3 to %d", len(s.Seats), maxSeats)
	}
	if len(s.RoleList) != len(s.Seats) {
		return fmt.Errorf("deduction: %d roles for %d seats; list one role for each seat", len(s.RoleList), len(s.Seats))
	}
	for _, role := range s.RoleList {
		if _, ok := kinds[role]; !ok {
			return fmt.Errorf("deduction: the role %q is unknown; take one of %v", role, slices.Sorted(maps.Keys(kinds)))
		}
	}
	if (s.Me == "") != (s.Role == "") {
		return errors.New("deduction: give the own seat with its role, or neither")
	}
	for _, seat := range append(slices.Sorted(maps.Keys(s.Known)), s.Me) {
		if seat != "" && !slices.Contains(s.Seats, seat) {
			return fmt.Errorf("deduction: %q has no seat; name one of %v", seat, s.Seats)
		}
	}
	return nil
}

func (s Setup) may(roles []string) [][]bool {
	all := make([][]bool, len(s.Seats))
	for i, seat := range s.Seats {
		known, limited := s.Known[seat]
		if seat == s.Me {
			known, limited = []string{s.Role}, true
		}
		all[i] = make([]bool, len(roles))
		for r, role := range roles {
			all[i][r] = !limited || slices.Contains(known, role)
		}
	}
	return all
}
