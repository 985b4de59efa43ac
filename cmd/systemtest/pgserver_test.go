package systemtest

import (
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"ringer/engine/logtest"
	"ringer/engine/sessiontest"
)

// binVariable and dirVariable name the folder of Postgres's programs, and a folder for clusters.
const (
	binVariable = "TEST_POSTGRES_BIN"
	dirVariable = "TEST_POSTGRES_DIR"
)

// pgServer is a Postgres that belongs to one test.
type pgServer struct {
	t    *testing.T
	dir  string
	port int
	// env is added to the environment of the server.
	env []string
	// fakeTime is the file that says what time it is; empty for a server with the machine's clock.
	fakeTime string

	log logtest.Buffer
	cmd *exec.Cmd
	db  *sql.DB
}

// newPostgres makes a cluster and starts its server.
func newPostgres(t *testing.T, env ...string) *pgServer {
	s := newCluster(t, env)
	s.run("initdb", "-D", s.dir, "-U", "test", "-A", "trust", "-E", "UTF8", "--no-sync")
	s.start()
	return s
}

// newCluster returns a server whose folder is not there yet.
func newCluster(t *testing.T, env []string) *pgServer {
	home := sessiontest.Must(os.MkdirTemp(os.Getenv(dirVariable), "own"))(t)
	s := &pgServer{t: t, dir: home, port: quietPort(t), env: env}
	if owner := s.owner(); owner != nil {
		sessiontest.NoError(t, os.Chown(home, int(owner.Uid), int(owner.Gid)))
	}
	t.Cleanup(func() {
		s.kill()
		if t.Failed() {
			t.Logf("Postgres said:\n%s", s.log.String())
		}
		_ = os.RemoveAll(home)
	})
	return s
}

// owner is the user who runs Postgres, which refuses to run as root. nil is the present user.
func (s *pgServer) owner() *syscall.Credential {
	if os.Getuid() != 0 {
		return nil
	}
	info, err := os.Stat(os.Getenv(dirVariable))
	if err != nil {
		s.t.Fatal(err)
	}
	stat := info.Sys().(*syscall.Stat_t)
	return &syscall.Credential{Uid: stat.Uid, Gid: stat.Gid}
}

// command returns a command of Postgres.
func (s *pgServer) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(os.Getenv(binVariable), name), args...)
	cmd.Dir, cmd.Env = s.dir, append([]string{"LC_ALL=C", "HOME=" + s.dir}, s.env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.owner(), Setpgid: true}
	return cmd
}

func (s *pgServer) run(name string, args ...string) {
	s.t.Helper()
	if out, err := s.command(name, args...).CombinedOutput(); err != nil {
		s.t.Fatalf("%s: %v\n%s", name, err, out)
	}
}

// start starts the server and waits until it answers.
func (s *pgServer) start() {
	s.t.Helper()
	args := []string{"-D", s.dir, "-p", strconv.Itoa(s.port), "-k", s.dir}
	// By default a standby waits 5 s for a primary that is gone before it can be promoted.
	for _, setting := range []string{"listen_addresses=127.0.0.1", "fsync=off", "max_connections=300", "wal_retrieve_retry_interval=100ms"} {
		args = append(args, "-c", setting)
	}
	s.cmd = s.command("postgres", args...)
	s.cmd.Stdout, s.cmd.Stderr = &s.log, &s.log
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	if s.db == nil {
		s.db = openAdmin(s.t, s.address())
	}
	until(s.t, func() bool { return s.db.Ping() == nil }, "Postgres does not start")
}

// kill kills all processes of the server at once.
func (s *pgServer) kill() {
	if s.cmd == nil || s.cmd.ProcessState != nil {
		return
	}
	pid := s.cmd.Process.Pid
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%[1]d/task/%[1]d/children", pid)) // without it they end by themselves
	_ = s.cmd.Process.Kill()
	for _, child := range strings.Fields(string(children)) {
		if pid, err := strconv.Atoi(child); err == nil {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended
		}
	}
	_ = s.cmd.Wait()
}

func (s *pgServer) host() string { return fmt.Sprint("127.0.0.1:", s.port) }

func (s *pgServer) address() string {
	return fmt.Sprintf("postgres://test@%s/postgres?sslmode=disable", s.host())
}

func (s *pgServer) exec(query string) {
	s.t.Helper()
	if _, err := s.db.Exec(query); err != nil {
		s.t.Fatalf("%s: %v", query, err)
	}
}

// standby starts a second server, which repeats what this one stores. From then on this one
// confirms no transaction that the second does not have.
func (s *pgServer) standby() *pgServer {
	s.t.Helper()
	other := newCluster(s.t, s.env)
	other.run("pg_basebackup", "-D", other.dir, "-d", s.address(), "-R", "-X", "stream", "-c", "fast", "--no-sync")
	other.start()
	s.exec("ALTER SYSTEM SET synchronous_standby_names = '*'")
	s.exec("SELECT pg_reload_conf()")
	until(s.t, func() (follows bool) {
		err := s.db.QueryRow("SELECT count(*) > 0 FROM pg_stat_replication WHERE sync_state = 'sync'").Scan(&follows)
		return err == nil && follows
	}, "the standby does not follow")
	return other
}

// promote lets a standby store transactions of its own.
func (s *pgServer) promote() {
	s.t.Helper()
	var done bool
	if err := s.db.QueryRow("SELECT pg_promote(true, 30)").Scan(&done); err != nil || !done {
		s.t.Fatalf("the standby is not promoted: %v", err)
	}
}
