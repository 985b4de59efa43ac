package match

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ringer/engine/session"
)

// Check refuses a start that does not fit any game of at least low and at most high players. It
// fills in the speed.
func (s *Start) Check(low, high int) (errs session.Errors) {
	if n := len(s.Players); n < low || n > high {
		errs.Add(session.CodeOutOfRange, "/game/players", fmt.Sprintf("has %d entries; these rules need from %d to %d players", n, low, high))
	}
	for i, p := range s.Players {
		at := fmt.Sprintf("/game/players/%d", i)
		switch {
		case p.ID == "":
			errs.Add(session.CodeRequired, at+"/id", "give the player an id")
		case slices.ContainsFunc(s.Players[:i], func(q session.Player) bool { return q.ID == p.ID }):
			errs.Add(session.CodeDuplicatePlayer, at, fmt.Sprintf("has the id %s, as another player has; make all ids unique", session.Quoted(p.ID)))
		case p.Presence != "" && p.Presence != session.Active:
			errs.Add(session.CodeInvalidValue, at+"/presence", "must be active, since everybody plays from the start; leave the player out")
		}
	}
	if s.Speed == 0 {
		s.Speed = 1
	}
	if !(s.Speed >= 0.01 && s.Speed <= session.MaxSpeed) {
		errs.Add(session.CodeOutOfRange, "/speed", "must be from 0.01 to 1000; 1 is real time")
	}
	return errs
}

// Seats returns the ids of the players.
func (s *Start) Seats() (ids []string) {
	for _, p := range s.Players {
		ids = append(ids, p.ID)
	}
	return ids
}

// Active returns the players, all in the game.
func (s *Start) Active() []session.Player {
	players := slices.Clone(s.Players)
	for i := range players {
		p := &players[i]
		if p.Presence = session.Active; p.Name == "" {
			p.Name = p.ID
		}
	}
	return players
}

// CheckRoles refuses fixed roles that are unknown, or that a player lacks. It returns them in lower
// case.
func (s *Start) CheckRoles(errs *session.Errors, known []string) map[string]string {
	roles := map[string]string{}
	seats := s.Seats()
	for _, seat := range slices.Sorted(maps.Keys(s.Roles)) {
		at, role := "/roles/"+session.Pointer(seat), strings.ToLower(s.Roles[seat])
		if !slices.Contains(seats, seat) {
			errs.Add(session.CodeUnknownPlayer, at, session.NotAmong(seat, "the id of a player", seats))
		} else if !slices.Contains(known, role) {
			errs.Add(session.CodeInvalidValue, at, session.NotAmong(s.Roles[seat], "a role of these rules", known))
		}
		roles[seat] = role
	}
	for _, seat := range seats {
		if _, ok := roles[seat]; !ok {
			errs.Add(session.CodeRequired, "/roles/"+session.Pointer(seat), "give each player a role, or leave roles out to have them dealt")
		}
	}
	return roles
}

// Kinds returns whether each seat is a machine or a person, in the words of the rules: the roles of
// the start, else machines for the seats of bots. In a game of bots alone, roles let one play a
// person.
func (s *Start) Kinds(errs *session.Errors, machine, person string) map[string]string {
	if len(s.Roles) > 0 {
		return s.CheckRoles(errs, []string{machine, person})
	}
	kinds, seats := map[string]string{}, s.Seats()
	for _, seat := range seats {
		kinds[seat] = person
	}
	for i, seat := range s.Machines {
		at := fmt.Sprintf("/machines/%d", i)
		if !slices.Contains(seats, seat) {
			errs.Add(session.CodeUnknownPlayer, at, session.NotAmong(seat, "the id of a player", seats))
		} else if kinds[seat] == machine {
			errs.Add(session.CodeDuplicatePlayer, at, "is in the list before; name each seat once")
		}
		kinds[seat] = machine
	}
	return kinds
}

// Shuffled returns ids in an order that the seed decides.
func Shuffled(ids []string, seed int64, purpose string) []string {
	ids = slices.Clone(ids)
	session.Draw(seed, 0, orderPrefix+purpose, 0).Shuffle(len(ids), func(i, k int) { ids[i], ids[k] = ids[k], ids[i] })
	return ids
}

// Concealed returns what each seat conceals: its role, if that is hidden.
func Concealed(rules Rules, roles map[string]string) map[string][]string {
	conceal := map[string][]string{}
	for seat, role := range roles {
		if slices.Contains(rules.Hidden(), role) {
			conceal[seat] = []string{role}
		}
	}
	return conceal
}
