package llm

import (
	"errors"
	"time"

	"github.com/sony/gobreaker/v2"

	"ringer/engine/prompt"
)

const (
	// faultyWindow is how far back the breaker counts calls. It is long enough for a few calls to a
	// quiet server.
	faultyWindow = 30 * time.Second
	// faultyStep is the step by which the window moves.
	faultyStep = 5 * time.Second
	// faultyCalls is how many calls must have failed before the server is left alone. They must
	// also be four fifths of all calls that have ended. Three asks that lose all their calls make
	// nine calls, and this is one more. A server that fails every other call stays in use, because
	// asks try three times and nearly all of them get an answer.
	faultyCalls = 10
	// aloneFor is how long the server is left alone before one call may try. A restart takes about
	// as long.
	aloneFor = 10 * time.Second
)

// breaker stops the calls to a server that fails too often. All models share it.
type breaker struct {
	circuit *gobreaker.TwoStepCircuitBreaker[struct{}]
}

var (
	errFaulty    = errors.New("the server failed")
	errNoVerdict = errors.New("the call says nothing about the server")
	errDown      = errors.New("the server has failed too often; it is left alone for a while")
)

func newBreaker() *breaker {
	return &breaker{circuit: gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		Interval: faultyWindow, BucketPeriod: faultyStep, Timeout: aloneFor,
		ReadyToTrip: func(c gobreaker.Counts) bool {
			return c.TotalFailures >= faultyCalls && c.TotalFailures >= 4*c.TotalSuccesses
		},
		IsExcluded: func(err error) bool { return errors.Is(err, errNoVerdict) },
	})}
}

// down reports whether the server is left alone now.
func (e *breaker) down() bool { return e.circuit.State() == gobreaker.StateOpen }

// verdict returns what the end of a call says about the server: nil if the server works. A refusal
// (4xx) does not count against the server, but a 5xx does. f is nil for a call that succeeded.
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
