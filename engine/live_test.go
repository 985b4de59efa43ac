package engine_test

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// unanswered is a store whose next append is stored but returns an error.
type unanswered struct {
	journal.Store
	armed atomic.Bool
}

func (u *unanswered) Append(ctx context.Context, a journal.Append) (journal.Appended, error) {
	done, err := u.Store.Append(ctx, a)
	if u.armed.CompareAndSwap(true, false) {
		return journal.Appended{}, journal.ErrOutcomeUnknown
	}
	return done, err
}

// follow reads the log as a stream does, until done is closed.
func (b *bench) follow(done <-chan struct{}) (seqs []int64) {
	l := b.Listen(b.id)
	defer l.Close()
	for {
		events, err := l.Events(b.t.Context(), int64(len(seqs)), 50)
		if err != nil {
			b.t.Error(err)
		}
		for _, e := range events {
			seqs = append(seqs, e.Seq)
		}
		select {
		case <-l.C:
		case <-done:
			return seqs
		}
	}
}

// TestStreamsSeeUnpublishedCommits breaks the connection after a commit, once of a fact and once of
// acts. A live stream has the events as soon as the owner has read them.
func TestStreamsSeeUnpublishedCommits(t *testing.T) {
	for name, arm := range map[string]func(b *bench, u *unanswered){
		"Fact": func(b *bench, u *unanswered) {
			u.armed.Store(true)
			if _, err := b.Desk.Post(b.t.Context(), b.id, []session.Post{{Sender: "blue", Text: "hi"}}, func(int) string { return "" }); err == nil {
				b.t.Error("the post was answered")
			}
		},
		"Acts": func(b *bench, u *unanswered) {
			b.say("hi")
			u.armed.Store(true)
		},
	} {
		bubbleOf(t, name, func(t *testing.T, b *bench) {
			u := &unanswered{Store: b.store.Store}
			b.store.Store = u
			done, got := make(chan struct{}), make(chan []int64, 1)
			go func() { got <- b.follow(done) }()
			synctest.Wait()
			arm(b, u)
			rest(10 * time.Second)
			close(done)
			seqs := <-got
			if want := len(b.types()); len(seqs) != want || !slices.IsSorted(seqs) || seqs[want-1] != int64(want) {
				t.Errorf("of %d events the stream has %v", want, seqs)
			}
		})
	}
}
