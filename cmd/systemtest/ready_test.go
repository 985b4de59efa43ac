package systemtest

import (
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ringer/engine/logtest"
	"ringer/engine/sessiontest"
	"ringer/store/storetest"
)

// unstorable is a state in which a database stores nothing.
type unstorable struct {
	env []string
	// code is the code of /readyz.
	code string
	// enter begins the state, and leave ends it.
	enter, leave func() error
	// restart says that the state begins while the server is down.
	restart bool
}

// TestReadyTriesWhatPostsDo brings a server into each state in which nothing can be stored. /readyz
// turns red with the code of the state, posts get 503, and the log has one line for the beginning
// and one for the end. A full tablespace needs a file system on the machine of the database, so it
// is not among the states.
func TestReadyTriesWhatPostsDo(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(t *testing.T) unstorable{
		"FullDisk": fullDisk, "ReadOnlyFile": readOnlyFile, "ReadOnlyPostgres": readOnlyPostgres, "LockedTable": lockedTable,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			state := prepare(t)
			var log logtest.Buffer
			p := startLogged(t, &log, append([]string{"PORT=0"}, state.env...))
			id := p.create(`{}`)
			if state.restart {
				p.end(syscall.SIGTERM)
			}
			sessiontest.NoError(t, state.enter())
			if state.restart {
				p = startLogged(t, &log, append([]string{"PORT=0"}, state.env...))
			}
			p.awaitReady(http.StatusServiceUnavailable, state.code)
			for range 3 {
				if status, code := p.problem("POST", "/v1/sessions/"+id+"/messages", map[string]any{"sender": "Blue", "text": strings.Repeat("hello ", 300)}); status != 503 || code != "unavailable" {
					t.Errorf("a post: status %d, code %s; want 503 and unavailable", status, code)
				}
				if status, code := p.problem("GET", "/readyz", nil); status != 503 || code != state.code {
					t.Errorf("/readyz: status %d, code %s; want 503 and %s", status, code, state.code)
				}
			}
			if status := p.call("GET", "/healthz", nil, nil); status != http.StatusOK {
				t.Errorf("/healthz: status %d", status)
			}
			sessiontest.NoError(t, state.leave())
			p.awaitReady(http.StatusOK, "")
			p.say(id, "Blue", "back again?")
			p.end(syscall.SIGTERM)
			away, back := len(log.Containing("the database stores nothing")), len(log.Containing("the database stores again"))
			if away != 1 || back != 1 {
				t.Errorf("%d lines say away and %d say back, want one each:\n%s", away, back, log.String())
			}
		})
	}
}

// problem sends a request, and returns the status and the code of its answer.
func (p *process) problem(method, path string, body any) (status int, code string) {
	p.t.Helper()
	var problem struct{ Code string }
	status = p.call(method, path, body, &problem)
	return status, problem.Code
}

// awaitReady asks /readyz until it answers with a status and a code.
func (p *process) awaitReady(status int, code string) {
	p.t.Helper()
	until(p.t, func() bool {
		s, c := p.problem("GET", "/readyz", nil)
		return s == status && c == code
	}, "/readyz does not answer %d %s", status, code)
}

// fullDisk is a file system of three megabytes, which is filled.
func fullDisk(t *testing.T) unstorable {
	folder := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", folder).CombinedOutput(); err != nil {
		t.Skipf("only root may mount a small file system: %v, %s", err, out)
	}
	t.Cleanup(func() { _ = exec.Command("umount", "-l", folder).Run() })
	filler := filepath.Join(folder, "filler")
	return unstorable{
		env: []string{"RINGER_DB=" + filepath.Join(folder, "ringer.db")}, code: "database_full",
		enter: func() error {
			f, err := os.Create(filler)
			if err != nil {
				return err
			}
			defer f.Close()
			for err == nil {
				_, err = io.WriteString(f, strings.Repeat("x", 4096))
			}
			if !errors.Is(err, syscall.ENOSPC) {
				return err
			}
			return nil
		},
		leave: func() error { return os.Remove(filler) },
	}
}

// readOnlyFile is an SQLite file that the server may only read when it starts.
func readOnlyFile(t *testing.T) unstorable {
	if os.Geteuid() == 0 {
		t.Skip("root may write to files that are read-only")
	}
	file := filepath.Join(t.TempDir(), "ringer.db")
	return unstorable{
		env: []string{"RINGER_DB=" + file}, code: "database_read_only", restart: true,
		enter: func() error { return os.Chmod(file, 0o400) },
		leave: func() error { return os.Chmod(file, 0o600) },
	}
}

// lockedTable is a Postgres on which another program locks the table of the events.
func lockedTable(t *testing.T) unstorable {
	address := storetest.Postgres(t)
	db := openAdmin(t, address)
	var tx *sql.Tx
	return unstorable{
		env: []string{"DATABASE_URL=" + address}, code: "database_locked",
		enter: func() (err error) {
			if tx, err = db.Begin(); err == nil {
				t.Cleanup(func() { _ = tx.Rollback() }) // before the schema is dropped
				_, err = tx.Exec("LOCK TABLE events IN EXCLUSIVE MODE")
			}
			return err
		},
		leave: func() error { return tx.Rollback() },
	}
}

// readOnlyPostgres is a database of its own, whose new sessions are read-only.
func readOnlyPostgres(t *testing.T) unstorable {
	address := storetest.Postgres(t)
	u := sessiontest.Must(url.Parse(address))(t)
	db, name := openAdmin(t, address), fmt.Sprintf("readonly_%016x", rand.Uint64())
	if _, err := db.Exec("CREATE DATABASE " + name); err != nil {
		t.Skip("this user may not create databases: ", err)
	}
	t.Cleanup(func() {
		if _, err := db.Exec("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	u.Path, u.RawQuery = "/"+name, "sslmode=disable"
	set := func(mode string) func() error {
		return func() error {
			_, err := db.Exec("ALTER DATABASE " + name + " SET default_transaction_read_only = " + mode)
			if err == nil && mode == "on" { // sessions that are open do not change
				_, err = db.Exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name)
			}
			return err
		}
	}
	return unstorable{env: []string{"DATABASE_URL=" + u.String()}, code: "database_read_only", enter: set("on"), leave: set("off")}
}

// openAdmin opens a database until the test is over.
func openAdmin(t *testing.T, address string) *sql.DB {
	db := sessiontest.Must(sql.Open("postgres", address))(t)
	t.Cleanup(func() { _ = db.Close() })
	return db
}
