package desk_test

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/store"
)

type countingStore struct {
	journal.Store
	read int
}

func (c *countingStore) Events(ctx context.Context, session string, after int64, limit int) ([]session.Event, error) {
	events, err := c.Store.Events(ctx, session, after, limit)
	c.read += len(events)
	return events, err
}

// longLog appends the lines of a long game: messages of the others, and messages of the bot with
// late echoes, late receipts and annotations.
func (b *bench) longLog(rounds int) {
	b.t.Helper()
	for i := range rounds {
		sent, before := fmt.Sprint("msg_x_", i), fmt.Sprint("msg_x_", max(0, i-1))
		text := fmt.Sprint("I say ", i)
		events := []session.Event{
			{Data: &session.MessageReceived{Post: session.Post{Sender: "blue", Text: fmt.Sprint("line ", i), Kind: session.FromPlayer}}},
			{Key: journal.SentKey(session.PlanOf(sent)), Cursor: 1, Data: &session.MessageSent{MessageID: sent, Sender: "red", Text: text, Kind: session.Reply}},
			{Data: &session.MessageReceived{Post: session.Post{Sender: "blue", Text: "and then", Kind: session.FromPlayer}}},
		}
		switch i % 5 {
		case 0: // an echo by text, after the next message of the bot
		case 1:
			events = append(events, session.Event{Data: &session.MessageReceived{Post: session.Post{Sender: "red", Text: fmt.Sprint("I say ", i-1), Kind: session.FromPlayer}}})
		case 2:
			receipt := &session.MessageReceipt{MessageID: before, Receipt: session.Receipt{Status: session.Shown}}
			events = append(events, session.Event{Key: journal.ReceiptKey(before, session.Shown), Data: receipt})
		case 3:
			events = append(events, session.Event{Cursor: 1, Data: &session.MessageAnnotated{Annotated: session.Annotated{
				Seq: b.last() - 3, Annotation: session.Annotation{Notes: []session.Note{{Label: "appeal", Text: text}}},
			}}})
		}
		b.add(events...)
	}
	for i := range rounds { // receipts long after their messages
		if i%7 == 0 {
			id := fmt.Sprint("msg_x_", i)
			receipt := &session.MessageReceipt{MessageID: id, Receipt: session.Receipt{Status: session.Rejected}}
			b.add(session.Event{Key: journal.ReceiptKey(id, session.Rejected), Data: receipt})
		}
	}
}

// wholeTranscript returns all lines of the session, from one fold of the whole log.
func (b *bench) wholeTranscript() []desk.Line {
	b.t.Helper()
	state := session.NewState(b.id)
	var lines []desk.Line
	at := map[string]int{} // the place of each message of the bot
	err := journal.Read(b.t.Context(), journal.Pages(b.store, b.id), 0, func(e session.Event) bool {
		state.Apply(e)
		for _, m := range state.Messages {
			i, known := at[m.ID]
			switch {
			case m.Seq == e.Seq:
				at[m.ID] = len(lines)
				l := desk.Line{ID: m.ID, Seq: m.Seq, Sender: m.Sender, Name: m.Name, Kind: m.Kind, Text: m.Text, Own: m.Own}
				if l.Own {
					l.Status = desk.LineSent
				}
				lines = append(lines, l)
			case known && m.Confirmed:
				lines[i].Status = desk.LinePosted
			}
		}
		switch p := e.Data.(type) {
		case *session.MessageReceipt:
			lines[at[p.MessageID]].Status = desk.LineStatus(p.Status)
		case *session.MessageAnnotated:
			for i := range lines {
				if lines[i].Seq == p.Seq {
					lines[i].Annotation = &p.Annotation
				}
			}
		}
		return true
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return lines
}

// TestTranscriptPages reads pages of a long transcript. They are the parts of the whole transcript,
// and most of the log is not read for a page.
func TestTranscriptPages(t *testing.T) {
	b := setup(t)
	b.longLog(3000)
	c := &countingStore{Store: b.store}
	b.store = c
	k := b.start(desk.Terms{})
	all := b.wholeTranscript()
	statuses := map[desk.LineStatus]int{}
	for _, l := range all {
		statuses[l.Status]++
	}
	if statuses[desk.LineRejected] != 429 || statuses[desk.LinePosted] < 800 || statuses[desk.LineSent] < 800 {
		t.Errorf("statuses %v", statuses)
	}
	for _, from := range []int{0, 1, 100, 2500, 5000, 8000, len(all) - 150, len(all) - 1} {
		after := int64(0)
		if from > 0 {
			after = all[from-1].Seq
		}
		c.read = 0
		got, err := k.Transcript(t.Context(), b.id, after, 100)
		page := got.Lines
		want := all[from:min(from+100, len(all))]
		for i := range page { // the reference has no times
			page[i].At = time.Time{}
		}
		if err != nil || got.More != (from+100 < len(all)) || !reflect.DeepEqual(page, want) {
			t.Errorf("after line %d: %d lines, more %t, %v", from, len(page), got.More, err)
		}
		if c.read > 6000 {
			t.Errorf("after line %d: %d events were read", from, c.read)
		}
	}
}

// TestATranscriptPageIsBoundedInBytes reads a transcript of the longest messages.
func TestATranscriptPageIsBoundedInBytes(t *testing.T) {
	b := setup(t)
	for range 1000 {
		b.say(fmt.Sprintf("%-4000d", 1))
	}
	lines, read := 0, int64(0)
	for more := true; more; {
		got, err := b.Transcript(t.Context(), b.id, read, 1000)
		page := got.Lines
		if more = got.More; err != nil || len(page) == 0 {
			t.Fatalf("%d lines, %v", len(page), err)
		}
		bytes := 0
		for _, l := range page {
			bytes += len(l.Text)
		}
		if bytes > 1<<20+4000 {
			t.Fatalf("a page of %d lines has %d bytes", len(page), bytes)
		}
		lines, read = lines+len(page), page[len(page)-1].Seq
	}
	if lines != 1000 {
		t.Errorf("%d lines", lines)
	}
}

// stuckStore does not answer reads of one session until it is released.
type stuckStore struct {
	journal.Store
	stuck    string
	released chan struct{}
}

func (s *stuckStore) Events(ctx context.Context, session string, after int64, limit int) ([]session.Event, error) {
	if session == s.stuck {
		<-s.released
	}
	return s.Store.Events(ctx, session, after, limit)
}

// openTwo opens the bench's session and another one, and returns the id of the other.
func (b *bench) openTwo() (other string) {
	b.t.Helper()
	b.Desk = b.start(desk.Terms{})
	for range 2 {
		row := sessiontest.First(b.Create(b.t.Context(), "", config()))(b.t)
		b.id, other = other, row.ID
	}
	return other
}

// voteBeside asks for a vote in a session while a hundred readers of the bench's session are stuck.
func (b *bench) voteBeside(sessionID string, s *stuckStore, read func()) {
	b.t.Helper()
	s.stuck = b.id
	var readers sync.WaitGroup
	for range 100 {
		readers.Go(read)
	}
	synctest.Wait()
	ctx, cancel := context.WithTimeout(b.t.Context(), time.Minute)
	defer cancel()
	if _, err := b.AskVote(ctx, sessionID, session.VoteRequest{ID: "v1", Kind: session.ChooseOne, Question: "who?"}); err != nil {
		b.t.Errorf("a vote beside these readers: %v", err)
	}
	close(s.released)
	readers.Wait()
}

// TestLongReadsDoNotHoldUpVotes has many clients read the transcript of a session, which takes
// long. A vote is asked for in another session meanwhile.
func TestLongReadsDoNotHoldUpVotes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &stuckStore{Store: store.NewMemory(), released: make(chan struct{})}
		b := &bench{t: t, store: s}
		other := b.openTwo()
		b.say("hello")
		b.voteBeside(other, s, func() {
			if page, err := b.Transcript(t.Context(), b.id, 0, 10); err != nil || len(page.Lines) != 1 {
				t.Errorf("%d lines, %v", len(page.Lines), err)
			}
		})
	})
}

// TestALongFoldGivesItsSlotBack has many clients read the state of a session without a snapshot. A
// vote is asked for in another session while these folds go on.
func TestALongFoldGivesItsSlotBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &stuckStore{Store: store.NewMemory(), released: make(chan struct{})}
		b := &bench{t: t, store: stuckAfter{s, 2500}}
		other := b.openTwo()
		for range 5000 {
			b.say("hello")
		}
		b.voteBeside(other, s, func() {
			if state, err := b.StateAt(t.Context(), b.id, 0); err != nil || state.Said != 5000 {
				t.Errorf("%+v, %v", state, err)
			}
		})
	})
}

// stuckAfter is a stuckStore that answers the reads before a seq.
type stuckAfter struct {
	*stuckStore
	seq int64
}

func (s stuckAfter) Events(ctx context.Context, session string, after int64, limit int) ([]session.Event, error) {
	if after < s.seq {
		return s.Store.Events(ctx, session, after, limit)
	}
	return s.stuckStore.Events(ctx, session, after, limit)
}
