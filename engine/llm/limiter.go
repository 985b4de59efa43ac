package llm

import (
	"context"
	"slices"
	"sync"
)

// tokensPerUnit is the number of prompt tokens that add one unit to the weight of a call. Reading a
// short prompt takes a server as long as writing a few tokens. Reading a long prompt takes as long
// as writing a whole answer.
const tokensPerUnit = 4096

// limiter bounds the weight of the calls in flight, of all sessions and of each session. Waiting
// calls are served by rank, and within a rank in the order in which they came. A call that is too
// heavy for the free units blocks the calls behind it, so light calls cannot keep it waiting for
// ever. A call whose session has reached its own bound blocks only its session.
type limiter struct {
	bound, sessionBound int

	mu       sync.Mutex     // protects all fields below
	inUse    int            // units
	sessions map[string]int // units in use, by session
	queues   [][]*waiter    // by rank
}

type waiter struct {
	session string
	weight  int
	granted chan struct{} // closed under the limiter's mu
}

func newLimiter(bound, sessionBound int) *limiter {
	return &limiter{bound: bound, sessionBound: sessionBound, sessions: map[string]int{}, queues: make([][]*waiter, len(ranks))}
}

// enter waits until a call may be made. leave must be called when the call has ended. A session
// without a name has no bound of its own.
func (l *limiter) enter(ctx context.Context, session string, rank, weight int) (leave func(), err error) {
	w := &waiter{session: session, weight: max(1, min(weight, l.bound)), granted: make(chan struct{})}
	if session != "" {
		w.weight = min(w.weight, l.sessionBound)
	}
	l.mu.Lock()
	l.queues[rank] = append(l.queues[rank], w)
	l.grant()
	l.mu.Unlock()
	select {
	case <-w.granted:
		return func() { l.leave(w) }, nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.Index(l.queues[rank], w); i >= 0 {
		l.queues[rank] = slices.Delete(l.queues[rank], i, i+1)
		l.grant() // it may have blocked others
		return nil, ctx.Err()
	}
	l.giveBack(w) // granted at the same moment
	return nil, ctx.Err()
}

func (l *limiter) leave(w *waiter) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.giveBack(w)
}

// giveBack frees the units of a call. The caller holds mu.
func (l *limiter) giveBack(w *waiter) {
	l.inUse -= w.weight
	if l.sessions[w.session] -= w.weight; l.sessions[w.session] == 0 {
		delete(l.sessions, w.session)
	}
	l.grant()
}

// grant lets in all calls that may be made. The caller holds mu.
func (l *limiter) grant() {
	full := false
	var blocked map[string]bool // sessions that have reached their bound
	for rank, queue := range l.queues {
		if full {
			return
		}
		l.queues[rank] = slices.DeleteFunc(queue, func(w *waiter) bool {
			switch {
			case full, blocked[w.session]:
				return false
			case w.session != "" && l.sessions[w.session]+w.weight > l.sessionBound:
				if blocked == nil {
					blocked = map[string]bool{}
				}
				blocked[w.session] = true
				return false
			case l.inUse+w.weight > l.bound:
				full = true
				return false
			}
			l.inUse += w.weight
			l.sessions[w.session] += w.weight
			close(w.granted)
			return true
		})
	}
}
