package bench

import (
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/cmd/internal/follow"
	"ringer/engine/sessiontest"
)

// answering is a server without a network. It may be used in a bubble.
type answering func(*http.Request) (*http.Response, error)

func (a answering) RoundTrip(r *http.Request) (*http.Response, error) { return a(r) }

func answer(status int, body string) (*http.Response, error) {
	return &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader(body))}, nil
}

// runOn returns a run with one session, whose load begins now, on servers without a network.
func runOn(s Settings, servers ...answering) *run {
	r := newRun(s, io.Discard)
	r.sessions = []*liveSession{{id: "ses_1"}}
	for _, a := range servers {
		c := follow.New("http://server", "", a)
		r.servers = append(r.servers, &server{"http://server", c, c})
	}
	r.measureAt.Store(0)
	return r
}

const stored = `{"messages": [{"seq": 2}]}`

var errDial = &net.OpError{Op: "dial", Err: errors.New("nobody is there")}

func TestLowRateEndsInTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := runOn(Settings{Sessions: 1, Rate: 2, Clients: 64, Duration: time.Second}, func(*http.Request) (*http.Response, error) { return answer(202, stored) })
		r.post(t.Context())
		if passed := time.Since(r.began); passed != time.Second/2 || r.accepted.Load() != 2 || r.unbegun != 0 {
			t.Errorf("it took %s, with %d posts, %d not begun; the second post is due after 0.5 s, the third too late", passed, r.accepted.Load(), r.unbegun)
		}
	})
}

func TestOutcomeOfAPost(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status                      int
		body                        string
		err                         error
		accepted, failed, undecided int64
		reason                      string
	}{
		"OK":        {202, stored, nil, 1, 0, 0, ""},
		"NoMessage": {202, `{"messages": []}`, nil, 0, 1, 1, "post: the answer names no message"},
		"NoJSON":    {200, `<html>`, nil, 0, 1, 1, "post: invalid character '<' looking for beginning of value"},
		"Refused":   {429, ``, nil, 0, 1, 0, "post: 429"},
		"Failed":    {503, ``, nil, 0, 1, 1, "post: 503"},
		"NoServer":  {0, ``, errDial, 0, 1, 0, "post: nobody is there"},
		"CutOff":    {0, ``, io.ErrUnexpectedEOF, 0, 1, 1, "post: connection closed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := runOn(Settings{Duration: time.Second}, func(*http.Request) (*http.Response, error) {
				if c.err != nil {
					return nil, c.err
				}
				return answer(c.status, c.body)
			})
			(&poster{run: r}).send(t.Context(), 0, 0)
			s := r.sessions[0]
			if r.accepted.Load() != c.accepted || s.accepted.Load() != c.accepted || r.failed.Load() != c.failed || s.undecided.Load() != c.undecided {
				t.Errorf("%d accepted, %d failed, %d undecided; want %d, %d, %d", r.accepted.Load(), r.failed.Load(), s.undecided.Load(), c.accepted, c.failed, c.undecided)
			}
			if all := r.failures.all(); c.reason != "" && all[c.reason] != 1 || len(all) != int(c.failed) {
				t.Errorf("%v, want %q", all, c.reason)
			}
		})
	}
}

func TestSessionWithoutID(t *testing.T) {
	t.Parallel()
	r := runOn(Settings{Servers: []string{"http://server"}, Sessions: 1, Clients: 1}, func(*http.Request) (*http.Response, error) { return answer(200, "{}") })
	sessiontest.Fails(t, r.createSessions(t.Context(), 1), "names no session")
}
