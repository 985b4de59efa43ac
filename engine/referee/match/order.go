package match

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"ringer/engine/session"
)

const (
	// orderPrefix begins the ids of what the rules order, by which the fold recognises it. So a
	// host refuses such ids of a platform.
	orderPrefix = "referee:"
	// gameMaster is the core's default for a game master.
	gameMaster = "GameMaster"
	// ResultSuffix ends the id of the line that tells how a vote went. The fold closes the vote
	// there.
	ResultSuffix = "-result"
	// OutSuffix ends the id of the observation that puts out whom a vote has chosen.
	OutSuffix = "-out"
	began     = "begin"
)

// IsOrder reports whether an id is one that the rules give to their own orders.
func IsOrder(id string) bool { return strings.HasPrefix(id, orderPrefix) }

// Order returns an id that begins like those of the rules' own orders.
func Order(id string) string { return orderPrefix + id }

// Line returns a line of the game master. id is unique in the game.
func Line(id, channel, text string) session.Payload {
	if utf8.RuneCountInString(text) > session.MaxText { // names of 80 characters in a large game
		text = string([]rune(text)[:session.MaxText-1]) + "…"
	}
	return &session.MessageReceived{Post: session.Post{ID: orderPrefix + id, Kind: session.FromGamemaster, Sender: gameMaster, Text: text, Channel: channel}}
}

// HaveWon says who has won.
func (m *Match) HaveWon(winners []string) string {
	switch len(winners) {
	case 0:
		return "Nobody has won."
	case 1:
		return m.Names(winners) + " has won."
	}
	return m.Names(winners) + " have won."
}

// BeginPhase returns the beginning of a phase that lasts some game time.
func (m *Match) BeginPhase(id string, lasts session.Millis) session.Payload {
	in := m.wall(lasts)
	return &session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged, Phase: id, EndsIn: &in}}
}

// TalkPhase returns the phase in which the player in a place talks: one for all, or one of each
// player in turn.
func TalkPhase(all string, inTurn bool, place int) string {
	if !inTurn {
		return all
	}
	return fmt.Sprintf("turn-%d", place+1)
}

// TalkPhases returns the phases of a talk.
func (m *Match) TalkPhases(all string, inTurn bool) (phases []session.Phase) {
	if !inTurn {
		return []session.Phase{{ID: all}}
	}
	for i, p := range m.Players {
		phases = append(phases, session.Phase{ID: TalkPhase(all, true, i), Speakers: []string{p.ID}})
	}
	return phases
}

// Out returns the observation that a player is out by the rules. id is unique in the game.
func (m *Match) Out(id, seat string) session.Payload {
	player := session.Player{ID: seat, Name: m.Name(seat)}
	return &session.ObservationReceived{Observation: session.Observation{ID: orderPrefix + id, Kind: session.PlayerOut, Player: &player}}
}

// Ask returns a vote of these seats that stays open for some game time.
func (m *Match) Ask(q session.VoteRequest, seats []string, lasts session.Millis) session.Payload {
	q.Within = m.within(lasts)
	return &session.VoteRequested{VoteRequest: q, Seats: seats}
}

// VoteLasts returns how long a vote stays open whose option says so, in game time.
func (m *Match) VoteLasts(lasts session.Millis) session.Millis { return m.Played(m.within(lasts)) }

func (m *Match) within(lasts session.Millis) int64 {
	return min(max(m.wall(lasts), session.MinWithin), session.MaxWithin)
}

// End returns the last line of the game master, and the end of the game.
func (m *Match) End(outcome string) []session.Payload {
	ended := session.SessionEnded{Reason: session.EndedByRules, Outcome: outcome, Reveal: m.Roles}
	return []session.Payload{Line("end", "", outcome), &session.GameEnded{SessionEnded: ended}}
}

// wall returns milliseconds of wall time, rounded up, so that no phase is shorter than its option
// says.
func (m *Match) wall(d session.Millis) int64 { return int64(math.Ceil(float64(d) / m.Speed)) }

// Played returns milliseconds of wall time as game time.
func (m *Match) Played(wall int64) session.Millis {
	return session.Millis(math.Round(float64(wall) * m.Speed))
}

// Choices returns players as the options of a vote.
func (m *Match) Choices(seats []string) (options []session.Option) {
	for _, seat := range seats {
		options = append(options, session.Option{ID: seat, Label: m.Name(seat), Player: seat})
	}
	return options
}

// Name returns the name of a player.
func (m *Match) Name(seat string) string {
	if i := slices.IndexFunc(m.Players, func(p session.Player) bool { return p.ID == seat }); i >= 0 {
		return m.Players[i].Name
	}
	return seat
}

// Names lists the names of players, as in "Ann, Bob and Cleo".
func (m *Match) Names(seats []string) string {
	var names []string
	for _, seat := range seats {
		names = append(names, m.Name(seat))
	}
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return strings.Join(names, "")
}
