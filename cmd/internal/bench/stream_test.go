package bench

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/client"
	"ringer/engine/sessiontest"
)

// lasting returns the body of a stream that brings an event, lasts for some time, and is cut.
func lasting(event string, d time.Duration) *http.Response {
	out, in := io.Pipe()
	go func() {
		_, _ = io.WriteString(in, event)
		time.Sleep(d)
		in.CloseWithError(io.ErrUnexpectedEOF)
	}()
	return &http.Response{StatusCode: http.StatusOK, Body: out}
}

// TestEndsOfAStream lets a server cut a stream after some time. An old stream has rotated, a
// younger one broke.
func TestEndsOfAStream(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		life            time.Duration
		broken, rotated int64
	}{
		"Rotated": {10 * time.Minute, 0, 1},
		"Broken":  {7 * time.Minute, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				tries := 0
				r := runOn(Settings{Sessions: 1, Streams: 1, Servers: []string{"http://server"}}, func(*http.Request) (*http.Response, error) {
					if tries++; tries == 1 {
						return lasting("event: a\ndata: {}\nid: 1\n\n", c.life), nil
					}
					return lasting("event: session.ended\ndata: {}\nid: 2\n\n", 0), nil
				})
				sessiontest.NoError(t, r.openStreams(t.Context(), t.Context()))
				r.reading.Wait()
				r.conclude()
				s := r.result.Streams
				if s.Broken != c.broken || s.Rotated != c.rotated || r.result.Away.Count != c.broken || r.result.Faults() != c.broken || s.Events != 2 || s.Unended != 0 {
					t.Errorf("%+v, away %d, %v", s, r.result.Away.Count, r.result.Errors)
				}
			})
		})
	}
}

// TestStreamsThatDoNotOpen fails at once when a server refuses a stream, and after a time when it
// does not answer.
func TestStreamsThatDoNotOpen(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]struct {
		answer answering
		passed time.Duration
	}{
		"the server answers 403": {func(*http.Request) (*http.Response, error) { return answer(403, "") }, 0},
		"nobody is there":        {func(*http.Request) (*http.Response, error) { return nil, errDial }, 0},
		"deadline exceeded": {func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		}, patience},
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				r := runOn(Settings{Sessions: 1, Streams: 200, Servers: []string{"http://server"}}, c.answer)
				reading, leave := context.WithCancel(t.Context())
				err := r.openStreams(t.Context(), reading)
				if passed := time.Since(r.began); err == nil || !strings.Contains(err.Error(), want) || passed != c.passed {
					t.Errorf("%v after %s, want %s", err, passed, c.passed)
				}
				leave()
				r.reading.Wait()
			})
		})
	}
}

func TestEmptyStreamsArePaused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := runOn(Settings{Sessions: 1, Streams: 1, Servers: []string{"http://server"}}, func(*http.Request) (*http.Response, error) { return lasting("", 0), nil })
		reading, leave := context.WithTimeout(t.Context(), time.Minute)
		defer leave()
		sessiontest.NoError(t, r.openStreams(t.Context(), reading))
		r.reading.Wait()
		if n := r.broken.Load(); n < 60 || n > 70 {
			t.Errorf("it tried %d times in a minute, and should try each second", n)
		}
	})
}

// TestLatenessIsOfTheMeasuredTime counts messages that were due within it, and none that were due
// before or after.
func TestLatenessIsOfTheMeasuredTime(t *testing.T) {
	t.Parallel()
	r := runOn(Settings{Duration: 10 * time.Second})
	r.measureAt.Store(int64(5 * time.Second))
	x := &reader{run: r, session: r.sessions[0], leads: true}
	for i, due := range []time.Duration{4, 6, 14, 16} {
		at := r.began.Add(due * time.Second)
		_, _ = x.hear(client.Frame{Type: sent, ID: int64(i + 1), Received: at.Add(-time.Millisecond), Data: fmt.Appendf(nil, `{"data": {"due_at": %q}}`, at.Format(time.RFC3339Nano))})
	}
	if late := r.late.result(); late.Count != 2 || late.Early != 2 || late.Max > 0.001 || r.spoken.Load() != 4 {
		t.Errorf("%+v, and %d messages in all", late, r.spoken.Load())
	}
}
