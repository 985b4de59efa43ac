package session

import "slices"

// Reading is what a line of the chat is: to whom it is said, whether it expects an answer, and
// which earlier line it answers.
type Reading struct {
	Seq int64 `json:"message_seq"` // Seq is the seq of the line.
	// To are the ids of the players to whom it is said. It is empty if it is said to all, or to
	// nobody.
	To  []string `json:"to,omitempty"`
	All bool     `json:"all,omitempty"` // All says that it is said to everybody.
	// Expects says that the line waits for an answer.
	Expects bool `json:"expects_answer"`
	// Answers is the seq of the line that it answers. It is left out for none.
	Answers int64 `json:"answers_seq,omitempty"`
}

// ReadingMode says who reads the lines of the chat.
type ReadingMode string

const (
	ReadingModel ReadingMode = "model" // the model, and the rules where it has not read a line
	ReadingRules ReadingMode = "rules" // the rules alone
)

// ReadSource says who has read a line.
type ReadSource string

const (
	SourceModel ReadSource = "model" // a call of this session, or one that another bot of the game shares
	SourceRule  ReadSource = "rule"  // the rules, since no model has read the line
)

// ShownReading is what a line of a player is for the bot.
type ShownReading struct {
	Reading
	MessageID string     `json:"message_id"`
	Sender    string     `json:"sender"`
	By        ReadSource `json:"by"`
}

// Readings returns what the last lines of players are, oldest first: so many at most.
func (v *View) Readings(most int) []ShownReading {
	lines, heard, r := []ShownReading{}, v.Messages, v.Roster()
	for i := len(heard) - 1; i >= 0 && len(lines) < most; i-- {
		switch m := &heard[i]; {
		case m.Kind != FromPlayer:
		case m.Reading != nil:
			lines = append(lines, ShownReading{*m.Reading, m.ID, m.Sender, SourceModel})
		default:
			lines = append(lines, ShownReading{ReadByRule(m, heard[:i], &r), m.ID, m.Sender, SourceRule})
		}
	}
	slices.Reverse(lines)
	return lines
}

// MessageRead says what a model has read lines as. The questions follow it, not the rules.
type MessageRead struct {
	Kind     string    `json:"kind"`     // Kind is the kind of the thought that has read them.
	Readings []Reading `json:"readings"` // Readings hold one entry a line.
}

func (*MessageRead) Type() Type { return "message.read" }

// read stores what a thought has read lines as. The offline player reads no better than the rules.
func (d *decider) read(t Thought, found []Reading) {
	if offline := func(c Call) bool { return c.Model == OfflineModel }; d.s.Config.Reading != ReadingModel || slices.ContainsFunc(t.Calls, offline) {
		return
	}
	var readings []Reading
	for _, x := range found {
		x, m := d.s.Bounded(x)
		if m == nil || slices.ContainsFunc(readings, func(y Reading) bool { return y.Seq == x.Seq }) {
			continue
		}
		if m.Reading == nil || !m.Reading.same(&x) {
			readings = append(readings, x)
		}
	}
	if len(readings) > 0 {
		d.emit(&MessageRead{t.Want.Kind, readings})
	}
}

// heard returns the kept message with a seq, if the bot may see it; else nil.
func (s *State) heard(seq int64) *Message {
	if i := s.messageIndex(seq); i >= 0 && s.Roster.Sees(s.Roster.Seat, s.Messages[i].Channel) {
		return &s.Messages[i]
	}
	return nil
}

func (s *State) messageIndex(seq int64) int {
	return slices.IndexFunc(s.Messages, func(m Message) bool { return m.Seq == seq })
}

// Bounded returns what can be true of a reading: it names listeners, and an earlier line of
// somebody else. A line that expects an answer of nobody asks everybody. The message is nil for a
// line that the bot does not know.
func (s *State) Bounded(x Reading) (Reading, *Message) {
	m := s.heard(x.Seq)
	if m == nil {
		return x, nil
	}
	listeners := s.Roster.listeners(m.Sender, m.Channel)
	to := x.To
	if x.To = nil; !x.All {
		for _, id := range to {
			if slices.Contains(listeners, id) && !slices.Contains(x.To, id) {
				x.To = append(x.To, id)
			}
		}
		if all := len(x.To) > 1 && len(x.To) == len(listeners); all || x.Expects && len(to) == 0 {
			x.To, x.All = nil, true
		}
	}
	if about := s.heard(x.Answers); about == nil || about.Seq >= m.Seq || about.Sender == m.Sender || about.Channel != m.Channel || m.Own && m.BasedOn < about.Seq {
		x.Answers = 0
	}
	return x, m
}

func (x *Reading) same(y *Reading) bool {
	return slices.Equal(x.To, y.To) && x.All == y.All && x.Expects == y.Expects && x.Answers == y.Answers
}

// asked returns whom a line asks, "" for everybody.
func (x *Reading) asked(m *Message, r *Roster) []string {
	others := r.listeners(m.Sender, m.Channel)
	switch to := x.To; {
	case !x.Expects:
		return nil
	case x.All && len(others) > 1, len(to) > fewAsked, len(to) > 1 && len(to) >= len(others):
		return []string{""}
	case x.All:
		return others
	default:
		return to
	}
}

// takeReadings puts readings on their messages. Views share the slice, so it changes a copy.
func (s *State) takeReadings(kind string, readings []Reading) {
	s.Messages = slices.Clone(s.Messages)
	for n := range readings {
		i := s.messageIndex(readings[n].Seq)
		if i < 0 {
			continue
		}
		m, x := &s.Messages[i], readings[n]
		m.Reading, m.ReadBy = &x, kind
		if bot := s.Roster.Seat; !m.Own && m.Kind == FromPlayer {
			to := slices.Contains(x.To, bot)
			m.Addressed = to && x.Expects || m.Addressed && (to || x.All)
		}
		s.Questions.follow(m, s.Messages, &s.Roster, m.Seq < s.Rhythm.PhaseSince)
	}
	s.forgetFindings()
}

// forgetFindings removes what thoughts have found in messages that prompts no longer show.
func (s *State) forgetFindings() {
	for i := range s.Messages[:max(0, len(s.Messages)-KeptAnnotations)] {
		m := &s.Messages[i]
		m.Annotation, m.Reading, m.ReadBy = nil, nil, ""
	}
}
