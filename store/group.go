package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"ringer/engine/journal"
)

// maxGroup is how many events one group takes: some ten milliseconds of work, which everybody behind it waits for.
const maxGroup = 1024

// retryPause is how long what is uncertain waits before it is tried again: a database that comes back is met soon, and one that
// does not is not pestered.
const retryPause = 100 * time.Millisecond

// grouper carries appends out in groups, one group at a time: while one is under way, the next one gathers.
//
//	waiting --> under way --> settled: stored, known, refused, failed
//	   ^            |
//	   +------------+  the connection was lost and nobody knows: first in the queue again, so that the later appends of its
//	                   session wait for it. Its keys tell on the next try whether it was stored.
type grouper struct {
	// carry carries a group out and settles its appends. Its error is that of those it has not settled: journal.ErrUnavailable
	// when none has a chance now; for any other error each is tried by itself.
	carry func([]*request) error
	// carried is told of each group, once it has been carried out.
	carried func(Group)

	mu      sync.Mutex // protects waiting and closed
	changed sync.Cond
	waiting []*request
	closed  bool
	stopped chan struct{}
}

// Group is a group of appends as an observer sees it: how many of them and of their events, and how long they took together.
type Group struct {
	Appends, Events int
	Took            time.Duration
}

// startGrouper returns a grouper that takes appends. close ends it.
func startGrouper(carry func([]*request) error, carried func(Group)) *grouper {
	g := &grouper{carry: carry, carried: carried, stopped: make(chan struct{})}
	g.changed.L = &g.mu
	go g.run()
	return g
}

// append waits for its turn and for the outcome. When the context ends first, an append that still waits is taken out.
func (g *grouper) append(ctx context.Context, a journal.Append) (journal.Appended, error) {
	r, err := newRequest(ctx, a)
	if err != nil {
		return journal.Appended{}, err
	}
	if err := ctx.Err(); err != nil {
		return journal.Appended{}, fmt.Errorf("store: append to %s: %w", a.Session, err)
	}
	if !g.enqueue(r) {
		return journal.Appended{}, fmt.Errorf("store: append to %s: %w: the store is closed", a.Session, journal.ErrUnavailable)
	}
	select {
	case <-r.done:
		return r.appended, r.err
	case <-ctx.Done():
	}
	reason := journal.ErrOutcomeUnknown
	if g.withdraw(r) {
		reason = journal.ErrUnavailable
	}
	return journal.Appended{}, fmt.Errorf("store: append to %s: %w: %w", a.Session, reason, ctx.Err())
}

func (g *grouper) enqueue(r *request) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	g.waiting = append(g.waiting, r)
	g.changed.Signal()
	return true
}

// withdraw takes an append out of the queue and tells whether it is certain that it was not stored.
func (g *grouper) withdraw(r *request) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.Index(g.waiting, r)
	if i >= 0 {
		g.waiting = slices.Delete(g.waiting, i, i+1)
	}
	return i >= 0 && !r.uncertain
}

// close carries out what waits, and returns when that is done.
func (g *grouper) close() {
	g.mu.Lock()
	g.closed = true
	g.changed.Signal()
	g.mu.Unlock()
	<-g.stopped
}

func (g *grouper) run() {
	defer close(g.stopped)
	for {
		group := g.next()
		if group == nil {
			return
		}
		began := time.Now()
		g.carryOut(group)
		g.carried(Group{Appends: len(group), Events: eventsOf(group), Took: time.Since(began)})
	}
}

func eventsOf(group []*request) (n int) {
	for _, r := range group {
		n += len(r.Events)
	}
	return n
}

// next waits for a group. It returns nil when there is none and the grouper is closed.
func (g *grouper) next() (group []*request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for len(g.waiting) == 0 {
		if g.closed {
			return nil
		}
		g.changed.Wait()
	}
	group, g.waiting = nextGroup(g.waiting)
	return group
}

// nextGroup takes a group from the head of what waits. Of one session it takes appends of one guard only, and nothing after
// a barrier: then all of them are judged on one row, and one statement can carry a group out. The rest keeps its order.
func nextGroup(waiting []*request) (group, rest []*request) {
	type turn struct {
		guard journal.Guard
		over  bool
	}
	turns := map[string]turn{}
	events := 0
	for i, r := range waiting {
		if events > 0 && events+len(r.Events) > maxGroup {
			return group, append(rest, waiting[i:]...)
		}
		t, seen := turns[r.Session]
		if seen && (t.over || t.guard != r.Guard) {
			turns[r.Session] = turn{over: true}
			rest = append(rest, r)
			continue
		}
		turns[r.Session] = turn{guard: r.Guard, over: r.Barrier || r.End}
		group = append(group, r)
		events += len(r.Events)
	}
	return group, rest
}

// carryOut hands each append its outcome. When a group fails each is tried by itself, so that a bad one harms no other.
func (g *grouper) carryOut(group []*request) {
	err := g.carry(group)
	left := unsettled(group)
	switch {
	case len(left) == 0:
	case errors.Is(err, journal.ErrUnavailable):
		g.suspend(left, err)
	case len(group) == 1:
		left[0].giveUp(err)
	default:
		g.oneByOne(left)
	}
	for _, r := range group {
		if r.settled {
			close(r.done)
		}
	}
	if len(unsettled(group)) > 0 {
		time.Sleep(retryPause)
	}
}

func (g *grouper) oneByOne(left []*request) {
	// What fails by itself may have waited for a lock as long as it is allowed to. The others of its session would, too.
	failed := map[string]error{}
	for i, r := range left {
		err := failed[r.Session]
		if err == nil {
			err = g.carry([]*request{r})
		}
		switch {
		case r.settled:
		case errors.Is(err, journal.ErrUnavailable):
			g.suspend(unsettled(left[i:]), err)
			return
		default:
			if timedOut(err) {
				failed[r.Session] = err
			}
			r.giveUp(err)
		}
	}
}

// suspend deals with appends that the database did not answer. Of most it is certain that they were not stored. One that may
// have been is tried again as long as somebody waits for it, if its keys make that safe.
func (g *grouper) suspend(left []*request, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	var again []*request
	for _, r := range left {
		if !r.uncertain || g.closed || !r.keyed() || r.ctx.Err() != nil {
			r.giveUp(err)
		} else {
			again = append(again, r)
		}
	}
	g.waiting = append(again, g.waiting...)
}
