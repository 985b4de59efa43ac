package desk_test

import (
	"context"
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

// pageTime is how long a restingStore takes for a read.
const pageTime = 10 * time.Millisecond

// restingStore notes when a session's log was not being read.
type restingStore struct {
	journal.Store
	slow string
	mu   sync.Mutex // protects all below
	// ended is when the last read ended, and rests are the times between reads.
	ended time.Time
	rests []time.Duration
}

func (s *restingStore) Events(ctx context.Context, session string, after int64, limit int) ([]session.Event, error) {
	if session != s.slow {
		return s.Store.Events(ctx, session, after, limit)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if after >= 4000 { // before that, neither the short read nor the long one has read much
		s.rests = append(s.rests, time.Since(s.ended))
	}
	time.Sleep(pageTime)
	s.ended = time.Now()
	return s.Store.Events(ctx, session, after, limit)
}

// TestALongFoldRests has readers wait for a slot while another one folds a long log in it. The fold
// rests between its pages for as long as a page takes.
func TestALongFoldRests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &restingStore{Store: store.NewMemory()}
		b := &bench{t: t, store: s}
		b.Desk = b.start(desk.Terms{})
		row := sessiontest.First(b.Create(t.Context(), "", config()))(t)
		b.id = row.ID
		for range 8000 {
			b.say("hello")
		}
		s.slow = row.ID
		release := make(chan struct{})
		var readers sync.WaitGroup
		readers.Go(func() {
			if _, err := b.StateAt(t.Context(), row.ID, 8000); err != nil {
				t.Error(err)
			}
		})
		time.Sleep(5*pageTime - pageTime/2) // the fold has its slot, after four pages of a short read
		for range 100 {
			readers.Go(func() {
				_ = b.LongRead(t.Context(), func() error { <-release; return nil })
			})
		}
		time.Sleep(time.Minute)
		close(release)
		readers.Wait()
		for _, rest := range s.rests {
			if rest < pageTime {
				t.Errorf("a rest of %s after a page of %s", rest, pageTime)
			}
		}
		if len(s.rests) < 5 {
			t.Errorf("%d rests", len(s.rests))
		}
	})
}

// TestAKnownLongFoldTakesNoShortSlot has many clients read an old state of a long log, which begins
// with a read that does not end. A vote is asked for in another session meanwhile.
func TestAKnownLongFoldTakesNoShortSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &stuckStore{Store: store.NewMemory(), released: make(chan struct{})}
		b := &bench{t: t, store: s}
		other := b.openTwo()
		for range 5000 {
			b.say("hello")
		}
		b.voteBeside(other, s, func() {
			if state, err := b.StateAt(t.Context(), b.id, 5000); err != nil || state.Seq != 5000 {
				t.Errorf("%+v, %v", state, err)
			}
		})
	})
}
