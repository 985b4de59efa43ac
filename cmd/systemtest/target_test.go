package systemtest

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"ringer/engine/logtest"
)

// target is a server that faults strike, with its database. It keeps its port when it is started
// again.
type target struct {
	t        *testing.T
	platform *platform
	db       *faultDatabase
	env      []string
	log      *logtest.Buffer
	process  *process
	// cuttable are words that occur only in appends.
	cuttable []string
	// over is closed when nothing more is appended. It may be nil.
	over chan struct{}
}

// startTarget starts a server on a database.
func startTarget(t *testing.T, database string, cuttable []string) *target {
	s := &target{t: t, log: &logtest.Buffer{}, cuttable: cuttable}
	t.Cleanup(func() {
		if strings.Contains(s.log.String(), "panic") {
			t.Error("the server panicked")
		}
		if t.Failed() {
			t.Logf("the server said:\n%s", s.log)
		}
	})
	s.db = openFaultDatabase(t, database)
	s.env = append(s.db.env, fmt.Sprint("PORT=", quietPort(t)))
	s.process = startLogged(t, s.log, s.env)
	s.platform = newPlatform(t, s.process.url)
	return s
}

// skipWithout skips the fault if what it needs is missing.
func (f fault) skipWithout(t *testing.T) {
	t.Helper()
	if f.needs != "" && os.Getenv(f.needs) == "" {
		t.Skipf("%s is not set; .ci/postgres sets it for the Postgres that it starts", f.needs)
	}
}
