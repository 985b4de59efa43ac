package llm

import (
	"context"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	// maxCalls bounds the calls of one ask: the first, and one for each of two things that go
	// wrong.
	maxCalls = 3
	// firstBackoff is the longest wait before the first retry. It doubles with each retry.
	firstBackoff = 500 * time.Millisecond
	// maxBackoff bounds every wait, because a chat does not wait longer.
	maxBackoff = 4 * time.Second
)

// backoff draws the wait before the n-th retry, from 1, with full jitter (M. Brooker, "Exponential
// Backoff and Jitter"), so that calls that failed together do not come back together.
func backoff(n int) time.Duration {
	return rand.N(min(firstBackoff<<(n-1), maxBackoff))
}

// retryWords finds the time in an error: 1.2s (OpenAI), in 20 seconds, or a delay of 34s (Gemini).
var retryWords = regexp.MustCompile(`(?i)(?:again|retry|wait)\b.{0,24}?\b(?:in|after|for) ((?:\d+(?:\.\d+)?(?:ms|s|m|h))+\b|\d+(?:\.\d+)? ?(?:s|sec|seconds?)\b)`)

// retryAfter returns how long a server asks to be left alone, in its header or message, or 0.
func retryAfter(h http.Header, message string, now time.Time) time.Duration {
	if d := retryHeader(h, now); d > 0 || h.Get("Retry-After") != "" {
		return d
	}
	m := retryWords.FindStringSubmatch(message)
	if m == nil {
		return 0
	}
	d, err := time.ParseDuration(m[1])
	if number, _, found := strings.Cut(m[1], " "); err != nil || found {
		d, _ = time.ParseDuration(strings.TrimRight(number, "secondSECOND") + "s")
	}
	return seconds(d.Seconds())
}

// retryHeader returns the time in the header of a response, or 0.
func retryHeader(h http.Header, now time.Time) time.Duration {
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
