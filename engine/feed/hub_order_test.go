package feed

import (
	"context"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"ringer/engine/session"
)

type sharedLog struct {
	*Hub
	mu     sync.Mutex // protects events
	events []session.Event
}

func (p *sharedLog) commit(n int) (group []session.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := int64(len(p.events))
	group = line(numbers(last+1, last+int64(n))...)
	p.events = append(p.events, group...)
	return group
}

func newSharedLog() *sharedLog {
	p := &sharedLog{}
	p.Hub = NewHub(readOnly{Log: p}, false)
	return p
}

func (p *sharedLog) Events(_ context.Context, _ string, after int64, limit int) ([]session.Event, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.events[after:min(int(after)+limit, len(p.events))]), nil
}

// TestConcurrentPublishers publishes from many goroutines while readers come and go. Each reader
// reads every event once, in order.
func TestConcurrentPublishers(t *testing.T) {
	t.Parallel()
	const writers, each, n = 8, 500, 8 * 500
	p := newSharedLog()
	var wait sync.WaitGroup
	for range writers {
		wait.Go(func() {
			for range each {
				p.Publish("a", p.commit(1))
			}
		})
	}
	for reader := range 3 {
		wait.Go(func() {
			var l *Listener
			for cursor := int64(0); cursor < n; {
				if l == nil {
					l = p.Listen("a")
				}
				page, _ := l.Events(t.Context(), cursor, 50)
				if want := numbers(cursor+1, cursor+int64(len(page))); !slices.Equal(seqs(page), want) {
					t.Errorf("after %d came %v", cursor, seqs(page))
					return
				}
				cursor += int64(len(page))
				if len(page) == 0 {
					<-l.C
				} else if reader > 0 && cursor%7 == 0 {
					l.Close()
					l = nil
				}
			}
			if l != nil {
				l.Close()
			}
		})
	}
	wait.Wait()
	if len(p.topics) != 0 {
		t.Error("tails are left")
	}
}

// TestAnyOrderOfPublications lets commits, publications, repeated publications and reads happen in
// any order. A reader that reads when it is told to has the whole log as soon as all is published.
func TestAnyOrderOfPublications(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := newSharedLog()
		var unpublished, published [][]session.Event
		cursors := map[*Listener]int64{}
		look := func(l *Listener) {
			for {
				page, _ := l.Events(context.Background(), cursors[l], 5)
				if want := numbers(cursors[l]+1, cursors[l]+int64(len(page))); !slices.Equal(seqs(page), want) {
					t.Fatalf("after %d came %v", cursors[l], seqs(page))
				}
				cursors[l] += int64(len(page))
				if len(page) < 5 {
					return
				}
			}
		}
		publish := func(i int) {
			p.Publish("a", unpublished[i])
			published = append(published, unpublished[i])
			unpublished = slices.Delete(unpublished, i, i+1)
		}
		wake := func() {
			for l := range cursors {
				if signalled(l) {
					look(l)
				}
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"commit": func(t *rapid.T) {
				unpublished = append(unpublished, p.commit(rapid.IntRange(1, tailLength/2).Draw(t, "events")))
			},
			"publish": func(t *rapid.T) {
				if len(unpublished) > 0 {
					publish(rapid.IntRange(0, len(unpublished)-1).Draw(t, "which"))
				}
			},
			"double": func(t *rapid.T) {
				if len(published) > 0 {
					p.Publish("a", rapid.SampledFrom(published).Draw(t, "which"))
				}
			},
			"subscribe": func(t *rapid.T) {
				l := p.Listen("a")
				cursors[l] = rapid.Int64Range(0, int64(len(p.events))).Draw(t, "after")
				look(l)
			},
			"close": func(*rapid.T) {
				for l := range cursors {
					l.Close()
					delete(cursors, l)
					return
				}
			},
			"wake": func(*rapid.T) { wake() },
		})
		for len(unpublished) > 0 {
			publish(0)
		}
		wake()
		for l, cursor := range cursors {
			if cursor != int64(len(p.events)) {
				t.Fatalf("a reader stands at %d of %d", cursor, len(p.events))
			}
			l.Close()
		}
	})
}
