// Command ringer serves bots for multi-party chat games. See the README.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"ringer/cmd/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	if err := cli.Run(ctx, os.Args[1:], os.Getenv, cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}); err != nil {
		fmt.Fprintln(os.Stderr, "ringer:", err)
		stop()
		os.Exit(1)
	}
}
