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
	"strings"
	"syscall"
	"time"

	_ "github.com/lib/pq" // the driver of the databases

	"ringer/cmd/internal/bench/baseline"
)

// system is what gets the load: one server, or several on one database.
type system struct {
	name string
	// baseline is the kind of a baseline; it is empty for Ringer.
	baseline string
	// postgres says that the servers use a Postgres database, rather than an SQLite file.
	postgres bool
	replicas int
}

// machine starts systems.
type machine struct {
	*settings
	folder string
	// databases counts the databases that were made.
	databases int
}

// says begins the line in which a server says where it listens.
const says = "serves on "

// serve serves a baseline until the context ends.
func serve(ctx context.Context, kind, database string) error {
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

// start starts the servers of a system, on an empty database. It returns their URLs and a function
// that ends them.
func (m *machine) start(ctx context.Context, l load, s system) (urls []string, stop func(), err error) {
	var stops []func()
	stop = func() {
		for i := len(stops) - 1; i >= 0; i-- {
			stops[i]()
		}
	}
	database := ""
	if s.postgres {
		var drop func()
		if database, drop, err = m.create(ctx); err != nil {
			return nil, nil, err
		}
		stops = append(stops, drop)
	}
	for range s.replicas {
		at, end, err := m.launch(ctx, l.tight, s, database)
		if err != nil {
			stop()
			return nil, nil, fmt.Errorf("%s does not start: %w", s.name, err)
		}
		urls, stops = append(urls, at), append(stops, end)
	}
	return urls, stop, nil
}

// checkDurable refuses a Postgres that acknowledges what may not be on the disk: its figures would
// say nothing about a real one.
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
	return nil
}

// create makes a database. The function it returns deletes it.
func (m *machine) create(ctx context.Context) (at string, drop func(), err error) {
	u, err := url.Parse(m.database)
	if err != nil {
		return "", nil, fmt.Errorf("-database is not a URL: %w", err)
	}
	db, err := sql.Open("postgres", m.database)
	if err != nil {
		return "", nil, err
	}
	m.databases++
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

// launch starts one server, and waits until it says where it listens.
func (m *machine) launch(ctx context.Context, tight bool, s system, database string) (at string, end func(), err error) {
	cmd := exec.Command(m.ringer, "serve", "--port", "0", "--log-level", "error")
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + m.folder}
	if tight {
		cmd.Env = append(cmd.Env, "GOGC=20")
	}
	switch {
	case s.baseline != "":
		self, err := os.Executable()
		if err != nil {
			return "", nil, err
		}
		cmd.Path, cmd.Args = self, []string{self, "-serve", s.baseline, "-database", database}
	case s.postgres:
		cmd.Env = append(cmd.Env, "DATABASE_URL="+database)
	default:
		m.databases++
		cmd.Env = append(cmd.Env, "RINGER_DB="+filepath.Join(m.folder, fmt.Sprint(m.databases, ".db")))
	}
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return "", nil, err
	}
	end = func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		kill := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
		defer kill.Stop()
		_ = cmd.Wait()
	}
	lines := bufio.NewScanner(out)
	for ctx.Err() == nil && lines.Scan() {
		if _, at, ok := strings.Cut(lines.Text(), says); ok {
			go io.Copy(io.Discard, out) // ends with the process
			return at, end, nil
		}
	}
	end()
	return "", nil, errors.New("it has ended without saying where it listens")
}
