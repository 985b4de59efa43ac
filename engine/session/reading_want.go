package session

import (
	"slices"
	"strings"
)

// KindRead is the kind of the thought that reads lines which no other call is about to read.
const KindRead = CorePrefix + "read"

// Reader is a strategy whose thoughts of some kinds also read the newest lines.
type Reader interface {
	Reads(kind string) bool
}

const (
	// MostRead is how many lines one call of the kind KindRead reads.
	MostRead = 5
	// readFor is the age of the oldest line that is worth a call, in milliseconds.
	readFor = 60 * 1000
	// readSoon is how long, in milliseconds, a line waits for a thought that reads it anyway.
	readSoon = 1500
	// readLater is how long, in milliseconds, it waits in sessions of generation 3 and later:
	// another call saves less time than it costs.
	readLater = 15 * 1000
	// readPatience is how long a bot waits, in milliseconds, for the reading of each bot before it.
	// That bot's strategy may think first.
	readPatience = 8000
)

// Unread returns the newest lines of other players where the bot speaks that no model has read,
// oldest first: at most so many, up to a seq.
func (v *View) Unread(most int, upTo int64) (lines []Message) {
	if v.Config.Reading != ReadingModel {
		return nil
	}
	for _, m := range slices.Backward(v.Window()) {
		if len(lines) == most || v.Now-m.At > readFor {
			break
		}
		if m.Kind == FromPlayer && !m.Own && !m.History && m.Channel == v.Channel && m.Seq <= upTo && m.Reading == nil {
			lines = append(lines, m)
		}
	}
	slices.Reverse(lines)
	return lines
}

// ToRead returns the lines that a thought of the kind KindRead reads: those after the newest line
// here that a model has read.
func (v *View) ToRead() []Message {
	read, _ := findLast(v.Window(), func(m *Message) bool { return m.Reading != nil && m.Channel == v.Channel })
	return slices.DeleteFunc(v.Unread(MostRead, v.Seq), func(x Message) bool { return x.Seq < read.Seq })
}

// readWants asks for a reading of the lines that no other thought is about to read. While another
// thought is, the want waits, so that a call that runs already is not stopped. The offline player,
// which reads no better than the rules, is not asked.
func (d *decider) readWants(wants []Want, v View) []Want {
	if !d.s.ModelAnswered || d.s.Path.Name != PathFull || d.s.Path.Silenced != "" || !d.s.Roster.MaySpeak(d.s.Roster.Seat) {
		return nil
	}
	lines := v.ToRead()
	if len(lines) == 0 || lines[len(lines)-1].Seq <= d.s.Thoughts[KindRead].Considered {
		return nil
	}
	if d.s.Config.Generation > 2 && !slices.ContainsFunc(lines, d.s.mayAsk) {
		return nil
	}
	last, at := lines[len(lines)-1], lines[0].At
	for kind, p := range d.s.Thoughts {
		if d.reads(kind) { // its last thought has not read the line
			at = max(at, p.FinishedAt)
		}
	}
	at += Millis(d.s.readersBefore(lines)) * readPatience
	soon := max(at+readSoon, last.At+readSoon, d.now)
	if d.s.Config.Generation > 2 {
		soon = max(soon, last.At+readLater)
	}
	if slices.ContainsFunc(wants, func(w Want) bool {
		return d.reads(w.Kind) && w.BasedOn >= last.Seq && max(w.At, d.s.Thoughts[w.Kind].RetryAt) <= soon
	}) {
		at = last.At + readFor + 1 // the line is too old by then
	}
	return []Want{{Kind: KindRead, BasedOn: last.Seq, At: at}}
}

// mayAsk reports whether a line may wait for an answer of the bot. The rules take it for a
// question, it has a question mark or the bot's name, or it comes right after a line of the bot.
func (s *State) mayAsk(m Message) bool {
	if m.Addressed || strings.ContainsAny(m.Text, "?？؟") || slices.ContainsFunc(s.Questions, func(q Question) bool { return q.Seq == m.Seq }) {
		return true
	}
	before, ok := findLast(s.Messages, func(x *Message) bool { return x.Seq < m.Seq && x.Channel == m.Channel })
	return ok && before.Own
}

// readersBefore counts the bots of the game that come before this one in reading lines.
func (s *State) readersBefore(lines []Message) (before int) {
	for _, seat := range s.Bots {
		wroteAll := !slices.ContainsFunc(lines, func(m Message) bool { return m.Sender != seat })
		switch {
		case seat == s.Roster.Seat:
			return before
		case !wroteAll && s.Roster.MaySpeak(seat):
			before++
		}
	}
	return 0
}

// reads reports whether thoughts of a kind also read the newest lines.
func (d *decider) reads(kind string) bool {
	r, ok := d.strategy.(Reader)
	return kind == KindReconsider || ok && r.Reads(kind)
}

func (d *decider) concludeRead(t Thought) {
	found, _ := t.Finding.([]Reading)
	d.read(t, found)
	d.emit(&ThoughtCompleted{Kind: KindRead, BasedOn: t.Want.BasedOn, Began: t.Began(), Slot: SlotNone, Calls: t.Calls})
}

// SharedReading is a reading that another bot's call has made. The call showed nothing of a seat.
type SharedReading struct {
	To      []string `json:"to,omitempty"`   // To are the ids of the players to whom the line is said.
	All     bool     `json:"all,omitempty"`  // All says that it is said to everybody.
	Expects bool     `json:"expects_answer"` // Expects says that the line waits for an answer.
	// Answers is the id of the message that it answers. It is left out for none.
	Answers string `json:"answers_id,omitempty"`
}

// Shared returns what the other bots of a game get of a reading: nil unless the call that made it
// showed nothing of a seat.
func (s *State) Shared(kind string, x Reading) *LineAnalysed {
	m := s.heard(x.Seq)
	if kind != KindRead || m == nil {
		return nil
	}
	shared := &SharedReading{To: x.To, All: x.All, Expects: x.Expects}
	if about := s.heard(x.Answers); about != nil {
		shared.Answers = about.ID
	}
	return &LineAnalysed{MessageID: m.ID, Reading: shared}
}

// takeShared puts another bot's reading on a message that this bot has not read.
func (s *State) takeShared(m *Message, shared *SharedReading) {
	if s.Config.Reading != ReadingModel || m.Reading != nil {
		return
	}
	x := Reading{Seq: m.Seq, To: shared.To, All: shared.All, Expects: shared.Expects}
	if about := messageWithID(s.Messages, shared.Answers); about != nil {
		x.Answers = about.Seq
	}
	s.takeReadings(KindRead, []Reading{x})
}
