package desk

import (
	"context"
	"slices"
	"time"

	"ringer/engine/game"
)

// Line is one message of a session's transcript, as the platform and the bot see it.
type Line struct {
	ID     string `json:"id"`
	Seq    int64  `json:"seq"`
	Sender string `json:"sender"`
	// Name is the sender's name as the players see it.
	Name    string           `json:"name"`
	Kind    game.MessageKind `json:"kind"`
	Text    string           `json:"text"`
	Channel string           `json:"channel,omitempty"`
	ReplyTo string           `json:"reply_to,omitempty"`
	// Annotation is what the strategy has found in the message, if it has analysed it.
	Annotation *game.Annotation `json:"annotation,omitempty"`
	// At is when the message was stored.
	At time.Time `json:"at"`
	// SentAt is when the message was said, if the platform reported it.
	SentAt *time.Time `json:"sent_at,omitempty"`
	// Own says that the message is the bot's.
	Own bool `json:"own"`
	// Status is set for the bot's own messages only.
	Status LineStatus `json:"status,omitempty"`
}

// LineStatus says what is known about a message that the bot sent.
type LineStatus string

// The statuses of a line.
const (
	LineSent     LineStatus = "sent"     // nothing is known; it counts as shown
	LinePosted   LineStatus = "posted"   // a receipt or an echo said so
	LineRejected LineStatus = "rejected" // a receipt said so
)

// Transcript returns the messages after a seq, at most limit, and reports whether there are more.
// It folds the log to its end, since an echo or a receipt may come any time later. It starts at the
// cached state or the snapshot, unless that is newer than the seq. 500 events take 5 ms.
func (k *Desk) Transcript(ctx context.Context, id string, after int64, limit int) (lines []Line, more bool, err error) {
	state, err := k.foldStart(ctx, id, after)
	if err != nil {
		return nil, false, err
	}
	t := transcript{after: after, limit: limit, lines: []Line{}, own: map[string]int{}}
	err = k.fold(ctx, state, t.add)
	return t.lines, t.more, err
}

// transcript collects a page of lines.
type transcript struct {
	after int64
	limit int
	lines []Line
	more  bool
	own   map[string]int // the positions of the bot's messages in the page, by id
}

// add adds what an event says. A posted message is either new or an echo of the bot's own message.
// The state appends only new messages, so a new one is the last message of the state.
func (t *transcript) add(s *game.State, e game.Event) bool {
	switch p := e.Data.(type) {
	case *game.MessageReceived:
		if last := s.Messages[len(s.Messages)-1]; last.Seq == e.Seq {
			t.addLine(last, e.At, p.SentAt)
			return true
		}
		for _, m := range s.Messages {
			if m.Own && m.Confirmed {
				t.setStatus(m.ID, LinePosted)
			}
		}
	case *game.MessageSent:
		t.addLine(s.Messages[len(s.Messages)-1], e.At, nil)
	case *game.MessageAnnotated:
		if i := slices.IndexFunc(t.lines, func(l Line) bool { return l.Seq == p.Seq }); i >= 0 {
			t.lines[i].Annotation = &p.Annotation
		}
	case *game.MessageReceipt:
		t.setStatus(p.MessageID, LineStatus(p.Status))
	}
	return true
}

func (t *transcript) addLine(m game.Message, at time.Time, sentAt *time.Time) {
	if m.Seq <= t.after {
		return
	}
	if len(t.lines) == t.limit {
		t.more = true
		return
	}
	if m.Own {
		t.own[m.ID] = len(t.lines)
	}
	l := lineOf(m, at)
	l.SentAt = sentAt
	t.lines = append(t.lines, l)
}

func lineOf(m game.Message, at time.Time) Line {
	l := Line{
		ID: m.ID, Seq: m.Seq, Sender: m.Sender, Name: m.Name, Kind: m.Kind, Text: m.Text, Channel: m.Channel, ReplyTo: m.ReplyTo, Annotation: m.Annotation, At: at,
		Own: m.Own,
	}
	switch {
	case m.Own && m.Confirmed:
		l.Status = LinePosted
	case m.Own:
		l.Status = LineSent
	}
	return l
}

// setStatus sets the status of a message of the bot. A rejection is final: a receipt "posted" may
// still arrive after it.
func (t *transcript) setStatus(id string, s LineStatus) {
	if i, ok := t.own[id]; ok && t.lines[i].Status != LineRejected {
		t.lines[i].Status = s
	}
}
