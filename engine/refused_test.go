package engine_test

import (
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/session"
	"ringer/store"
)

// TestNotStorable lets the bot think of a text that the database can never store. The thought
// fails, is tried again at growing intervals, and the session goes on.
func TestNotStorable(t *testing.T) {
	picky(t, func(t *testing.T, b *bench, p *pickyStore) {
		p.set(func() { p.refused = "💥" })
		b.say("💥")
		time.Sleep(time.Minute)
		failed := b.failures()
		if len(failed) < 3 || len(failed) > 8 {
			t.Errorf("%d thoughts failed within a minute: %+v; want some, each after a longer wait", len(failed), failed)
		}
		for i, f := range failed {
			if f.Code != session.ThoughtNotStorable || f.Attempt != i+1 || f.RetryAt.IsZero() {
				t.Errorf("%+v", f)
			}
		}
		b.say("hi")
		rest(time.Minute)
		if b.count("message.sent") != 1 {
			t.Errorf("the log holds %v; want an answer to the later message", b.types())
		}
		if err := b.Ready(t.Context()); err != nil {
			t.Errorf("not ready: %v", err)
		}
	})
}

func (b *bench) failures() []*session.ThoughtFailed { return payloadsOf[*session.ThoughtFailed](b) }

// TestNotStorableIsRechecked decides a recorded session again that has given up a finding. The
// recorded answers alone do not show that the database refused it.
func TestNotStorableIsRechecked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := &pickyStore{Store: store.NewMemory(), refused: `"candidate"`}
		b := choirOn(t, p, session.Config{})
		defer b.Close()
		b.say("hi")
		for len(b.failures()) == 0 {
			time.Sleep(time.Second)
		}
		p.set(func() { p.refused = "" })
		time.Sleep(time.Minute)
		if failed := b.failures(); len(failed) != 1 || failed[0].Code != session.ThoughtNotStorable || b.count("message.sent") == 0 {
			t.Fatalf("%+v failed, the log holds %v; want one failure and a message", *failed[0], b.types())
		}
		_, again, err := b.recheck()
		if err != nil || len(again.Differences)+len(again.Missing) > 0 || again.Thoughts < 2 {
			t.Errorf("decided again: %+v, %v", again, err)
		}
	})
}
