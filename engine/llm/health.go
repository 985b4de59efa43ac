package llm

import (
	"sync"
	"time"

	"ringer/engine/prompt"
)

const (
	// failingCalls is how many calls in a row must fail before a model counts as failing: all calls
	// of one question.
	failingCalls = 3
	// failingFor is how long no call must have succeeded by then. A busy server has a few faults in
	// a row, but not for so long.
	failingFor = 5 * time.Second
	// forgotten is how long after its last call a model no longer counts as failing. Nobody knows
	// whether it still does.
	forgotten = 5 * time.Minute
)

// health says whether the calls of a model bring answers. The breaker counts only what it can mend
// by making no calls. A wrong key or a model that always refuses counts here, too.
type health struct {
	mu sync.Mutex // protects all fields below
	// failed counts the calls since the last answer.
	failed int
	// since is when the first of them ended, and last when the last one did.
	since, last time.Time
	// code is why the last one failed.
	code string
}

// ended records how a call has ended; f is nil for an answer. A call that nobody wanted any more
// says nothing.
func (h *health) ended(f *failure) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case f == nil:
		h.failed = 0
	case f.code != prompt.CallStopped:
		now := time.Now()
		if h.failed++; h.failed == 1 {
			h.since = now
		}
		h.last, h.code = now, f.code
	}
}

// Failing is a model whose calls all fail.
type Failing struct {
	Model string
	// Code is why the last call failed.
	Code string
	// Since is when the first of them failed.
	Since time.Time
}

// failing reports whether all calls fail.
func (h *health) failing() (f Failing, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	return Failing{Code: h.code, Since: h.since}, h.failed >= failingCalls && now.Sub(h.since) >= failingFor && now.Sub(h.last) < forgotten
}
