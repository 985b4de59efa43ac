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
	// faultyCalls is how many calls must have failed, and four fifths of all, before the server is left alone: three asks that lost all
	// their calls, and one more. A server that fails every other call still serves nearly all asks, which try three times.
	faultyCalls = 10
	// aloneFor is how long it is left alone before one call may try. A server restarts in about as long.
	aloneFor = 10 * time.Second
	// maxPause bounds how long one rate-limited call holds back the others: a longer ban may be meant for it alone.
	maxPause = 30 * time.Second
	// pauseSpread is by how much those that were held back come back at different times.
	pauseSpread = time.Second
)

// endpoint is what is known of the server's health, whatever the model.
type endpoint struct {
	breaker *gobreaker.TwoStepCircuitBreaker[struct{}]

	mu    sync.Mutex
	until time.Time // protected by mu: when the pause that the server asked for ends
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
			return c.TotalFailures >= faultyCalls && 5*c.TotalFailures >= 4*c.Requests
		},
		IsExcluded: func(err error) bool { return errors.Is(err, errNoVerdict) },
	})}
}

// down tells whether the server is left alone now.
func (e *endpoint) down() bool { return e.breaker.State() == gobreaker.StateOpen }

// hold makes later calls wait.
func (e *endpoint) hold(d time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if until := time.Now().Add(min(d, maxPause)); until.After(e.until) {
		e.until = until
	}
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
		if !pause(ctx, d) {
			return errHeld
		}
		_ = pause(ctx, rand.N(pauseSpread)) // if there is time for it
	}
	return nil
}
