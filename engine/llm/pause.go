package llm

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"
)

const (
	// maxPause bounds how long a call that was rate-limited holds back the other calls of its
	// model. A longer ban may be meant for that call alone.
	maxPause = 30 * time.Second
	// countedCalls is how many of the last calls decide whether the server refuses everybody. They
	// are few, so that a server that refuses all calls is noticed at once.
	countedCalls = 8
	// firstPause is how long calls wait after the second refusal in a row, if the server does not
	// say for how long. It doubles with each further refusal, up to maxBackoff. A question alone
	// waits after the first.
	firstPause = time.Second
	// pauseSpread is the time over which the waiting calls are spread after a pause.
	pauseSpread = time.Second
)

// pause holds back the calls of one model while the server asks for that. Servers count calls by
// model, and sessions may name their own models. So what one model refuses says nothing about the
// others. One pause is for all sessions, and each session has one of its own: a server may refuse
// only the long prompts of one session.
type pause struct {
	// sessions is how many sessions must be refused before the calls wait.
	sessions int

	mu sync.Mutex // protects all fields below
	// counted are the last calls.
	counted [countedCalls]countedCall
	// oldest is the index of the oldest call in counted.
	oldest int
	// until is when the pause ends.
	until time.Time
	// inRow counts the refusals since the last answer.
	inRow int
}

// countedCall is a call that has ended.
type countedCall struct {
	session string
	// result is 1 for a rate-limited call, -1 for an answer, 0 for no call yet.
	result int
}

var errPauseTooLong = errors.New("the calls of this model pause after refusals, and the pause ends too late")

// answered records that the server has answered a call.
func (p *pause) answered(session string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count(countedCall{session, -1})
	p.inRow = 0
}

// refused records that the server has refused a call and asked it to wait for d; 0 means that it
// does not say for how long. Later calls wait as well if most of the last calls were refused, and
// those of enough sessions. One refusal among answers is meant for that call: a pause for all calls
// would only fill the queue.
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

// count adds a call. The caller holds mu.
func (p *pause) count(c countedCall) {
	p.counted[p.oldest] = c
	p.oldest = (p.oldest + 1) % countedCalls
}

// left returns how much of the pause is left.
func (p *pause) left() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Until(p.until)
}

// wait waits for the end of the pause.
func (p *pause) wait(ctx context.Context) error {
	for d := p.left(); d > 0; d = p.left() {
		if !sleep(ctx, d) {
			return errPauseTooLong
		}
		_ = sleep(ctx, rand.N(pauseSpread)) // if there is time for it
	}
	return nil
}
