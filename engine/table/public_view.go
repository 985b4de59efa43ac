package table

import (
	"slices"

	"ringer/engine/game"
)

// ShowPublic returns an event of a table as a person without a seat may see it, and whether they
// see it at all. That is what every player sees, so it reveals no side and no bot. It has no answer
// to a vote. asked reports whether all players know of a vote, as Vote.Public says. r is the roster
// of the table.
func ShowPublic(table string, r *game.Roster, asked func(vote string) bool, e game.Event) (game.Event, bool) {
	switch p := e.Data.(type) {
	case *game.VoteRequested:
		q := p.VoteRequest
		q.Fallback = nil // the platform's wish for its bots
		e.Data = &game.VoteRequested{VoteRequest: q}
		return e, asked(p.ID)
	case *game.VoteCancelled:
		return e, asked(p.VoteID)
	case *game.VoteReceived, *game.VoteCast:
		return e, false
	case *game.ObservationReceived:
		if !slices.Contains(publicKinds, p.Kind) {
			return e, false
		}
	}
	return Show(table, r, "", e)
}

// publicKinds are the kinds of observations that everybody at a table makes.
var publicKinds = []game.ObservationKind{
	game.PhaseChanged, game.PlayerJoined, game.PlayerLeft, game.PlayerOut, game.PlayerTyping, game.RulingMade,
}
