package referee

import (
	"errors"
	"slices"
	"strconv"

	"ringer/engine/session"
)

// FirstNames are names for bots: common, short, and not words that players use otherwise.
var FirstNames = []string{"Alex", "Casey", "Eden", "Frankie", "Jamie", "Jordan", "Kim", "Logan", "Morgan", "Nico", "Quinn", "Riley", "Robin", "Sam", "Taylor", "Toni"}

// LeastPlayers returns how many players rules need. It is 0 if the rules are not known here.
func LeastPlayers(id string) int {
	rules, ok := Find(id)
	if !ok {
		return 0
	}
	var start Start
	for range session.MaxPlayers {
		start.Players = append(start.Players, session.Player{ID: strconv.Itoa(len(start.Players))})
		_, err := rules.Deal(start)
		errs, _ := errors.AsType[session.Errors](err)
		if !slices.ContainsFunc(errs, func(e *session.Error) bool { return e.Pointer == "/game/players" }) {
			break
		}
	}
	return len(start.Players)
}

// OddOne returns the role that one bot has in a game about machines that bots alone play, and the
// role of all others: the rules need one machine, or one person. Both are empty where the rules
// deal the roles.
func OddOne(id string) (one, others string) {
	rules, _ := Find(id)
	if r, ok := rules.(interface{ OddOne() (one, others string) }); ok {
		return r.OddOne()
	}
	return "", ""
}
