package systemtest

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"ringer/engine/logtest"
	"ringer/engine/sessiontest"
	"ringer/store/storetest"
)

// TestReplacedFile puts a copy in the place of a running server's database, as a restored backup
// does. Nobody posts or asks, and yet the log says so. Posts are refused, and the next start takes
// the new file.
func TestReplacedFile(t *testing.T) {
	slow(t)
	file := filepath.Join(t.TempDir(), "ringer.db")
	var log logtest.Buffer
	env := []string{"PORT=0", "RINGER_DB=" + file}
	p := startLogged(t, &log, env)
	id := p.create(`{}`)
	p.end(syscall.SIGTERM)
	backup := sessiontest.Must(os.ReadFile(file))(t)
	p = startLogged(t, &log, env)
	sessiontest.NoError(t, os.WriteFile(file+".backup", backup, 0o600))
	sessiontest.NoError(t, os.Rename(file+".backup", file))
	until(t, func() bool { return len(log.Containing("was removed or replaced")) > 0 }, "the log says nothing:\n%s", &log)
	if status, code := p.problem("POST", "/v1/sessions/"+id+"/messages", map[string]any{"sender": "Blue", "text": "hi"}); status != 503 || code != "unavailable" {
		t.Errorf("a post: status %d, code %s; want 503 and unavailable", status, code)
	}
	p.awaitReady(http.StatusServiceUnavailable, "database_replaced")
	p.end(syscall.SIGKILL)
	p = startLogged(t, &log, env)
	p.say(id, "Blue", "hi")
	p.awaitReady(http.StatusOK, "")
	if n := len(log.Containing("the database stores nothing")); n != 1 {
		t.Errorf("%d lines say that the database is away, want one:\n%s", n, log.String())
	}
}

// TestSecondServerWithoutTheLockFile removes the lock file of a running server. A second server is
// refused all the same.
func TestSecondServerWithoutTheLockFile(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has locks that leave those of SQLite alone")
	}
	file := filepath.Join(t.TempDir(), "ringer.db")
	start(t, file)
	for _, name := range []string{file + ".lock", file + ".pid"} {
		sessiontest.NoError(t, os.Remove(name))
	}
	var said bytes.Buffer
	second := program(t, &said, []string{"PORT=0", "RINGER_DB=" + file}, "serve")
	timer := time.AfterFunc(time.Minute, func() { _ = second.Process.Kill() })
	defer timer.Stop()
	if err := second.Run(); err == nil || !strings.Contains(said.String(), "in use by") {
		t.Errorf("%v, said %q; want that the database is in use", err, said.String())
	}
}

// TestTwoReplicasOfOneName starts a second server on a Postgres under the name of the first. Both
// /readyz say so until it ends. A prune beside a server, or a replica with another name, is not a
// reason for a warning.
func TestTwoReplicasOfOneName(t *testing.T) {
	t.Parallel()
	env := []string{"PORT=0", "DATABASE_URL=" + storetest.Postgres(t), "RINGER_REPLICA=one"}
	startLogged(t, testWriter{t}, env[:2])
	var log logtest.Buffer
	one := startLogged(t, testWriter{t}, env)
	if out, errs, err := command(t, map[string]string{"DATABASE_URL": env[1][len("DATABASE_URL="):]}, "prune", "--older-than", "1h"); err != nil {
		t.Fatalf("%v: %s%s", err, out, errs)
	}
	one.awaitWarnings(0)
	two := startLogged(t, &log, env)
	one.awaitWarnings(1)
	two.awaitWarnings(1)
	if n := len(log.Containing("level=WARN")); n != 0 {
		t.Errorf("the second server says\n%s", log.String())
	}
	two.end(syscall.SIGKILL)
	one.awaitWarnings(0)
}

// awaitWarnings asks /readyz until it answers 200 with a number of warnings.
func (p *process) awaitWarnings(n int) {
	p.t.Helper()
	var ready struct{ Warnings []string }
	until(p.t, func() bool {
		ready.Warnings = nil
		return p.call("GET", "/readyz", nil, &ready) == http.StatusOK && len(ready.Warnings) == n
	}, "/readyz has no %d warnings", n)
}
