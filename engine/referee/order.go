package referee

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"ringer/engine/session"
)

const (
	// orderPrefix begins the ids of the lines and observations that the rules order. The fold
	// recognises them by it, so a host refuses such ids of a platform.
	orderPrefix = "referee:"
	// gameMaster is the sender of the rules' lines: the core's default for a game master.
	gameMaster = "GameMaster"
	// result ends the id of the line that tells how a vote went. The fold closes the vote there.
	result = "-result"
	// outSuffix ends the id of the observation that puts out whom a vote has chosen.
	outSuffix = "-out"
	// began is the id of the first line.
	began = "begin"
)

// IsOrder reports whether an id is one that the rules give to their own orders.
func IsOrder(id string) bool { return strings.HasPrefix(id, orderPrefix) }

// Order returns an id that begins like those of the rules' own orders.
func Order(id string) string { return orderPrefix + id }

// line returns a line of the game master. id is unique in the game.
func line(id, channel, text string) session.Payload {
	if utf8.RuneCountInString(text) > session.MaxText { // names of 80 characters in a large game
		text = string([]rune(text)[:session.MaxText-1]) + "…"
	}
	return &session.MessageReceived{Post: session.Post{ID: orderPrefix + id, Kind: session.FromGamemaster, Sender: gameMaster, Text: text, Channel: channel}}
}

// phase returns the beginning of a phase that lasts some game time.
func (m *match) phase(id string, lasts session.Millis) session.Payload {
	in := m.wall(lasts)
	return &session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged, Phase: id, EndsIn: &in}}
}

// out returns the observation that a player is out by the rules. id is unique in the game.
func (m *match) out(id, seat string) session.Payload {
	player := session.Player{ID: seat, Name: m.name(seat)}
	return &session.ObservationReceived{Observation: session.Observation{ID: orderPrefix + id, Kind: session.PlayerOut, Player: &player}}
}

// ask returns a vote of these seats that stays open for some game time.
func (m *match) ask(q session.VoteRequest, seats []string, lasts session.Millis) session.Payload {
	q.Within = min(max(m.wall(lasts), session.MinWithin), session.MaxWithin)
	return &session.VoteRequested{VoteRequest: q, Seats: seats}
}

// end returns the last line of the game master, and the end of the game.
func (m *match) end(outcome string) []session.Payload {
	ended := session.SessionEnded{Reason: session.EndedByRules, Outcome: outcome, Reveal: m.Roles}
	return []session.Payload{line("end", "", outcome), &session.GameEnded{SessionEnded: ended}}
}

// wall returns game time as milliseconds of wall time. It rounds up, so that no phase is shorter
// than its option says.
func (m *match) wall(d session.Millis) int64 { return int64(math.Ceil(float64(d) / m.Speed)) }

// played returns milliseconds of wall time as game time.
func (m *match) played(wall int64) session.Millis {
	return session.Millis(math.Round(float64(wall) * m.Speed))
}

// options returns players as the options of a vote.
func (m *match) options(seats []string) (options []session.Option) {
	for _, seat := range seats {
		options = append(options, session.Option{ID: seat, Label: m.name(seat), Player: seat})
	}
	return options
}

// name returns the name of a player.
func (m *match) name(seat string) string {
	if i := slices.IndexFunc(m.Players, func(p session.Player) bool { return p.ID == seat }); i >= 0 {
		return m.Players[i].Name
	}
	return seat
}

// names lists the names of players, as in "Ann, Bob and Cleo".
func (m *match) names(seats []string) string {
	var names []string
	for _, seat := range seats {
		names = append(names, m.name(seat))
	}
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return strings.Join(names, "")
}
