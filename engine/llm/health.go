package llm

import (
	"sync"
	"time"

	"ringer/engine/prompt"
)

const (
	// failingCalls in a row must fail before a model counts as failing: all calls of one question.
	failingCalls = 3
	// failingFor is how long none may have succeeded by then. A busy server has a few faults in a
	// row.
	failingFor = 5 * time.Second
	// forgotten is how long after its last call nobody knows whether a model still fails.
	forgotten = 5 * time.Minute
)

// health also counts what the breaker cannot mend by making no calls: a wrong key, or a model that
// always refuses.
type health struct {
	mu sync.Mutex // protects all fields below
	// failed counts the calls since the last answer.
	failed int
	// since is when the first of them ended, and last when the last one did.
	since, last time.Time
	// code is why the last one failed.
	code string
}

// ended records how a call has ended. One that nobody wanted any more says nothing.
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
	Code  string
	Since time.Time
}

func (h *health) failing() (f Failing, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	return Failing{Code: h.code, Since: h.since}, h.failed >= failingCalls && now.Sub(h.since) >= failingFor && now.Sub(h.last) < forgotten
}
