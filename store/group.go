package store

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"ringer/engine/journal"
)

// maxGroup is how many events a group may have. They take about ten milliseconds, and all later
// appends wait for the group.
const maxGroup = 1024

// gatherPasses bounds how often the goroutines that are ready go before a group is taken, since the
// appends of the group wait. With 200 writers a group on SQLite has 42 appends in place of 33.
const gatherPasses = 12

// retryPause is the wait before uncertain requests are tried again. It is short, so that they find
// the database soon after it comes back, and long enough not to flood one that is away.
const retryPause = 100 * time.Millisecond

// grouper stores appends in groups, one group at a time. While one group is under way, the next one
// gathers.
//
//	waiting --> under way --> finished: stored, known, refused or failed
//	   ^            |
//	   +------------+  the connection was lost, and the outcome is unknown
//
// A request that is tried again goes to the head of the queue, so that the later appends of its
// session wait for it. On the next try its keys show whether it was stored.
type grouper struct {
	appender appender
	// observe is called after each group.
	observe func(GroupStats)

	mu      sync.Mutex // protects waiting and closed
	changed sync.Cond
	waiting []*request
	closed  bool
	stopped chan struct{}
}

// appender stores groups of requests. One goroutine uses it.
type appender interface {
	// store stores a group and finishes its requests. An error concerns the requests that it has
	// not finished. After journal.ErrUnavailable it is useless to try them now. After any other
	// error each can be tried by itself. giveUp says what was being done.
	store(group []*request) error
	// asked returns how many statements the groups have taken so far. On SQLite, where a statement
	// waits for nobody, a transaction counts as one.
	asked() int
}

// GroupStats says how a group of appends went, for observers.
type GroupStats struct {
	// Appends is how many appends the group had.
	Appends int
	// Events is how many events they had in all.
	Events int
	// Statements is how many statements it took, as appender.asked counts them. The appends wait
	// for each of them, one after another.
	Statements int
	// Took is how long the group took.
	Took time.Duration
}

// startGrouper returns a grouper that takes appends. Its close method ends it.
func startGrouper(a appender, observe func(GroupStats)) *grouper {
	g := &grouper{appender: a, observe: observe, stopped: make(chan struct{})}
	g.changed.L = &g.mu
	go g.run()
	return g
}

// append queues an append and waits for its outcome.
func (g *grouper) append(ctx context.Context, a journal.Append) (journal.Appended, error) {
	r, err := newRequest(ctx, a, nil)
	if err != nil {
		return journal.Appended{}, err
	}
	if err := g.await(r); err != nil {
		return journal.Appended{}, err
	}
	return r.appended, nil
}

// appendAll queues appends that are stored together, and waits for their outcome.
func (g *grouper) appendAll(ctx context.Context, appends []journal.Append) ([]journal.Appended, error) {
	r, err := newRequests(ctx, appends)
	if err != nil {
		return nil, err
	}
	if err := g.await(r); err != nil {
		return nil, err
	}
	return r.results(), nil
}

// await queues a request and waits for its outcome. When the context ends first, a request that is
// still in the queue is taken out.
func (g *grouper) await(r *request) error {
	ctx := r.ctx
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("store: append to %s: %w", r.Session, err)
	}
	if !g.enqueue(r) {
		return fmt.Errorf("store: append to %s: %w: the store is closed", r.Session, journal.ErrUnavailable)
	}
	select {
	case <-r.done:
		return r.err
	case <-ctx.Done():
	}
	reason := journal.ErrOutcomeUnknown
	if g.withdraw(r) {
		reason = journal.ErrUnavailable
	}
	return fmt.Errorf("store: append to %s: %w: %w", r.Session, reason, ctx.Err())
}

// enqueue puts a request into the queue. It returns false when the grouper is closed.
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

// withdraw takes a request out of the queue. It reports whether the append was certainly not
// stored.
func (g *grouper) withdraw(r *request) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.Index(g.waiting, r)
	if i >= 0 {
		g.waiting = slices.Delete(g.waiting, i, i+1)
	}
	return i >= 0 && !r.uncertain
}

// close stores the requests that wait, and returns when that is done.
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
		began, asked := time.Now(), g.appender.asked()
		g.process(group)
		g.observe(GroupStats{Appends: len(group), Events: eventsOf(group), Statements: g.appender.asked() - asked, Took: time.Since(began)})
	}
}

// eventsOf counts the events of a group.
func eventsOf(group []*request) (n int) {
	for _, r := range group {
		n += r.size()
	}
	return n
}

// size counts the events of a request.
func (r *request) size() int {
	n := len(r.Events)
	for _, other := range r.with {
		n += len(other.Events)
	}
	return n
}

// next waits for a group. It returns nil when the queue is empty and the grouper is closed.
func (g *grouper) next() (group []*request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for len(g.waiting) == 0 {
		if g.closed {
			return nil
		}
		g.changed.Wait()
	}
	// When several wait, more are on their way. The goroutines that are ready to run go first, as
	// long as they bring more, since a larger group costs less for each append. An append that is
	// alone is stored at once.
	for n, passes := 1, 0; len(g.waiting) > n && passes < gatherPasses; passes++ {
		n = len(g.waiting)
		g.mu.Unlock()
		runtime.Gosched()
		g.mu.Lock()
	}
	group, g.waiting = nextGroup(g.waiting)
	return group
}

// nextGroup takes a group from the queue, and returns the rest in its old order. In a group, the
// appends of one session have the same guard, and none comes after a barrier. So one version of the
// session's row decides them all, and one statement can store the group.
func nextGroup(waiting []*request) (group, rest []*request) {
	turns := turns{}
	events := 0
	for i, r := range waiting {
		if events > 0 && events+r.size() > maxGroup {
			return group, append(rest, waiting[i:]...)
		}
		if !turns.take(r) {
			rest = append(rest, r)
			continue
		}
		group = append(group, r)
		events += r.size()
	}
	return group, rest
}

// turns says which appends the sessions of a group, or of a round, can still take, by session id.
type turns map[string]turn

type turn struct {
	guard journal.Guard
	over  bool // the next append of the session waits for the next group
}

// take adds a request to the group, or returns false when one of its sessions must wait. Then all
// of them wait, so that no later append overtakes the request in any of its logs.
func (t turns) take(r *request) bool {
	if !t.allow(r) || slices.ContainsFunc(r.with, func(other *request) bool { return !t.allow(other) }) {
		t.end(r)
		return false
	}
	t[r.Session] = turn{guard: r.Guard, over: r.moves() > 0}
	for _, other := range r.with {
		t[other.Session] = turn{guard: other.Guard, over: other.moves() > 0}
	}
	return true
}

// end makes the next appends to the sessions of a request wait for the next group.
func (t turns) end(r *request) {
	t[r.Session] = turn{over: true}
	for _, other := range r.with {
		t[other.Session] = turn{over: true}
	}
}

// allow reports whether an append can join the group.
func (t turns) allow(r *request) bool {
	last, seen := t[r.Session]
	return !seen || !last.over && last.guard == r.Guard
}

// process stores a group and wakes the callers of the requests that are finished. When a group
// fails, its requests are tried one by one, so that a bad one fails alone.
func (g *grouper) process(group []*request) {
	err := g.appender.store(group)
	left := unfinished(group)
	switch {
	case len(left) == 0:
	case errors.Is(err, journal.ErrUnavailable):
		g.retryOrGiveUp(left, err)
	case len(group) == 1:
		left[0].giveUp(err)
	default:
		g.oneByOne(left)
	}
	for _, r := range group {
		if r.finished {
			close(r.done)
		}
	}
	if len(unfinished(group)) > 0 {
		time.Sleep(retryPause)
	}
}

// oneByOne stores each request in a group of its own.
func (g *grouper) oneByOne(left []*request) {
	// failed holds the errors of sessions whose row stayed locked until the timeout. Other requests
	// of such a session would wait as long, so they are not tried.
	failed := map[string]error{}
	for i, r := range left {
		err := failed[r.Session]
		if err == nil {
			err = g.appender.store([]*request{r})
		}
		switch {
		case r.finished:
		case errors.Is(err, journal.ErrUnavailable):
			g.retryOrGiveUp(unfinished(left[i:]), err)
			return
		default:
			if timedOut(err) {
				failed[r.Session] = err
			}
			r.giveUp(err)
		}
	}
}

// retryOrGiveUp handles requests that got no answer from the database. Most were certainly not
// stored, and fail. An uncertain one goes back to the queue while its caller waits, if its keys
// make a retry safe.
func (g *grouper) retryOrGiveUp(left []*request, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	var again []*request
	for _, r := range left {
		if !r.uncertain || g.closed || !r.retriable() || r.ctx.Err() != nil {
			r.giveUp(err)
		} else {
			again = append(again, r)
		}
	}
	g.waiting = append(again, g.waiting...)
}
