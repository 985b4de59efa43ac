package llm

import (
	"context"
	"slices"
	"sync"
	"time"

	"ringer/engine/prompt"
)

// tokensPerUnit prompt tokens add one unit to a call. Reading a short prompt takes as long as
// writing a few tokens, reading a long one as long as a whole answer.
const tokensPerUnit = 4096

// inUseFor is how long a model counts as in use after a call. It is longer than a call may take.
const inUseFor = 2 * time.Minute

// maxRefused calls of a model are refused for its share before all others are. Shares differ by
// session, and fewer sessions than this have a smaller one.
const maxRefused = 64

// limiter bounds the weight of the calls in flight, in all, of a session and of a model. They are
// served by rank, and within a rank in order. A call that is too heavy blocks those behind it, so
// that light ones cannot keep it waiting for ever. One whose session or model is at its bound
// blocks nobody.
type limiter struct {
	bound, sessionBound int

	mu       sync.Mutex     // protects all fields below
	inUse    int            // units
	sessions map[string]int // units in use, by session
	models   map[string]int // units in use, by model
	doubtful int            // units in use by calls that may hang
	queues   [][]*waiter    // by rank
	// latest are the last two models that were asked, the last one first.
	latest [2]askedModel
}

type askedModel struct {
	name string
	at   time.Time
}

type waiter struct {
	session, model string
	rank, weight   int
	// share returns how many units the model may take, and whether the call may hang; nil means
	// all. It is called under the limiter's mu.
	share func(bound int) (most int, doubtful bool)

	doubtful bool          // it was granted as a call that may hang
	granted  chan struct{} // closed under the limiter's mu
}

func newLimiter(bound, sessionBound int) *limiter {
	return &limiter{
		bound: bound, sessionBound: sessionBound, sessions: map[string]int{}, models: map[string]int{}, queues: make([][]*waiter, len(ranks)),
	}
}

// enter waits until a call may be made. leave must be called when the call has ended. A session
// without a name has no bound of its own.
func (l *limiter) enter(ctx context.Context, w *waiter) (leave func(), err error) {
	w.weight, w.granted = max(1, min(w.weight, l.bound)), make(chan struct{})
	if w.session != "" {
		w.weight = min(w.weight, l.sessionBound)
	}
	rank := w.rank
	l.mu.Lock()
	l.note(w.model)
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
	if l.models[w.model] -= w.weight; l.models[w.model] == 0 {
		delete(l.models, w.model)
	}
	if w.doubtful {
		l.doubtful -= w.weight
	}
	l.grant()
}

func (l *limiter) note(model string) {
	if l.latest[0].name != model {
		l.latest[1] = l.latest[0]
	}
	l.latest[0] = askedModel{model, time.Now()}
}

// alone reports whether a model is the only one in use. The caller holds mu.
func (l *limiter) alone(model string) bool {
	other := l.latest[0]
	if other.name == model {
		other = l.latest[1]
	}
	return time.Since(other.at) > inUseFor
}

// modelFull reports whether a model has taken its share. Calls that may hang take half of all units
// at most, and beside other models one leaves a quarter: it may begin to hang at any time. The
// caller holds mu.
func (l *limiter) modelFull(w *waiter) bool {
	if w.share == nil {
		return false
	}
	most, doubtful := w.share(l.bound)
	if w.doubtful = doubtful; doubtful && l.doubtful > 0 && l.doubtful+w.weight > l.bound/2 {
		return true
	}
	if !l.alone(w.model) {
		most = min(most, l.bound-l.bound/4)
	}
	used := l.models[w.model]
	return used > 0 && used+w.weight > most
}

// grant lets in all calls that may be made. The caller holds mu.
func (l *limiter) grant() {
	full := false
	var blocked map[string]bool // sessions that have reached their bound
	refused := map[string]int{} // calls whose model has taken its share, by model
	for rank, queue := range l.queues {
		if full {
			return
		}
		l.queues[rank] = slices.DeleteFunc(queue, func(w *waiter) bool {
			switch {
			case full, blocked[w.session], refused[w.model] == maxRefused:
				return false
			case l.modelFull(w):
				refused[w.model]++
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
			l.models[w.model] += w.weight
			if w.doubtful {
				l.doubtful += w.weight
			}
			close(w.granted)
			return true
		})
	}
}

// Load describes the calls that a client has under way.
type Load struct {
	// InFlight is the weight of the calls under way, in units of Config.InFlight.
	InFlight int
	Bound    int
	// Waiting counts the calls that wait for their turn.
	Waiting map[prompt.ModelRole]int
	// Down says that all models that were lately asked are down.
	Down bool
	// ModelsDown counts the models that get no calls for a while, and those whose calls all fail.
	ModelsDown int
	// Failing are the models of the server's settings whose calls all fail.
	Failing []Failing
}

func (c *Client) Load() Load {
	l := Load{Bound: c.limiter.bound, Waiting: map[prompt.ModelRole]int{}}
	l.ModelsDown, l.Down, l.Failing = c.models.down()
	c.limiter.mu.Lock()
	defer c.limiter.mu.Unlock()
	l.InFlight = c.limiter.inUse
	for i, role := range ranks {
		l.Waiting[role] = len(c.limiter.queues[i])
	}
	return l
}
