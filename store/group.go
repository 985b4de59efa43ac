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

// maxGroup bounds the events of a group. They take some 10 ms, and all later appends wait.
const maxGroup = 1024

// gatherPasses bounds how often ready goroutines go before a group is taken, since its appends
// wait. With 200 writers a group on SQLite has 42 appends in place of 33.
const gatherPasses = 12

// retryPause is the wait before uncertain requests are tried again: short, so that they find the
// database soon, and long enough not to flood one that is away.
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
	observe  func(GroupStats)
	yield    func() // runtime.Gosched, except in tests

	mu      sync.Mutex // protects waiting and closed
	changed sync.Cond
	waiting []*request
	closed  bool
	stopped chan struct{}
}

// appender stores groups of requests. One goroutine uses it.
type appender interface {
	// store stores a group and finishes its requests. An error concerns those that are not
	// finished. After journal.ErrUnavailable it is useless to try them now, after any other error
	// each by itself.
	store(group []*request) error
	// asked returns how many statements the groups have taken. On SQLite a transaction counts as
	// one.
	asked() int
}

// GroupStats says how a group of appends went, for observers.
type GroupStats struct {
	Appends int
	Events  int
	// Statements is how many statements it took, one after another, as appender.asked counts them.
	Statements int
	Took       time.Duration
}

// startGrouper returns a grouper that takes appends. Its close method ends it.
func startGrouper(a appender, observe func(GroupStats)) *grouper {
	g := &grouper{appender: a, observe: observe, yield: runtime.Gosched, stopped: make(chan struct{})}
	g.changed.L = &g.mu
	go g.run()
	return g
}

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

// await queues a request and waits for its outcome. If the context ends first, it leaves the queue.
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

// enqueue returns false when the grouper is closed.
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

func eventsOf(group []*request) (n int) {
	for _, r := range group {
		n += r.size()
	}
	return n
}

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
	for {
		for len(g.waiting) == 0 {
			if g.closed {
				return nil
			}
			g.changed.Wait()
		}
		g.gather()
		// All may have left the queue meanwhile: the contexts of an engine's appends end together.
		if group, g.waiting = nextGroup(g.waiting); len(group) > 0 {
			return group
		}
	}
}

// gather waits for more requests when several wait, since then more are on their way. Ready
// goroutines go first as long as they bring more: a larger group costs less for each append. An
// append that is alone is stored at once. The caller holds the lock.
func (g *grouper) gather() {
	for n, passes := 1, 0; len(g.waiting) > n && passes < gatherPasses; passes++ {
		n = len(g.waiting)
		g.mu.Unlock()
		g.yield()
		g.mu.Lock()
	}
}

// nextGroup takes a group from the queue. The rest keeps its order. In a group, the appends of one
// session have one guard, and none follows a barrier: one version of the row decides them all, and
// one statement can store the group.
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

// take adds a request to the group. If one of its sessions must wait it returns false, and all of
// them wait, so that no later append overtakes the request in any of its logs.
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

func (t turns) end(r *request) {
	t[r.Session] = turn{over: true}
	for _, other := range r.with {
		t[other.Session] = turn{over: true}
	}
}

func (t turns) allow(r *request) bool {
	last, seen := t[r.Session]
	return !seen || !last.over && last.guard == r.Guard
}

// process stores a group and wakes the callers of finished requests. After a failure the requests
// are tried one by one, so that a bad one fails alone.
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

func (g *grouper) oneByOne(left []*request) {
	// failed holds the errors of sessions whose row stayed locked until the timeout. Their other
	// requests would wait as long, so they are not tried.
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

// retryOrGiveUp handles requests without an answer. Most were certainly not stored, and fail. An
// uncertain one goes back to the queue while its caller waits, if its keys make a retry safe.
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
