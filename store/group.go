package store

import (
	"context"
	"database/sql"
	"fmt"
	"sync"

	"ringer/engine"
	"ringer/engine/game"
)

// maxGroup is how many events one group takes: some ten milliseconds of work, which everybody behind it waits for.
const maxGroup = 1024

// request is an append that waits.
type request struct {
	engine.Append
	// data is the stored form of its events, roster that of a new roster.
	data   []string
	roster sql.NullString
	outcome
	done chan struct{} // closed once the outcome is there
}

// outcome is what became of an append.
type outcome struct {
	appended engine.Appended
	err      error
}

func newRequest(a engine.Append) (*request, error) {
	if len(a.Events) == 0 {
		return nil, errNoEvents
	}
	r := &request{Append: a, data: make([]string, len(a.Events)), done: make(chan struct{})}
	for i, e := range a.Events {
		b, err := game.Encode(e.Data)
		if err != nil {
			return nil, fmt.Errorf("store: append to %s: %w", a.Session, err)
		}
		r.data[i] = string(b)
	}
	if a.Roster != nil {
		b, err := encodeRoster(a.Roster)
		if err != nil {
			return nil, err
		}
		r.roster = sql.NullString{String: b, Valid: true}
	}
	return r, nil
}

// grouper carries appends out in groups, one group at a time: while one is under way, the next one gathers.
type grouper struct {
	// carry carries a group out, all of it in one transaction. After an error nothing of it is stored.
	carry func([]*request) ([]outcome, error)

	mu      sync.Mutex // protects waiting and closed
	changed sync.Cond
	waiting []*request
	closed  bool
	stopped chan struct{}
}

// startGrouper returns a grouper that takes appends. close ends it.
func startGrouper(carry func([]*request) ([]outcome, error)) *grouper {
	g := &grouper{carry: carry, stopped: make(chan struct{})}
	g.changed.L = &g.mu
	go g.run()
	return g
}

// append waits for its turn and for the outcome. When the context ends first, the append may still be stored.
func (g *grouper) append(ctx context.Context, r *request) (engine.Appended, error) {
	if err := ctx.Err(); err != nil {
		return engine.Appended{}, fmt.Errorf("store: append to %s: %w", r.Session, err)
	}
	if !g.enqueue(r) {
		return engine.Appended{}, fmt.Errorf("store: append to %s: %w: the store is closed", r.Session, engine.ErrUnavailable)
	}
	select {
	case <-r.done:
		return r.appended, r.err
	case <-ctx.Done():
		return engine.Appended{}, fmt.Errorf("store: append to %s: not known whether it was stored: %w", r.Session, ctx.Err())
	}
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
		g.carryOut(group)
	}
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
		guard engine.Guard
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
	outcomes, err := g.carry(group)
	for i, r := range group {
		switch {
		case err == nil:
			r.outcome = outcomes[i]
		case len(group) == 1:
			r.err = err
		default:
			r.outcome = g.alone(r)
		}
		close(r.done)
	}
}

func (g *grouper) alone(r *request) outcome {
	outcomes, err := g.carry([]*request{r})
	if err != nil {
		return outcome{err: err}
	}
	return outcomes[0]
}
