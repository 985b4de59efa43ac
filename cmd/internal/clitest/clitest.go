// Package clitest runs the program within a test.
package clitest

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ringer/cmd/internal/cli"
)

// Run runs a command line in an environment of its own, and returns what it printed.
func Run(t testing.TB, env map[string]string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var out, errs bytes.Buffer
	std := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
	err = cli.Run(t.Context(), args, func(name string) string { return env[name] }, std)
	return out.String(), errs.String(), err
}

// screen passes the first address on that a server prints.
type screen chan string

var address = regexp.MustCompile(`serves on (http://\S+)`)

func (s screen) Write(p []byte) (int, error) {
	if found := address.FindSubmatch(p); found != nil {
		select {
		case s <- string(found[1]):
		default:
		}
	}
	return len(p), nil
}

// Serve starts a server until the end of the test, and returns its URL.
func Serve(t testing.TB) string {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	out, done := make(screen, 1), make(chan error, 1)
	args := []string{"serve", "--port", "0", "--db", filepath.Join(t.TempDir(), "ringer.db"), "--log-level", "warn"}
	go func() { // ends when the test stops the server
		done <- cli.Run(ctx, args, func(string) string { return "" }, cli.Streams{Out: out, Err: io.Discard})
	}()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	select {
	case url := <-out:
		return url
	case err := <-done:
		t.Fatalf("the server has ended: %v", err)
		return ""
	}
}
