package llm

import (
	"errors"
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
)

// endpoint is what is known of the server's health, whatever the model.
type endpoint struct {
	breaker *gobreaker.TwoStepCircuitBreaker[struct{}]
}

var (
	errFaulty    = errors.New("the server failed")
	errNoVerdict = errors.New("the call says nothing of the server")
	errDown      = errors.New("the server has failed too often; it is left alone for a while")
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
