package llm

import (
	"context"
	"slices"
	"sync"
)

// tokensPerUnit is how many tokens of a prompt make a call weigh one unit more: a server reads a short prompt in the time of a few
// answers' tokens, and a long one in that of a whole answer.
const tokensPerUnit = 4096

// limiter bounds the calls in flight, all together and of each session. Who waits is served by rank, and inside a rank in the order of
// coming. A call that needs more room than there is holds up those behind it, so that light ones cannot keep it waiting for ever; one
// whose session has all it may have holds up its session only.
type limiter struct {
	bound, sessionBound int

	mu       sync.Mutex // protects what follows
	used     int
	sessions map[string]int
	queues   [][]*waiter // by rank
}

type waiter struct {
	session string
	weight  int
	granted chan struct{} // closed under the limiter's mu
}

func newLimiter(bound, sessionBound int) *limiter {
	return &limiter{bound: bound, sessionBound: sessionBound, sessions: map[string]int{}, queues: make([][]*waiter, len(ranks))}
}

// enter waits until a call may be made, and returns what to call when it is done. A session without a name has no bound of its own.
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
		l.grant() // it may have held up others
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

// giveBack frees what a call held. The caller holds mu.
func (l *limiter) giveBack(w *waiter) {
	l.used -= w.weight
	if l.sessions[w.session] -= w.weight; l.sessions[w.session] == 0 {
		delete(l.sessions, w.session)
	}
	l.grant()
}

// grant lets in who may go. The caller holds mu.
func (l *limiter) grant() {
	full := false
	var blocked map[string]bool // sessions that wait for themselves
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
			case l.used+w.weight > l.bound:
				full = true
				return false
			}
			l.used += w.weight
			l.sessions[w.session] += w.weight
			close(w.granted)
			return true
		})
	}
}
