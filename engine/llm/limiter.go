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

// limiter bounds the weight of the calls in flight, in all, of a session and of a model. A free
// place goes to the tenant with the fewest units in use, and among equals to the one that was
// served the longest time ago. So the waiting tenants get equal shares, and one that waits alone
// may take all. Within a tenant calls are served by rank, and within a rank in order. A call that
// is too heavy blocks those behind it, so that light ones cannot keep it waiting for ever. A call
// whose session or model is at its bound blocks nobody.
type limiter struct {
	bound, sessionBound int

	mu       sync.Mutex     // protects all fields below
	inUse    int            // units
	models   map[string]int // units in use, by model
	doubtful int            // units in use by calls that may hang
	// tenants are those with calls under way or waiting, in the order in which they came.
	tenants []*tenant
	// turns counts the grants, twice.
	turns int
	// latest are the last two models that were asked, the last one first.
	latest [2]askedModel
}

// tenant has the calls of one tenant.
type tenant struct {
	name     string
	inUse    int            // units
	sessions map[string]int // units in use, by session
	queues   [][]*waiter    // by rank
	// turn orders tenants with as many units in use.
	turn int
}

type askedModel struct {
	name string
	at   time.Time
}

type waiter struct {
	tenant, session, model string
	rank, weight           int
	// share returns how many units the model may take, and whether the call may hang; nil means
	// all. It is called under the limiter's mu.
	share func(bound int) (most int, doubtful bool)

	doubtful bool          // it was granted as a call that may hang
	granted  chan struct{} // closed under the limiter's mu
}

func newLimiter(bound, sessionBound int) *limiter {
	return &limiter{bound: bound, sessionBound: sessionBound, models: map[string]int{}}
}

// enter waits until a call may be made. leave must be called when the call has ended. A session
// without a name has no bound of its own.
func (l *limiter) enter(ctx context.Context, w *waiter) (leave func(), err error) {
	l.mu.Lock()
	l.add(w)
	l.mu.Unlock()
	select {
	case <-w.granted:
		return func() { l.leave(w) }, nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.tenant(w.tenant)
	if i := slices.Index(t.queues[w.rank], w); i >= 0 {
		t.queues[w.rank] = slices.Delete(t.queues[w.rank], i, i+1)
		l.grant() // it may have blocked others
		l.forget(t)
		return nil, ctx.Err()
	}
	l.giveBack(w) // granted at the same moment
	return nil, ctx.Err()
}

// add lets a call wait for its turn. The caller holds mu.
func (l *limiter) add(w *waiter) {
	w.weight, w.granted = max(1, min(w.weight, l.bound)), make(chan struct{})
	if w.session != "" {
		w.weight = min(w.weight, l.sessionBound)
	}
	l.note(w.model)
	t := l.tenant(w.tenant)
	t.queues[w.rank] = append(t.queues[w.rank], w)
	l.grant()
}

func (l *limiter) leave(w *waiter) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.giveBack(w)
}

// giveBack frees the units of a call. The caller holds mu.
func (l *limiter) giveBack(w *waiter) {
	t := l.tenant(w.tenant)
	l.inUse -= w.weight
	t.inUse -= w.weight
	if t.sessions[w.session] -= w.weight; t.sessions[w.session] == 0 {
		delete(t.sessions, w.session)
	}
	if l.models[w.model] -= w.weight; l.models[w.model] == 0 {
		delete(l.models, w.model)
	}
	if w.doubtful {
		l.doubtful -= w.weight
	}
	l.grant()
	l.forget(t)
}

// tenant returns a tenant. One that comes is served before the one that was served last, and after
// all that wait. The caller holds mu.
func (l *limiter) tenant(name string) *tenant {
	if i := slices.IndexFunc(l.tenants, func(t *tenant) bool { return t.name == name }); i >= 0 {
		return l.tenants[i]
	}
	t := &tenant{name: name, sessions: map[string]int{}, queues: make([][]*waiter, len(ranks)), turn: l.turns - 1}
	l.tenants = append(l.tenants, t)
	return t
}

// forget drops a tenant without calls. The caller holds mu.
func (l *limiter) forget(t *tenant) {
	if t.inUse == 0 && t.waiting() == 0 {
		l.tenants = slices.DeleteFunc(l.tenants, func(o *tenant) bool { return o == t })
	}
}

func (t *tenant) waiting() (calls int) {
	for _, q := range t.queues {
		calls += len(q)
	}
	return calls
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
	var passed []*tenant // all their calls are at the bound of a session or model
	for {
		var next *tenant
		for _, t := range l.tenants {
			if t.waiting() > 0 && !slices.Contains(passed, t) && (next == nil || t.before(next)) {
				next = t
			}
		}
		if next == nil {
			return
		}
		w := l.first(next)
		switch {
		case w == nil:
			passed = append(passed, next)
			continue
		case l.inUse+w.weight > l.bound:
			return
		}
		next.queues[w.rank] = slices.DeleteFunc(next.queues[w.rank], func(o *waiter) bool { return o == w })
		l.turns += 2
		next.turn = l.turns
		l.inUse += w.weight
		next.inUse += w.weight
		next.sessions[w.session] += w.weight
		l.models[w.model] += w.weight
		if w.doubtful {
			l.doubtful += w.weight
		}
		close(w.granted)
	}
}

// before reports whether a tenant is served before another.
func (t *tenant) before(o *tenant) bool {
	return t.inUse < o.inUse || t.inUse == o.inUse && t.turn < o.turn
}

// first returns the first call of a tenant that is at the bound of neither its session nor its
// model; nil for none. The caller holds mu.
func (l *limiter) first(t *tenant) *waiter {
	blocked := map[string]bool{} // sessions that have reached their bound
	refused := map[string]int{}  // calls whose model has taken its share, by model
	for _, queue := range t.queues {
		for _, w := range queue {
			switch {
			case blocked[w.session], refused[w.model] == maxRefused:
			case l.modelFull(w):
				refused[w.model]++
			case w.session != "" && t.sessions[w.session]+w.weight > l.sessionBound:
				blocked[w.session] = true
			default:
				return w
			}
		}
	}
	return nil
}

// Load describes the calls that a client has under way.
type Load struct {
	// InFlight is the weight of the calls under way, in units of Config.InFlight.
	InFlight int
	Bound    int
	// Waiting counts the calls that wait for their turn.
	Waiting map[prompt.ModelRole]int
	// TenantsWaiting counts the tenants of these calls, and MostWaiting the calls of the one that
	// has the most.
	TenantsWaiting, MostWaiting int
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
	for _, role := range ranks {
		l.Waiting[role] = 0
	}
	for _, t := range c.limiter.tenants {
		for i, role := range ranks {
			l.Waiting[role] += len(t.queues[i])
		}
		if n := t.waiting(); n > 0 {
			l.TenantsWaiting, l.MostWaiting = l.TenantsWaiting+1, max(l.MostWaiting, n)
		}
	}
	return l
}
