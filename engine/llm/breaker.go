package llm

import (
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"

	"ringer/engine/prompt"
)

const (
	// faultyWindow is how far back calls count: long enough for a few calls to a quiet server.
	faultyWindow = 30 * time.Second
	faultyStep   = 5 * time.Second
	// faultyCalls, and four fifths of all calls, must have failed before a model is left alone: one
	// more than three asks that lose all their calls. A model that fails every other call stays in
	// use, because asks try three times and nearly all get an answer.
	faultyCalls = 10
	// aloneFor is how long a model is left alone: about as long as a restart takes.
	aloneFor = 10 * time.Second
	// untriedShare divides the places of a model that the settings do not name, before its first
	// response.
	untriedShare = 8
)

// breaker stops the calls to a model that fails too often, and bounds the places of one that lets
// calls hang. One session can make its calls fail by what it asks, so the faults of fewer than
// enoughSessions count only against these.
type breaker struct {
	circuit *gobreaker.TwoStepCircuitBreaker[struct{}]
	known   bool

	mu sync.Mutex // protects all fields below
	// culprits are the last sessions whose calls failed, enoughSessions at most, the oldest first.
	culprits []culprit
	// responded records that the model has ever answered or refused a call.
	responded bool
	// hung counts the calls that timed out since the last response.
	hung int
	// asked is when the last call was allowed.
	asked time.Time
}

type culprit struct {
	session string
	at      time.Time
}

var (
	errFaulty    = errors.New("the server failed")
	errNoVerdict = errors.New("the call says nothing about the server")
	errDown      = errors.New("the model has failed too often; it is left alone for a while")
)

func newBreaker(known bool) *breaker {
	return &breaker{known: known, circuit: gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		Interval: faultyWindow, BucketPeriod: faultyStep, Timeout: aloneFor,
		ReadyToTrip: func(c gobreaker.Counts) bool {
			return c.TotalFailures >= faultyCalls && c.TotalFailures >= 4*c.TotalSuccesses
		},
		IsExcluded: func(err error) bool { return errors.Is(err, errNoVerdict) },
	})}
}

// down reports whether the model is left alone now.
func (e *breaker) down() bool { return e.circuit.State() == gobreaker.StateOpen }

// holds reports whether the model's faults count against a session. One without a name stands for
// all.
func (e *breaker) holds(session string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return session == "" || len(e.culprits) == enoughSessions || slices.ContainsFunc(e.culprits, func(c culprit) bool { return c.session == session })
}

// allow reports whether a call may be made now. Then report must be called with its failure, or
// nil.
func (e *breaker) allow(session string) (report func(*failure), ok bool) {
	done, err := e.circuit.Allow()
	if err != nil {
		if e.holds(session) {
			return nil, false
		}
		done = func(error) {} // the circuit has no place for this result
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.asked = time.Now()
	return func(f *failure) {
		e.learn(session, f)
		done(verdict(f))
	}, true
}

func (e *breaker) learn(session string, f *failure) {
	v, closed, now := verdict(f), e.circuit.State() == gobreaker.StateClosed, time.Now()
	if errors.Is(v, errNoVerdict) {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	// While the circuit is open, few calls are made, and older faults still say why.
	e.culprits = slices.DeleteFunc(e.culprits, func(c culprit) bool {
		return c.session == session || closed && now.Sub(c.at) > faultyWindow || !closed && v == nil
	})
	if f == nil || f.code != prompt.ModelTimeout {
		e.responded, e.hung = true, 0
	} else {
		e.hung++
	}
	if v != nil {
		e.culprits = append(e.culprits, culprit{session, now})
		e.culprits = e.culprits[max(0, len(e.culprits)-enoughSessions):]
	}
}

// share returns how many of the places the model may take for a session, and whether the call may
// hang.
func (e *breaker) share(session string, places int) (most int, doubtful bool) {
	closed, held := e.circuit.State() == gobreaker.StateClosed, e.holds(session)
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case !closed && held:
		return places, true // the circuit lets in one call at a time, and the others fail at once
	case e.hung > 0 && held:
		return max(1, places>>min(e.hung, 30)), true
	case !e.responded && !e.known:
		return max(1, places/untriedShare), true
	}
	return places, false
}

// verdict returns what the end of a call says about the model: nil if it works. A refusal (4xx)
// does not count against it, but a 5xx does.
func verdict(f *failure) error {
	switch {
	case f == nil:
		return nil
	case f.code == prompt.CallStopped, f.code == prompt.ModelTimeout && !f.serverFault:
		return errNoVerdict
	case f.serverFault:
		return errFaulty
	}
	return nil
}
