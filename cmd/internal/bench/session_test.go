package bench

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// TestFailoverIsCounted takes one of two servers away. Posts go to the other one, and each counts.
func TestFailoverIsCounted(t *testing.T) {
	t.Parallel()
	gone := func(*http.Request) (*http.Response, error) { return nil, errDial }
	there := func(*http.Request) (*http.Response, error) { return answer(202, stored) }
	r := runOn(Settings{Duration: time.Second}, gone, there)
	for i := range 3 {
		(&poster{run: r}).send(t.Context(), i, 0)
	}
	r.conclude()
	if n := r.result.Errors["post, passed to the next server: nobody is there"]; r.accepted.Load() != 3 || n != 3 || r.result.Faults() != 3 {
		t.Errorf("%d accepted, %v", r.accepted.Load(), r.result.Errors)
	}
}

// TestSessionsThatRemain lets the servers refuse to delete. The first session is tried for a
// minute, the others for a second.
func TestSessionsThatRemain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status, remaining int
		passed            time.Duration
	}{
		"OK":        {http.StatusNoContent, 0, 0},
		"Gone":      {http.StatusNotFound, 0, 0},
		"Forbidden": {http.StatusForbidden, 3, 0},
		"Failed":    {http.StatusInternalServerError, 3, time.Minute + 2*time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				r := runOn(Settings{Clients: 1}, func(*http.Request) (*http.Response, error) { return answer(c.status, "") })
				r.sessions = []*liveSession{{id: "a"}, {id: "b"}, {id: "c"}}
				r.deleteSessions(t.Context())
				if passed := time.Since(r.began); r.result.Remaining != c.remaining || passed != c.passed || (r.failures.count() > 0) != (c.remaining > 0) {
					t.Errorf("%d remain after %s, %v; want %d after %s", r.result.Remaining, passed, r.failures.all(), c.remaining, c.passed)
				}
			})
		})
	}
}

func TestOverdue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := runOn(Settings{Clients: 1}, func(*http.Request) (*http.Response, error) { return answer(200, "{}") })
		r.sessions = nil
		for _, due := range []time.Duration{-2 * time.Second, -time.Second / 2, time.Second} {
			s := &liveSession{id: "a"}
			s.due.Store(time.Now().Add(due).UnixNano())
			r.sessions = append(r.sessions, s)
		}
		r.sessions = append(r.sessions, &liveSession{id: "b"}) // nothing is planned
		if r.finish(t.Context()); r.result.Streams.Overdue != 1 || r.result.Faults() != 1 {
			t.Errorf("%d overdue", r.result.Streams.Overdue)
		}
	})
}

// TestRepeatedMessageIsDoubled concludes from a log that holds an accepted post twice.
func TestRepeatedMessageIsDoubled(t *testing.T) {
	t.Parallel()
	r := runOn(Settings{})
	s := r.sessions[0]
	s.took(5)
	s.readers = []*reader{{run: r, session: s, ended: true, track: track{next: 7, marked: 2}}}
	if r.conclude(); r.result.Streams.Doubled != 1 || r.result.Streams.Lost != 0 {
		t.Errorf("%+v", r.result.Streams)
	}
}
