package offline

import (
	"fmt"
	"log/slog"
	"maps"
	"math"
	"slices"
	"sync"
	"time"
)

// totals counts the requests of a server.
type totals struct {
	mu       sync.Mutex // protects all fields below
	requests int
	statuses map[int]int
	usage    usage
	inFlight int
	// mostInFlight is the highest value of inFlight so far.
	mostInFlight int
	// answering is the sum of the times that the requests took.
	answering time.Duration
	// began is when the first request came.
	began time.Time
}

// begin counts a request that comes in. It returns how many requests are under way. A request above
// the limit is not admitted; limit 0 means no limit.
func (t *totals) begin(now time.Time, limit int) (inFlight int, admitted bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.requests++; t.requests == 1 {
		t.began = now
	}
	if limit > 0 && t.inFlight >= limit {
		return t.inFlight, false
	}
	t.inFlight++
	t.mostInFlight = max(t.mostInFlight, t.inFlight)
	return t.inFlight, true
}

// end counts a request that has ended. Its status is 0 if the client went before the answer.
func (t *totals) end(status int, u usage, took time.Duration, admitted bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if admitted {
		t.inFlight--
	}
	if t.statuses == nil {
		t.statuses = map[int]int{}
	}
	t.statuses[status]++
	t.answering += took
	t.usage.PromptTokens += u.PromptTokens
	t.usage.CompletionTokens += u.CompletionTokens
	t.usage.PromptDetails.CachedTokens += u.PromptDetails.CachedTokens
}

// attributes returns the totals for a line of the log.
func (t *totals) attributes(now time.Time) []slog.Attr {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := []slog.Attr{slog.Int("requests", t.requests)}
	for _, status := range slices.Sorted(maps.Keys(t.statuses)) {
		name := fmt.Sprint("status_", status)
		if status == 0 {
			name = "given_up"
		}
		all = append(all, slog.Int(name, t.statuses[status]))
	}
	mean := 0.0
	if over := now.Sub(t.began); t.requests > 0 && over > 0 {
		mean = math.Round(10*float64(t.answering)/float64(over)) / 10
	}
	return append(all, slog.Int("prompt_tokens", t.usage.PromptTokens), slog.Int("cached_tokens", t.usage.PromptDetails.CachedTokens),
		slog.Int("answer_tokens", t.usage.CompletionTokens), slog.Int("most_in_flight", t.mostInFlight), slog.Float64("mean_in_flight", mean))
}
