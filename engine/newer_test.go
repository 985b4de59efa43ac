package engine_test

import (
	"testing"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/slowtest"
)

// TestManyNewerHomes leaves many homes to newer replicas. They do not hide the others from the
// sweeper.
func TestManyNewerHomes(t *testing.T) {
	slowtest.Skip(t) // hundreds of goroutines in a bubble
	const newer, others = 450, 10
	fleetOf(t, 1, nil, func(f *replicas) {
		var ids []string
		for range newer + others {
			ids = append(ids, f.open(f.replicas[0]))
		}
		time.Sleep(5 * time.Second)
		for _, id := range ids[:newer] {
			later := session.Event{At: time.Now(), Data: &session.Unknown{Name: "later", Raw: []byte("{}")}}
			sessiontest.Must(f.store.Append(t.Context(), journal.Append{Session: id, Events: []session.Event{later}}))(t)
		}
		time.Sleep(time.Minute)
		for _, id := range ids[newer:] {
			f.storeLine(id, "hi")
		}
		time.Sleep(40 * time.Second)
		for _, id := range ids[newer:] {
			if f.sent(id) != 1 {
				t.Errorf("%d answers to a line", f.sent(id))
			}
		}
	})
}
