package llm

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"
)

const (
	// maxPause bounds how long a rate-limited call holds back others. A longer ban may be for it
	// alone.
	maxPause = 30 * time.Second
	// countedCalls of the last calls decide whether the server refuses everybody: few, to notice at
	// once.
	countedCalls = 8
	// firstPause is the wait after the second refusal in a row if the server names none, doubled
	// each time up to maxBackoff. A question alone waits after the first.
	firstPause = time.Second
	// pauseSpread spreads the waiting calls after a pause.
	pauseSpread = time.Second
)

// pause holds back the calls of one model while the server asks for that, since servers count by
// model. One is for all sessions, and each session has its own: a server may refuse only its long
// prompts.
type pause struct {
	// sessions is how many sessions must be refused before the calls wait.
	sessions int

	mu      sync.Mutex // protects all fields below
	counted [countedCalls]countedCall
	oldest  int
	until   time.Time
	// inRow counts the refusals since the last answer.
	inRow int
}

type countedCall struct {
	session string
	// result is 1 for a rate-limited call, -1 for an answer, 0 for no call yet.
	result int
}

var errPauseTooLong = errors.New("the calls of this model pause after refusals, and the pause ends too late")

func (p *pause) answered(session string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count(countedCall{session, -1})
	p.inRow = 0
}

// refused records that a call was asked to wait for d; 0 is unknown. Others wait as well if most of
// the last calls were refused, and of enough sessions. One refusal among answers is meant for that
// call: a pause for all would only fill the queue.
func (p *pause) refused(session string, d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count(countedCall{session, 1})
	excess, sessions := 0, map[string]bool{}
	for _, c := range p.counted {
		if excess += c.result; c.result > 0 {
			sessions[c.session] = true
		}
	}
	if excess <= 0 || len(sessions) < p.sessions {
		return
	}
	if p.inRow++; d == 0 && p.inRow > 1 {
		d = min(firstPause<<min(p.inRow-2, 5), maxBackoff)
	}
	if until := time.Now().Add(min(d, maxPause)); until.After(p.until) {
		p.until = until
	}
}

func (p *pause) count(c countedCall) {
	p.counted[p.oldest] = c
	p.oldest = (p.oldest + 1) % countedCalls
}

func (p *pause) left() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Until(p.until)
}

func (p *pause) wait(ctx context.Context) error {
	for d := p.left(); d > 0; d = p.left() {
		if !sleep(ctx, d) {
			return errPauseTooLong
		}
		_ = sleep(ctx, rand.N(pauseSpread)) // if there is time for it
	}
	return nil
}
