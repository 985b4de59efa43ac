package session

import (
	"slices"

	"ringer/engine/mouth"
)

// sameTurn is how soon a player's next line goes on with what the last one has said, in
// milliseconds. In published games three of four second lines of people come within 8 s.
const sameTurn = 8000

// continues reports whether a new line goes on with the last one of its channel. Both count as one
// turn for the shares of the talk.
func (s *State) continues(m *Message) bool {
	if m.Kind != FromPlayer || !s.Config.lifelike() {
		return false
	}
	last, ok := findLast(s.Messages, func(x *Message) bool { return x.Channel == m.Channel })
	return m.Follows != "" || !m.Own && ok && last.Sender == m.Sender && last.Kind == FromPlayer && m.At-last.At <= sameTurn
}

// Corrects reports whether a line only corrects a word of the line before it, as in *doing. Nobody
// reacts to such a line.
func (m *Message) Corrects() bool { return m.Continues && mouth.IsCorrection(m.Text) }

// The second lines of people: a share of 0.12 in published games, 0.06 to 0.17 by the game. The
// prior counts as so many lines of the chat.
const (
	secondLines = 0.12
	priorLines  = 40
)

// secondShare returns the share of second lines among those of the room's people, and of the bot.
func (s *State) secondShare() (people, own float64) {
	lines, second := float64(priorLines), priorLines*secondLines
	ownLines, ownSecond := 1.0, 0.0
	for i := range s.Messages {
		m := &s.Messages[i]
		switch {
		case m.Own:
			if ownLines++; m.Continues {
				ownSecond++
			}
		case m.Kind == FromPlayer && !slices.Contains(s.Bots, m.Sender):
			if lines++; m.Continues {
				second++
			}
		}
	}
	return second / lines, ownSecond / ownLines
}
