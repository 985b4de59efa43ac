package llm

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const (
	// maxCalls bounds the calls of one ask: the first call, and one for each of two things that may
	// go wrong.
	maxCalls = 3
	// firstBackoff is the longest wait before the first retry. It doubles with each retry.
	firstBackoff = 500 * time.Millisecond
	// maxBackoff bounds every wait, because a chat does not wait longer.
	maxBackoff = 4 * time.Second
)

// backoff draws the wait before the n-th retry, from 1. It uses full jitter (M. Brooker,
// "Exponential Backoff and Jitter"), so that calls that failed together do not come back together.
func backoff(n int) time.Duration {
	return rand.N(min(firstBackoff<<(n-1), maxBackoff))
}

// retryAfter returns how long a server asks to be left alone; 0 if it does not say.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return seconds(ms / 1000)
	}
	after := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(after, 64); err == nil {
		return seconds(s)
	}
	if at, err := http.ParseTime(after); err == nil {
		if sent, err := http.ParseTime(h.Get("Date")); err == nil {
			now = sent // by the clock that chose at: ours may be wrong
		}
		return max(at.Sub(now), 0)
	}
	return 0
}

// seconds returns n seconds as a duration, at most a day. A server that asks for more means never.
func seconds(n float64) time.Duration {
	const day = 24 * 60 * 60
	if !(n > 0) {
		return 0
	}
	return time.Duration(min(n, day) * float64(time.Second))
}

// sleep waits for d. It returns false at once if the context would end before that.
func sleep(ctx context.Context, d time.Duration) bool {
	if end, ok := ctx.Deadline(); ok && time.Until(end) <= d || ctx.Err() != nil {
		return false
	}
	if d <= 0 {
		return true
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
