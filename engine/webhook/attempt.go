package webhook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"ringer/engine/journal"
	"ringer/engine/outward"
	"ringer/engine/session"
)

// pauses are the times between the attempts of a delivery, each varied by a fifth: three days in
// all. The first ones are short, since a game goes on.
var pauses = []time.Duration{
	time.Second, 5 * time.Second, 15 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 4 * time.Hour, 8 * time.Hour, 12 * time.Hour, 12 * time.Hour, 16 * time.Hour, 16 * time.Hour,
}

const (
	// maxRetryAfter bounds how long a receiver may put off a delivery.
	maxRetryAfter = 12 * time.Hour
	// maxAnswer is how much of an answer is read, so that its connection can be used again.
	maxAnswer = 64 << 10
)

// TestType is the type of an event that is sent to try a webhook.
const TestType session.Type = "webhook.test"

// attempt is what came of one attempt.
type attempt struct {
	journal.Delivery
	// failed says that the receiver did not take it.
	failed bool
	// disable says that the receiver wants nothing more.
	disable bool
}

// try sends a delivery once. Without a body its event is gone.
func (s *Sender) try(ctx context.Context, w *journal.Webhook, d journal.Delivery, body []byte) (a attempt) {
	a.Delivery = d
	if body == nil {
		a.State, a.TriedAt = journal.Gone, s.Now()
		return a
	}
	began := time.Now()
	answer, err := s.post(ctx, w, d, body)
	a.Attempts, a.Took, a.TriedAt, a.Status, a.Error = d.Attempts+1, time.Since(began).Milliseconds(), s.Now(), 0, ""
	pause := pauses[min(a.Attempts, len(pauses))-1]
	pause += rand.N(2*pause/5) - pause/5
	switch {
	case err != nil:
		a.Error = causeOf(err)
	case answer.StatusCode/100 == 2:
		a.Status, a.State = answer.StatusCode, journal.Delivered
		return a
	default:
		a.Status, a.disable = answer.StatusCode, answer.StatusCode == http.StatusGone
		a.Error = fmt.Sprintf("the receiver answered %d", a.Status)
		pause = max(pause, retryAfter(answer.Header))
	}
	a.failed, a.NextAt = true, a.TriedAt.Add(pause)
	if a.Attempts > len(pauses) || a.disable {
		a.State = journal.Dead
	}
	return a
}

func (s *Sender) post(ctx context.Context, w *journal.Webhook, d journal.Delivery, body []byte) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, w.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "ringer")
	sign(r.Header, w, EventID(d), s.Now(), body)
	answer, err := s.client.Do(r)
	if err == nil {
		_, _ = io.CopyN(io.Discard, answer.Body, maxAnswer) // only the status counts
		_ = answer.Body.Close()
	}
	return answer, err
}

// EventID is the webhook-id of a delivery. It is the same for each attempt, and for a replay.
func EventID(d journal.Delivery) string {
	if d.Log == "" {
		return fmt.Sprintf("evt_%s_test_%d", d.Webhook, d.N)
	}
	return fmt.Sprintf("evt_%s_%d", d.Log, d.Seq)
}

// causeOf says what was wrong with an attempt without an answer, for the delivery log. It leaves
// out the URL, which may hold a secret, and the name servers of the operator.
func causeOf(err error) string {
	if outward.Refused(err) {
		return "the address is not public; let the operator allow private addresses with --webhook-private"
	}
	if e, ok := errors.AsType[*url.Error](err); ok {
		err = e.Err
	}
	if e, ok := errors.AsType[*net.DNSError](err); ok {
		return "the name of the receiver has no address: " + e.Err
	}
	if e, ok := errors.AsType[net.Error](err); ok && e.Timeout() {
		return fmt.Sprintf("the receiver did not answer within %s", attemptLimit)
	}
	return err.Error()
}

// retryAfter returns for how long the receiver wants no further attempt.
func retryAfter(h http.Header) time.Duration {
	text := h.Get("Retry-After")
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		return min(time.Duration(n)*time.Second, maxRetryAfter)
	}
	if at, err := http.ParseTime(text); err == nil {
		return min(time.Until(at), maxRetryAfter)
	}
	return 0
}
