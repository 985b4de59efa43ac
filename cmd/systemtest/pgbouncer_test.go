package systemtest

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ringer/cmd/internal/repotest"
	"ringer/engine/sessiontest"
	"ringer/store"
)

// bouncer starts a pgbouncer before a Postgres, and returns the address of the database behind it.
// Without pgbouncer it skips the test. If the variable CI is set it fails instead.
func (s *pgServer) bouncer(settings ...string) string {
	s.t.Helper()
	path, err := exec.LookPath("pgbouncer")
	if err != nil {
		path, err = exec.LookPath("/usr/sbin/pgbouncer") // Debian's place is not on every PATH
	}
	if err != nil && os.Getenv("CI") != "" {
		s.t.Fatal("this test needs pgbouncer; .ci/run installs it")
	} else if err != nil {
		s.t.Skip("this test needs pgbouncer; install it to run the test")
	}
	port := quietPort(s.t)
	file := filepath.Join(s.dir, fmt.Sprintf("pgbouncer.%d.ini", port))
	lines := append([]string{
		"[databases]", fmt.Sprintf("postgres = host=127.0.0.1 port=%d dbname=postgres user=test", s.port), "[pgbouncer]", "listen_addr = 127.0.0.1",
		fmt.Sprintf("listen_port = %d", port), "auth_type = any", "unix_socket_dir =", "default_pool_size = 30",
	}, settings...)
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		s.t.Fatal(err)
	}
	cmd := exec.Command(path, file)
	cmd.Stdout, cmd.Stderr = &s.log, &s.log
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.owner()} // like Postgres, it refuses to run as root
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	host := fmt.Sprint("127.0.0.1:", port)
	until(s.t, func() bool {
		conn, err := net.Dial("tcp", host)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	}, "pgbouncer does not start")
	return fmt.Sprintf("postgres://test@%s/postgres?sslmode=disable", host)
}

// TestPgbouncer opens a Postgres behind a pgbouncer that is set as the docs say, and behind others.
// Their errors say what to set.
func TestPgbouncer(t *testing.T) {
	if os.Getenv(binVariable) == "" {
		t.Skip("the test needs the programs of Postgres: run it with .ci/postgres")
	}
	t.Parallel()
	documented := repotest.Find(t, "docs/operations.md", `(ignore_startup_parameters = \S+)`)[0]
	s := newPostgres(t)
	open := func(t *testing.T, settings ...string) error {
		db, err := store.OpenFor(t.Context(), store.Serve, s.bouncer(settings...))
		if err != nil {
			return err
		}
		defer db.Close()
		b, err := db.Bell(t.Context(), func([]byte) {}, slog.New(slog.DiscardHandler))
		if err != nil {
			return err
		}
		return errors.Join(db.Ping(t.Context()), b.Close())
	}
	t.Run("OK", func(t *testing.T) {
		if err := open(t, "pool_mode = session", documented); err != nil {
			t.Error(err)
		}
	})
	for name, c := range map[string]struct {
		settings []string
		want     string
	}{
		"ErrParameters":   {[]string{"pool_mode = session"}, documented},
		"ErrBell":         {[]string{"pool_mode = session", strings.TrimSuffix(documented, ",synchronous_commit")}, documented},
		"ErrTransactions": {[]string{"pool_mode = transaction", documented}, "pool_mode = session"},
		"ErrStatements":   {[]string{"pool_mode = statement", documented}, "pool_mode = session"},
	} {
		t.Run(name, func(t *testing.T) {
			err := open(t, c.settings...)
			sessiontest.Fails(t, err, c.want)
		})
	}
}
