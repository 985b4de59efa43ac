package session

import (
	"slices"
	"strings"
	"unicode/utf8"

	"ringer/engine/mouth"
)

// Annotation is what a strategy has found in a message beyond its words. Prompts show it below the
// message.
type Annotation struct {
	// Receivers are the ids of the players whom the message is meant for.
	Receivers []string `json:"receivers,omitempty"`
	Notes     []Note   `json:"notes,omitempty"`
}

// Note is one finding about a message.
type Note struct {
	Label string `json:"label"` // Label says what the note is about, such as appeal.
	Text  string `json:"text"`
}

// Annotated is the annotation of the message with a seq.
type Annotated struct {
	Seq int64 `json:"message_seq"`
	Annotation
}

// MessageAnnotated adds an annotation to a message. It replaces an earlier annotation.
type MessageAnnotated struct {
	MessageID string `json:"message_id"`
	Annotated
}

func (*MessageAnnotated) Type() Type { return "message.annotated" }

// Limits of an annotation. Every prompt shows it with its message.
const (
	MaxNotes        = 8
	NoteChars       = 160 // the longest note with its label, in characters: one short sentence
	KeptAnnotations = 60  // how many of the last messages keep theirs, and their reading: more than prompts show
)

func (d *decider) annotate(found []Annotated) {
	for _, a := range found {
		m := d.s.heard(a.Seq)
		if m == nil {
			continue // it is not a message, or has left the state
		}
		a.Annotation = a.bounded(&d.s.Roster)
		d.emit(&MessageAnnotated{m.ID, a})
	}
}

func (a Annotation) bounded(r *Roster) (b Annotation) {
	for _, id := range a.Receivers {
		if _, ok := r.Player(id); ok && !slices.Contains(b.Receivers, id) {
			b.Receivers = append(b.Receivers, id)
		}
	}
	for _, n := range a.Notes {
		n.Text = mouth.Shorten(strings.Join(strings.Fields(n.Text), " "), max(0, NoteChars-utf8.RuneCountInString(n.Label)))
		if n.Text != "" && len(b.Notes) < MaxNotes {
			b.Notes = append(b.Notes, n)
		}
	}
	return b
}

// annotateMessage puts an annotation on its message. Views share the slice, so it changes a copy.
// In the first sessions its receivers said whom a question is for; now a reading does.
func (s *State) annotateMessage(a *Annotated) {
	i := s.messageIndex(a.Seq)
	if i < 0 {
		return
	}
	s.Messages = slices.Clone(s.Messages)
	found := a.Annotation
	m := &s.Messages[i]
	m.Annotation = &found
	if s.Config.Reading == "" {
		s.Questions.readdress(m, found.Receivers, s.Messages, &s.Roster)
	}
	s.forgetFindings()
}
