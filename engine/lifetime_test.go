package engine_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestDeleteWhileThinking deletes a session whose bot thinks, and one whose bot types. The call is
// stopped, the home leaves memory, and nothing is logged.
func TestDeleteWhileThinking(t *testing.T) {
	for name, after := range map[string]time.Duration{"InFlight": 500 * time.Millisecond, "Typing": 1500 * time.Millisecond, "AtRest": time.Minute} {
		bubbleOf(t, name, func(t *testing.T, b *bench) {
			b.say("hi")
			time.Sleep(after)
			sessiontest.NoError(t, b.Desk.Delete(t.Context(), b.id))
			synctest.Wait()
			rest(100 * time.Millisecond) // a turn
			if stopped := b.model.stopped; stopped != map[string]int{"InFlight": 1}[name] {
				t.Errorf("%d calls were stopped", stopped)
			}
			rest(time.Minute)
			if b.Live() != 0 || b.log.String() != "" {
				t.Errorf("%d homes are in memory; logged: %s", b.Live(), b.log.String())
			}
			if _, err := b.Desk.StateAt(t.Context(), b.id, 0); !errors.Is(err, journal.ErrNotFound) {
				t.Errorf("looking at it brings %v", err)
			}
		})
	}
}

// TestOptionsChangeWhileThinking changes the options during a model call. The finding is concluded
// under the new options.
func TestOptionsChangeWhileThinking(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.say("hi")
		time.Sleep(500 * time.Millisecond)
		sessiontest.NoError(t, b.Desk.Update(t.Context(), b.id, session.Changes{Options: json.RawMessage(`{"prefix":"well "}`)}))
		rest(10 * time.Second)
		if got := b.texts(); got != "well about hi" || b.model.calls != 1 {
			t.Errorf("sent %q after %d calls", got, b.model.calls)
		}
	})
}

// TestOldOptionsAreRefused starts a version whose strategy refuses the options of a session. The
// session can still be read, changed and ended. If nobody does that, it expires.
func TestOldOptionsAreRefused(t *testing.T) {
	older := func(t *testing.T, b *bench) {
		t.Helper()
		sessiontest.NoError(t, b.Desk.Update(t.Context(), b.id, session.Changes{Options: json.RawMessage(`{"prefix":"oh ","retired":1}`)}))
		synctest.Wait()
		b.Close()
		b.schema = `{"properties":{"prefix":{}},"additionalProperties":false}`
		b.Engine = b.start("newer")
		b.say("hi")
		rest(time.Minute)
		if b.texts() != "" || !strings.Contains(b.log.String(), "/options/retired") {
			t.Errorf("sent %q; logged: %s", b.texts(), b.log.String())
		}
	}
	bubbleOf(t, "Changed", func(t *testing.T, b *bench) {
		older(t, b)
		state := sessiontest.Must(b.Desk.StateAt(t.Context(), b.id, 0))(t)
		if brief, err := b.Desk.Brief(state); err != nil || !strings.Contains(strings.Join(brief.Lines, ""), "/options/retired") {
			t.Errorf("brief %q, %v", brief.Lines, err)
		}
		persona := "shy"
		if err := b.Desk.Update(t.Context(), b.id, session.Changes{Persona: &persona}); err == nil || !strings.Contains(err.Error(), "/options/retired") {
			t.Errorf("a change without options returns the error %v, want one about the refused option", err)
		}
		sessiontest.NoError(t, b.Desk.Update(t.Context(), b.id, session.Changes{Options: json.RawMessage(`{"prefix":"oh "}`)}))
		rest(10 * time.Second)
		if got := b.texts(); got != "oh about hi" {
			t.Errorf("sent %q", got)
		}
	})
	bubbleOf(t, "LeftAlone", func(t *testing.T, b *bench) {
		older(t, b)
		rest(24*time.Hour + time.Minute)
		if n := b.count("session.ended"); n != 1 || b.Live() != 0 {
			t.Errorf("ended %d times, %d homes are in memory", n, b.Live())
		}
	})
}

// TestCreatedByAnOlderVersion repeats the create of a session from an older version, whose sessions
// had neither accuse nor disclosure.
func TestCreatedByAnOlderVersion(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		state := sessiontest.Must(b.Desk.StateAt(t.Context(), b.id, 0))(t)
		row := sessiontest.Must(b.Desk.Row(t.Context(), b.id))(t)
		row.ID, row.Home, row.External = "ses_old", "ses_old", "old"
		c := state.Config
		c.External, c.Accuse, c.Disclosure = "old", "", ""
		sessiontest.NoError(t, b.store.Create(t.Context(), row, session.Event{Seq: 1, At: time.Now(), Data: &session.SessionCreated{Config: c}}))
		c.Seed = nil
		if s, known, err := b.Desk.Create(t.Context(), "", c); err != nil || !known || s.ID != "ses_old" {
			t.Errorf("%s, known: %v, %v", s.ID, known, err)
		}
		c.Accuse = session.AccuseNever
		if _, _, err := b.Desk.Create(t.Context(), "", c); code(err) != session.CodeIDReused {
			t.Errorf("with another accuse: %v", err)
		}
		c.Accuse, c.Disclosure = "", session.DiscloseBot
		if _, _, err := b.Desk.Create(t.Context(), "", c); code(err) != session.CodeIDReused {
			t.Errorf("with another disclosure: %v", err)
		}
	})
}
