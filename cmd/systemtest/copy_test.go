package systemtest

import (
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"ringer/engine/journal"
	"ringer/engine/logtest"
	"ringer/engine/sessiontest"
	"ringer/store"
)

// database returns the address of a database of the server.
func (s *pgServer) database(name string) string {
	return fmt.Sprintf("postgres://test@%s/%s?sslmode=disable", s.host(), name)
}

// copyTo copies the database games with pg_dump.
func (s *pgServer) copyTo(other *pgServer, name string) {
	s.t.Helper()
	dump := s.dir + "/games.sql"
	s.run("pg_dump", "-d", s.database("games"), "-f", dump)
	other.exec("CREATE DATABASE " + name)
	other.run("psql", "-q", "-d", other.database(name), "-f", dump)
}

// TestCopies copies and moves a database with the programs of Postgres. A server plays on what is
// the same database, and only reads a copy until it is adopted.
func TestCopies(t *testing.T) {
	if os.Getenv(binVariable) == "" {
		t.Skip("the test needs the programs of Postgres: run it with .ci/postgres")
	}
	slow(t)
	serve := func(use store.Use, address string, want error) {
		t.Helper()
		db := sessiontest.Must(store.OpenFor(t.Context(), use, address))(t)
		defer db.Close()
		if db.ReadsOnly != want {
			t.Errorf("%s: ReadsOnly is %v, want %v", address, db.ReadsOnly, want)
		}
	}
	first, other, upgraded := newPostgres(t), newPostgres(t), newCluster(t, nil)
	first.exec("CREATE DATABASE games")
	serve(store.Serve, first.database("games"), nil)
	serve(store.Serve, first.database("games"), nil)
	first.copyTo(first, "dumped")
	serve(store.Serve, first.database("dumped"), journal.ErrCopied)
	first.copyTo(other, "games")
	serve(store.Serve, other.database("games"), journal.ErrCopied)
	serve(store.Inspect, other.database("games"), journal.ErrInspecting)
	playsNothing(t, other.database("games"))
	serve(store.Adopt, other.database("games"), nil)
	serve(store.Serve, other.database("games"), nil)

	standby := first.standby()
	serve(store.Inspect, standby.database("games"), journal.ErrInspecting)
	first.kill()
	standby.promote()
	serve(store.Serve, standby.database("games"), nil)

	standby.run("pg_ctl", "-D", standby.dir, "-m", "fast", "-w", "stop")
	_ = standby.cmd.Wait() // it was told to end
	upgraded.run("initdb", "-D", upgraded.dir, "-U", "test", "-A", "trust", "-E", "UTF8", "--no-sync")
	bin := os.Getenv(binVariable)
	upgraded.run("pg_upgrade", "-b", bin, "-B", bin, "-d", standby.dir, "-D", upgraded.dir, "-U", "test",
		"-p", strconv.Itoa(standby.port), "-P", strconv.Itoa(upgraded.port), "-s", upgraded.dir)
	upgraded.start()
	serve(store.Serve, upgraded.database("games"), nil)
	upgraded.run("psql", "-q", "-d", upgraded.database("games"), "-c", "VACUUM FULL")
	serve(store.Serve, upgraded.database("games"), nil)
}

// playsNothing starts a server on a copy, which says so and takes no posts.
func playsNothing(t *testing.T, address string) {
	t.Helper()
	var log logtest.Buffer
	p := startLogged(t, &log, []string{"PORT=0", "DATABASE_URL=" + address})
	if status, code := p.problem("GET", "/readyz", nil); status != http.StatusServiceUnavailable || code != "database_copied" {
		t.Errorf("/readyz: status %d, code %s", status, code)
	}
	if status, code := p.problem("POST", "/v1/sessions", map[string]any{}); status != http.StatusServiceUnavailable || code != "database_copied" {
		t.Errorf("a post: status %d, code %s", status, code)
	}
	if status := p.call("GET", "/v1/sessions", nil, nil); status != http.StatusOK {
		t.Errorf("GET /v1/sessions: status %d", status)
	}
	p.end(syscall.SIGTERM)
	if printed := strings.Join(p.printed, "\n"); !strings.Contains(printed, "--adopt") || len(log.Containing("--adopt")) == 0 {
		t.Errorf("the start does not say what to do:\n%s\n%s", printed, log.String())
	}
}
