package desk

import (
	"context"
	"errors"
	"slices"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Line is one message of a session's transcript, as the platform and the bot see it.
type Line struct {
	ID     string `json:"id"`
	Seq    int64  `json:"seq"`
	Sender string `json:"sender"`
	// Name is the sender's name as the players see it.
	Name    string              `json:"name"`
	Kind    session.MessageKind `json:"kind"`
	Text    string              `json:"text"`
	Channel string              `json:"channel,omitempty"`
	ReplyTo string              `json:"reply_to,omitempty"`
	// Annotation is what the strategy has found in the message, if it has analysed it.
	Annotation *session.Annotation `json:"annotation,omitempty"`
	// At is when the message was stored.
	At time.Time `json:"at"`
	// SentAt is when the message was said, if the platform reported it.
	SentAt *time.Time `json:"sent_at,omitempty"`
	// Edited says that the platform has given the message another text, which text is.
	Edited bool `json:"edited,omitempty"`
	// Deleted says that the message was deleted. Its text is gone.
	Deleted bool `json:"deleted,omitempty"`
	// Own says that the message is the bot's.
	Own bool `json:"own"`
	// Status is set for the bot's own messages only.
	Status LineStatus `json:"status,omitempty"`
}

// Accused is an accusation that the bot has made by itself.
type Accused struct {
	VoteID string    `json:"vote_id"`
	Seq    int64     `json:"seq"`
	Player string    `json:"player"` // Player is the id of the accused.
	At     time.Time `json:"at"`     // At is when it was stored.
}

// TranscriptPage is a part of a transcript.
type TranscriptPage struct {
	Lines []Line
	// Accusations are those between the lines, and behind the last line of the transcript.
	Accusations []Accused
	More        bool // says that there are more lines
}

// LineStatus says what is known about a message that the bot sent.
type LineStatus string

// The statuses of a line.
const (
	LineSent     LineStatus = "sent"     // nothing is known; it counts as shown
	LinePosted   LineStatus = "posted"   // a receipt or an echo said so
	LineRejected LineStatus = "rejected" // a receipt said so
)

// transcriptBytes bounds a page in bytes: a thousand messages of 500 characters fit.
const transcriptBytes = 1 << 20

// lineBytes is about what a line has besides its text.
const lineBytes = 300

// echoDistance is after how many messages one of the bot gets no echo or annotation any more. The
// state that finds both keeps half as many; the other half is for annotations decided just before.
const echoDistance = 2 * session.KeptMessages

// Transcript returns the messages after a seq, at most limit, and the accusations among them.
// It begins to read before the page, for echoes, and ends some messages after it. Later only
// receipts can change the page, and they are found by their keys.
func (k *Desk) Transcript(ctx context.Context, id string, after int64, limit int) (TranscriptPage, error) {
	row, err := k.Row(ctx, id)
	if err != nil {
		return TranscriptPage{}, err
	}
	t := transcript{after: after, limit: limit, lines: []Line{}, own: map[string]int{}}
	if after >= row.LastSeq {
		return t.page(), nil
	}
	err = k.LongRead(ctx, func() error {
		if err := k.beforePage(ctx, row, &t); err != nil {
			return err
		}
		if err := k.readLog(ctx, id, t.state.Seq, t.add); err != nil || !t.stopped {
			return err
		}
		return k.addReceipts(ctx, id, &t)
	})
	if err == nil {
		err = k.addEdits(ctx, row.Home, &t)
	}
	return t.page(), err
}

// addEdits shows the newest texts.
func (k *Desk) addEdits(ctx context.Context, home string, t *transcript) error {
	edits, err := k.edits(ctx, home)
	for _, e := range edits {
		p := e.Data.(*session.MessageEdited)
		for i := range t.lines {
			if l := &t.lines[i]; l.ID == p.MessageID && !l.Deleted {
				l.Text, l.Edited = p.Text, true
			}
		}
	}
	return err
}

// page leaves out the accusations behind its lines if there are more of these.
func (t *transcript) page() TranscriptPage {
	if n := len(t.lines); t.more {
		t.accused = slices.DeleteFunc(t.accused, func(a Accused) bool { return a.Seq > t.lines[n-1].Seq })
	}
	return TranscriptPage{t.lines, t.accused, t.more}
}

// beforePage folds the messages before the page.
func (k *Desk) beforePage(ctx context.Context, row journal.Session, t *transcript) error {
	state, err := k.foldStart(ctx, row.ID, t.after)
	if err != nil {
		return err
	}
	if t.state = state; t.after-state.Seq <= longFold {
		t.state.Roster = row.Roster // so that it names players who joined later
		return nil
	}
	for span := int64(2 * echoDistance); ; span *= 4 {
		from := max(0, t.after-span)
		t.state = session.NewState(row.ID)
		t.state.Roster, t.state.Seq = row.Roster, from
		messages := 0
		err := k.readLog(ctx, row.ID, from, func(e session.Event) bool {
			if e.Seq <= t.after && t.apply(e) {
				messages++
			}
			return e.Seq < t.after
		})
		if err != nil || messages >= echoDistance || from == 0 {
			return err
		}
	}
}

// addReceipts adds the receipts after the events that were read.
func (k *Desk) addReceipts(ctx context.Context, id string, t *transcript) error {
	for message := range t.own {
		for _, status := range []session.ReceiptStatus{session.Rejected, session.Shown} {
			_, err := k.store.Find(ctx, id, journal.ReceiptKey(message, status))
			if errors.Is(err, journal.ErrNotFound) {
				continue
			}
			if err != nil {
				return err
			}
			t.setStatus(message, LineStatus(status))
			break
		}
	}
	return nil
}

type transcript struct {
	after int64
	limit int
	// state holds the last messages, and nothing else that matters.
	state   *session.State
	lines   []Line
	accused []Accused
	bytes   int
	more    bool
	own     map[string]int // the positions of the bot's messages in the page, by id
	// later counts the messages after the page.
	later int
	// stopped says that the log goes on after the last event that was read.
	stopped bool
}

// apply folds an event, and reports whether it said something.
func (t *transcript) apply(e session.Event) (said bool) {
	switch e.Data.(type) {
	case *session.MessageReceived, *session.MessageSent:
		said = true
	case *session.MessageReceipt:
	default:
		t.state.Seq = e.Seq
		return false
	}
	t.state.Apply(e)
	return said
}

// add adds what an event says: a post is new, and the last message of the state, or an echo of the
// bot's.
func (t *transcript) add(e session.Event) bool {
	if t.apply(e) && t.more {
		t.later++
	}
	s := t.state
	switch p := e.Data.(type) {
	case *session.MessageReceived:
		if last := s.Messages[len(s.Messages)-1]; last.Seq == e.Seq {
			t.addLine(last, e.At, p.SentAt)
			break
		}
		for _, m := range s.Messages {
			if m.Own && m.Confirmed {
				t.setStatus(m.ID, LinePosted)
			}
		}
	case *session.MessageSent:
		t.addLine(s.Messages[len(s.Messages)-1], e.At, nil)
	case *session.MessageAnnotated:
		if i := slices.IndexFunc(t.lines, func(l Line) bool { return l.Seq == p.Seq }); i >= 0 {
			t.lines[i].Annotation = &p.Annotation
		}
	case *session.VoteCast:
		if p.Origin == session.FromAccusation && e.Seq > t.after {
			t.accused = append(t.accused, Accused{p.VoteID, e.Seq, p.Answer.Option, e.At})
		}
	case *session.MessageReceipt:
		t.setStatus(p.MessageID, LineStatus(p.Status))
	}
	t.stopped = t.later >= echoDistance
	return !t.stopped
}

func (t *transcript) addLine(m session.Message, at time.Time, sentAt *time.Time) {
	if m.Seq <= t.after {
		return
	}
	if len(t.lines) == t.limit || t.bytes >= transcriptBytes {
		t.more = true
		return
	}
	if m.Own {
		t.own[m.ID] = len(t.lines)
	}
	l := lineOf(m, at)
	l.SentAt = sentAt
	t.lines = append(t.lines, l)
	t.bytes += len(l.Text) + lineBytes
}

func lineOf(m session.Message, at time.Time) Line {
	l := Line{
		ID: m.ID, Seq: m.Seq, Sender: m.Sender, Name: m.Name, Kind: m.Kind, Text: m.Text, Channel: m.Channel, ReplyTo: m.ReplyTo, Annotation: m.Annotation, At: at,
		Own: m.Own, Deleted: m.Text == "",
	}
	switch {
	case m.Own && m.Confirmed:
		l.Status = LinePosted
	case m.Own:
		l.Status = LineSent
	}
	return l
}

// setStatus keeps a rejection: a receipt "posted" may still arrive after it.
func (t *transcript) setStatus(id string, s LineStatus) {
	if i, ok := t.own[id]; ok && t.lines[i].Status != LineRejected {
		t.lines[i].Status = s
	}
}
