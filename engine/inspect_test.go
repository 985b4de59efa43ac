package engine_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestInspecting starts a second engine, which only reads, on a database with unfinished business.
// It claims no home and asks no model, and its streams show what others store.
func TestInspecting(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.say("hi") // the bot begins to think about an answer
		b.Close()
		calls, claims := b.model.calls, b.store.claims
		e := b.inspect(journal.ErrInspecting)
		defer e.Close()
		listener := e.Listen(b.id)
		defer listener.Close()
		before, err := listener.Events(t.Context(), 0, 100)
		if err != nil || len(before) == 0 {
			t.Fatalf("%d events, %v", len(before), err)
		}
		time.Sleep(time.Hour)
		if b.model.calls != calls || b.store.claims != claims || e.Live() != 0 {
			t.Errorf("%d model calls, %d claims, %d homes in memory; want none", b.model.calls-calls, b.store.claims-claims, e.Live())
		}
		if err := e.Desk.Delete(t.Context(), b.id); !errors.Is(err, journal.ErrInspecting) {
			t.Errorf("a deletion: %v, want journal.ErrInspecting", err)
		}
		last := before[len(before)-1].Seq
		if after, err := listener.Events(t.Context(), last, 100); err != nil || len(after) != 0 {
			t.Errorf("%d new events after an hour, %v; want none", len(after), err)
		}
		select { // what the first read has rung
		case <-listener.C:
		default:
		}
		sessiontest.Must(b.store.Append(t.Context(), journal.Append{Session: b.id, Events: []session.Event{{At: time.Now(), Data: &session.MessageReceived{Post: session.Post{Sender: "blue", Text: "still here"}}}}}))(t)
		<-listener.C
		if after, err := listener.Events(t.Context(), last, 100); err != nil || len(after) != 1 {
			t.Errorf("%d new events from another server, %v; want 1", len(after), err)
		}
		if err := e.Ready(t.Context()); err != nil {
			t.Errorf("not ready to be read: %v", err)
		}
		synctest.Wait()
	})
}

// TestCopyIsNotReady keeps traffic away from a server whose database is a copy.
func TestCopyIsNotReady(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		e := b.inspect(journal.ErrCopied)
		defer e.Close()
		if err := e.Ready(t.Context()); !errors.Is(err, journal.ErrCopied) || len(e.Warnings(t.Context())) != 1 {
			t.Errorf("%v, want journal.ErrCopied and a warning", err)
		}
	})
}
