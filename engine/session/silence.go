package session

import (
	"slices"

	"ringer/engine/mouth"
)

// Silence is how long nobody has written in a channel, and what stands there unanswered.
type Silence struct {
	// For is the time since the last line of a player or the host of a show. If nobody has written
	// in this phase, it is the time since the phase began, or the session.
	For Millis `json:"for_ms"`
	// LastBy is the id of the player who wrote that line, or the name of the host. It is empty if
	// nobody has written in this phase.
	LastBy string `json:"last_by,omitempty"`
	// Unanswered are the open questions, asked by whomever.
	Unanswered []Question `json:"unanswered"`
}

// Silence returns how long nobody has written in the channel where the bot speaks.
func (v *View) Silence() Silence {
	s := Silence{For: v.Now - v.PhaseBegan, Unanswered: []Question{}}
	for _, q := range v.Questions() {
		if q.Status == QuestionOpen {
			s.Unanswered = append(s.Unanswered, q)
		}
	}
	if m, ok := findLast(v.After(v.PhaseSince), func(m *Message) bool { return m.Kind != FromGamemaster && m.Channel == v.Channel && !m.History }); ok {
		s.For, s.LastBy = v.Now-m.At, m.Sender
	}
	return s
}

// Questions returns what the bot was asked where it speaks, alone or with everybody, and what it
// has asked, oldest first, each with its status.
func (v *View) Questions() []Question {
	return v.questions.Of(v.Me.ID, v.Channel, v.Messages, v.Now)
}

// OpenQuestions returns the questions to the bot, or to everybody, that wait for an answer.
func (v *View) OpenQuestions() []Question {
	return openTo(v.Me.ID, v.Questions())
}

func (s *State) openQuestions(now Millis) []Question {
	return openTo(s.Roster.Seat, s.Questions.Of(s.Roster.Seat, s.here(), s.Messages, now))
}

func openTo(me string, list []Question) []Question {
	return slices.DeleteFunc(list, func(q Question) bool { return q.Status != QuestionOpen || q.Asker == me })
}

// Newest returns the newest message of the view that fits.
func (v *View) Newest(fits func(*Message) bool) (Message, bool) { return findLast(v.Messages, fits) }

// LastOwn returns the bot's newest message in the channel where it speaks.
func (v *View) LastOwn() (Message, bool) {
	return findLast(v.Messages, func(m *Message) bool { return m.Own && m.Channel == v.Channel })
}

// AskedLast reports whether the bot's newest message asks something, as those of small models do.
// Its words decide: a model that reads lines takes many an invitation for a question.
func (v *View) AskedLast() bool {
	own, ok := v.LastOwn()
	return ok && mouth.Ask(own.Text).Asks
}

// Asked returns the newest open question that was asked of the bot alone.
func (v *View) Asked() (Question, bool) {
	return findLast(v.OpenQuestions(), func(q *Question) bool { return q.To == v.Me.ID })
}

// Message returns the message with a seq, and false if the view does not hold it.
func (v *View) Message(seq int64) (Message, bool) {
	return messageAt(v.Messages, seq)
}
