package llm

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"
)

const (
	// faultyWindow is how far back the breaker looks, in steps of faultyStep: long enough for a few calls of a quiet server.
	faultyWindow = 30 * time.Second
	faultyStep   = 5 * time.Second
	// faultyCalls is how many calls must have failed, and four fifths of all that have ended, before the server is left alone: three asks that lost all
	// their calls, and one more. A server that fails every other call still serves nearly all asks, which try three times.
	faultyCalls = 10
	// aloneFor is how long it is left alone before one call may try. A server restarts in about as long.
	aloneFor = 10 * time.Second
	// maxPause bounds how long one rate-limited call holds back the others: a longer ban may be meant for it alone.
	maxPause = 30 * time.Second
	// heardCalls is how many of the last calls tell whether the server refuses everybody: a few, so that a wall is noticed at once.
	heardCalls = 8
	// pauseSpread is by how much those that were held back come back at different times.
	pauseSpread = time.Second
)

// endpoint is what is known of the server's health, whatever the model.
type endpoint struct {
	breaker *gobreaker.TwoStepCircuitBreaker[struct{}]

	mu    sync.Mutex       // protects what follows
	heard [heardCalls]int8 // of the last calls: 1 refused for now, -1 answered, 0 none yet
	next  int              // the oldest of them
	until time.Time        // when the pause that the server asked for ends
}

var (
	errFaulty    = errors.New("the server failed")
	errNoVerdict = errors.New("the call says nothing of the server")
	errDown      = errors.New("the server has failed too often; it is left alone for a while")
	errHeld      = errors.New("the server asked for a pause that ends too late")
)

func newEndpoint() *endpoint {
	return &endpoint{breaker: gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		Interval: faultyWindow, BucketPeriod: faultyStep, Timeout: aloneFor,
		ReadyToTrip: func(c gobreaker.Counts) bool {
			return c.TotalFailures >= faultyCalls && c.TotalFailures >= 4*c.TotalSuccesses
		},
		IsExcluded: func(err error) bool { return errors.Is(err, errNoVerdict) },
	})}
}

// down tells whether the server is left alone now.
func (e *endpoint) down() bool { return e.breaker.State() == gobreaker.StateOpen }

// answered notes that the server has answered a call.
func (e *endpoint) answered() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.note(-1)
}

// hold notes that the server wants to be left alone by a call for a while. Later calls wait as well when it has refused more of the last
// ones than it has answered; a refusal among answers is meant for that call, and a pause for all would only fill the queue.
func (e *endpoint) hold(d time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.note(1) <= 0 {
		return
	}
	if until := time.Now().Add(min(d, maxPause)); until.After(e.until) {
		e.until = until
	}
}

// note notes how a call went, and returns by how many the refusals among the last ones outnumber the answers. The caller holds mu.
func (e *endpoint) note(verdict int8) (more int) {
	e.heard[e.next] = verdict
	e.next = (e.next + 1) % heardCalls
	for _, v := range e.heard {
		more += int(v)
	}
	return more
}

// held returns how much of a pause is left.
func (e *endpoint) held() time.Duration {
	e.mu.Lock()
	defer e.mu.Unlock()
	return time.Until(e.until)
}

// wait waits for the end of a pause.
func (e *endpoint) wait(ctx context.Context) error {
	for d := e.held(); d > 0; d = e.held() {
		if !sleep(ctx, d) {
			return errHeld
		}
		_ = sleep(ctx, rand.N(pauseSpread)) // if there is time for it
	}
	return nil
}
