package systemtest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ringer/engine/sessiontest"
)

// fakeTimeVariable names the library of libfaketime (in Debian's package faketime).
const fakeTimeVariable = "TEST_LIBFAKETIME"

// newDatedPostgres starts a Postgres whose clock a test sets.
func newDatedPostgres(t *testing.T) *pgServer {
	t.Helper()
	path := filepath.Join(os.Getenv(dirVariable), fmt.Sprintf("time-%016x", rand.Uint64()))
	writeFakeTime(t, path, 0)
	t.Cleanup(func() { _ = os.Remove(path) })
	s := newPostgres(t, "LD_PRELOAD="+os.Getenv(fakeTimeVariable), "FAKETIME_TIMESTAMP_FILE="+path, "FAKETIME_NO_CACHE=1", "FAKETIME_DONT_FAKE_MONOTONIC=1")
	s.fakeTime = path
	return s
}

func writeFakeTime(t *testing.T, path string, ahead time.Duration) {
	t.Helper()
	next := path + ".next"
	sessiontest.NoError(t, os.WriteFile(next, fmt.Appendf(nil, "%+ds", int(ahead.Seconds())), 0o644))
	sessiontest.NoError(t, os.Rename(next, path))
}

// setClock sets the clock of the server, and checks that it is set.
func (s *pgServer) setClock(ahead time.Duration) {
	s.t.Helper()
	writeFakeTime(s.t, s.fakeTime, ahead)
	var now time.Time
	if err := s.db.QueryRow("SELECT clock_timestamp()").Scan(&now); err != nil {
		s.t.Error(err)
	} else if off := time.Until(now) - ahead; off.Abs() > time.Minute {
		s.t.Errorf("the clock of Postgres is %s away from what was set", off)
	}
}
