package cli

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
)

// startServer starts a server on a free port, for a command that plays. Its database is thrown away
// afterwards, unless a URL names one. It returns the URL of the server, and a function that stops
// it.
func startServer(ctx context.Context, database string, model modelFlags, t *terminal) (url string, stop func(), err error) {
	folder, err := os.MkdirTemp("", "ringer")
	if err != nil {
		return "", nil, err
	}
	discard := func() {
		if err := os.RemoveAll(folder); err != nil {
			fmt.Fprintln(t.stderr, "ringer:", err)
		}
	}
	log := (&logFlags{Level: "warn"}).logger(t)
	within := *t
	within.ctx = ctx
	s, err := openService(&within, databaseFlags{URL: database, DB: filepath.Join(folder, "own.db")}, replicaFlags{}, model, new(accessFlags).apply, log)
	if err != nil {
		discard()
		return "", nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		s.close()
		discard()
		return "", nil, err
	}
	serving, cancel := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan error, 1)
	go func() { done <- s.serve(serving, listener) }() // ends when stop cancels its context
	return "http://" + listener.Addr().String(), func() {
		cancel()
		if err := <-done; err != nil {
			fmt.Fprintln(t.stderr, "ringer:", err)
		}
		s.close()
		discard()
	}, nil
}
