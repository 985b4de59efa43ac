package main

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	_ "github.com/lib/pq" // the driver of the databases

	"ringer/cmd/internal/bench/baseline"
)

// system is what gets the load: one server, or several on one database.
type system struct {
	name     string
	baseline string
	postgres bool
	// model says that a process of its own answers as the model server.
	model    bool
	replicas int
}

type running struct {
	urls     []string
	postgres bool
	// model is the process of the model server, 0 if the servers answer themselves.
	model int
	stops []func()
}

func (r *running) stop() {
	for _, stop := range slices.Backward(r.stops) {
		stop()
	}
}

type machine struct {
	*settings
	folder    string
	databases int
	// postmaster is the process whose children serve the databases, 0 if it is not known.
	postmaster int
}

// says begins the line in which a server says where it listens.
const says = "serves on "

func serveBaseline(ctx context.Context, kind, database string) error {
	handler, err := baseline.New(ctx, kind, database)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("%shttp://%s\n", says, listener.Addr())
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	context.AfterFunc(ctx, func() { server.Close() })
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func (m *machine) start(ctx context.Context, tight bool, s system) (r *running, err error) {
	r = &running{postgres: s.postgres}
	defer func() {
		if err != nil {
			r.stop()
			err = fmt.Errorf("%s does not start: %w", s.name, err)
		}
	}()
	m.databases++
	database := filepath.Join(m.folder, fmt.Sprint(m.databases, ".db"))
	if s.postgres {
		var drop func()
		if database, drop, err = m.create(ctx); err != nil {
			return r, err
		}
		r.stops = append(r.stops, drop)
	}
	var env []string
	if tight {
		env = append(env, "GOGC=20")
	}
	if s.model {
		model, at, err := m.launch(ctx, nil, m.ringer, "offline", "--port", "0", "--log-level", "error")
		if err != nil {
			return r, err
		}
		r.model, r.stops, env = model.Pid, append(r.stops, func() { finish(model) }), append(env, "OPENAI_BASE_URL="+at)
	}
	for range s.replicas {
		server, at, err := m.serve(ctx, s, env, database)
		if err != nil {
			return r, err
		}
		r.urls, r.stops = append(r.urls, at), append(r.stops, func() { finish(server) })
	}
	return r, nil
}

func (m *machine) serve(ctx context.Context, s system, env []string, database string) (server *os.Process, at string, err error) {
	if s.baseline != "" {
		self, err := os.Executable()
		if err != nil {
			return nil, "", err
		}
		return m.launch(ctx, env, self, "-serve", s.baseline, "-database", database)
	}
	setting := "RINGER_DB="
	if s.postgres {
		setting = "DATABASE_URL="
	}
	return m.launch(ctx, append(env, setting+database), m.ringer, "serve", "--port", "0", "--log-level", "error")
}

// checkDurable refuses a Postgres that acknowledges what may not be on the disk: its figures would
// say nothing about a real one. It also finds out where the Postgres runs.
func (m *machine) checkDurable(ctx context.Context) error {
	db, err := sql.Open("postgres", m.database)
	if err != nil {
		return err
	}
	defer db.Close()
	for _, name := range []string{"fsync", "synchronous_commit"} {
		var value string
		if err := db.QueryRowContext(ctx, "SHOW "+name).Scan(&value); err != nil {
			return fmt.Errorf("-database does not answer: %w", err)
		}
		if value == "off" {
			return fmt.Errorf("%s is off in -database, so it may forget what it has acknowledged; set it to on", name)
		}
	}
	m.postmaster, err = findPostmaster(ctx, db)
	return err
}

func (m *machine) create(ctx context.Context) (at string, drop func(), err error) {
	u, err := url.Parse(m.database)
	if err != nil {
		return "", nil, fmt.Errorf("-database is not a URL: %w", err)
	}
	db, err := sql.Open("postgres", m.database)
	if err != nil {
		return "", nil, err
	}
	name := fmt.Sprintf("load_%d_%d", os.Getpid(), m.databases)
	if _, err := db.ExecContext(ctx, "CREATE DATABASE "+name); err != nil {
		db.Close()
		return "", nil, fmt.Errorf("a database cannot be created: %w", err)
	}
	u.Path = "/" + name
	return u.String(), func() {
		if _, err := db.Exec("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			fmt.Fprintln(os.Stderr, "load:", err)
		}
		db.Close()
	}, nil
}

func (m *machine) launch(ctx context.Context, env []string, program string, args ...string) (p *os.Process, at string, err error) {
	cmd := exec.Command(program, args...)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + m.folder}, env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, "", err
	}
	lines := bufio.NewScanner(out)
	for ctx.Err() == nil && lines.Scan() {
		if _, at, ok := strings.Cut(lines.Text(), says); ok {
			go io.Copy(io.Discard, out) // ends with the process
			return cmd.Process, at, nil
		}
	}
	finish(cmd.Process)
	return nil, "", errors.New("it has ended without saying where it listens")
}

func finish(p *os.Process) {
	_ = p.Signal(syscall.SIGTERM)
	kill := time.AfterFunc(20*time.Second, func() { _ = p.Kill() })
	defer kill.Stop()
	_, _ = p.Wait()
}
