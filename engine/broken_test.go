package engine_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/store"
)

// fatalStore is a store on which the recording of calls panics: code in the goroutine of a thought,
// beside the strategy.
type fatalStore struct{ journal.Store }

func (fatalStore) Record(context.Context, string, []journal.RecordedCall) error { panic("no record") }

// TestAPanicInAThoughtsGoroutine panics there. The home is left alone with one line in the log.
func TestAPanicInAThoughtsGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := recording(t, fatalStore{store.NewMemory()}, true)
		defer b.Close()
		time.Sleep(10 * time.Minute)
		if lines := b.log.Containing("a log is broken"); len(lines) != 1 || !strings.Contains(lines[0], b.id) || b.Live() != 0 {
			t.Errorf("%d homes in memory, and the log says:\n%s", b.Live(), &b.log)
		}
	})
}

// TestAPanicInATurn panics where a home folds, decides and concludes. Only this home stops: the
// other one goes on, and a replica that finds the panic for itself logs it once.
func TestAPanicInATurn(t *testing.T) {
	for name, line := range map[string]session.Payload{
		"fold":     &session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerLeft}},
		"decide":   &session.MessageReceived{Post: session.Post{Sender: "blue", Kind: session.FromPlayer, Text: panicsInWants}},
		"conclude": &session.MessageReceived{Post: session.Post{Sender: "blue", Kind: session.FromPlayer, Text: panicsInConclude}},
	} {
		t.Run(name, func(t *testing.T) {
			fleetOf(t, 2, nil, func(f *replicas) {
				broken, good := f.open(f.replicas[0]), f.open(f.replicas[0])
				time.Sleep(2 * time.Second)
				sessiontest.Must(f.store.Append(t.Context(), journal.Append{Session: broken, Events: []session.Event{{At: time.Now(), Data: line}}}))(t)
				for n := range 3 {
					f.say(f.replicas[n%2], good, fmt.Sprint("line ", n))
					time.Sleep(3 * time.Minute)
				}
				if f.sent(broken) != 0 || f.sent(good) != 3 {
					t.Errorf("%d answers in the broken home, %d of 3 in the other", f.sent(broken), f.sent(good))
				}
				lines := f.log.Containing("a log is broken")
				if len(lines) < 1 || len(lines) > 2 || !strings.Contains(lines[0], broken) || !strings.Contains(lines[0], "_test.go") && !strings.Contains(lines[0], "apply.go") {
					t.Errorf("%d lines at two replicas, want one each, with the stack:\n%s", len(lines), &f.log)
				}
			})
		})
	}
}
