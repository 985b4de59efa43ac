package cli

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

// Main runs the program as a process, with its arguments, variables, streams and signals. It
// returns the code that the process ends with.
func Main() int {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	args := os.Args[1:]
	err := Run(ctx, args, os.Getenv, Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
	if err == nil {
		return 0
	}
	complain(os.Stderr, logsJSON(args, os.Getenv), err)
	return 1
}

// complain prints why the program has failed. Where the log is JSON, so is this line.
func complain(w io.Writer, json bool, err error) {
	if json {
		slog.New(slog.NewJSONHandler(w, nil)).Error("the program has failed", slog.Any("error", err))
		return
	}
	fmt.Fprintln(w, "ringer:", err)
}

// logsJSON reports whether a command line asks for a log in JSON. It does not need the parsed
// settings, since mistakes in them are what it is for.
func logsJSON(args []string, getenv func(string) string) bool {
	format := getenv("LOG_FORMAT")
	for i, arg := range args {
		if value, ok := strings.CutPrefix(arg, "--log-format="); ok {
			format = value
		} else if arg == "--log-format" && i+1 < len(args) {
			format = args[i+1]
		}
	}
	return format == "json"
}
