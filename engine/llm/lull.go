package llm

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"
)

const (
	// maxPause bounds how long one rate-limited call holds back the others of its model: a longer ban may be meant for it alone.
	maxPause = 30 * time.Second
	// heardCalls is how many of the last calls tell whether the server refuses everybody: a few, so that a wall is noticed at once.
	heardCalls = 8
	// pauseSpread is by how much the calls that were held back come back at different times.
	pauseSpread = time.Second
)

// lull is how much rest a model wants. Servers count calls by model, and sessions may name their own: what one model refuses says nothing
// of the others.
type lull struct {
	mu    sync.Mutex       // protects what follows
	heard [heardCalls]int8 // of the last calls: 1 refused for now, -1 answered, 0 none yet
	next  int              // the oldest of them
	until time.Time        // when the pause that the server asked for ends
}

var errHeld = errors.New("the server asked for a pause that ends too late")

// answered notes that the server has answered a call.
func (l *lull) answered() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.note(-1)
}

// hold notes that the server wants to be left alone by a call for a while. Later calls wait as well when it has refused more of the last
// ones than it has answered; a refusal among answers is meant for that call, and a pause for all would only fill the queue.
func (l *lull) hold(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.note(1) <= 0 {
		return
	}
	if until := time.Now().Add(min(d, maxPause)); until.After(l.until) {
		l.until = until
	}
}

// note notes how a call went, and returns by how many the refusals among the last ones outnumber the answers. The caller holds mu.
func (l *lull) note(verdict int8) (more int) {
	l.heard[l.next] = verdict
	l.next = (l.next + 1) % heardCalls
	for _, v := range l.heard {
		more += int(v)
	}
	return more
}

// held returns how much of a pause is left.
func (l *lull) held() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Until(l.until)
}

// wait waits for the end of a pause.
func (l *lull) wait(ctx context.Context) error {
	for d := l.held(); d > 0; d = l.held() {
		if !sleep(ctx, d) {
			return errHeld
		}
		_ = sleep(ctx, rand.N(pauseSpread)) // if there is time for it
	}
	return nil
}
