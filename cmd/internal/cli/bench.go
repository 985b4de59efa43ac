package cli

import (
	"fmt"
	"time"

	"ringer/cmd/internal/bench"
	"ringer/cmd/internal/show"
)

type benchCommand struct {
	bench.Settings
	JSON    string `name:"json" help:"Write all figures to this file." placeholder:"FILE" type:"path"`
	Compare string `help:"Compare with the file that an older run has written with --json." placeholder:"FILE" type:"existingfile"`

	old *bench.Result
}

func (c *benchCommand) Help() string {
	return `It opens sessions and streams, posts messages at a steady rate, and shows:

  answer of a post     from the time at which the post should have begun
  posted → received    from then to each stream that brings the message
  due → received       from when a bot's message was due to each stream that brings it

It also counts what failed, and what streams lost, doubled or brought out of order. It exits with 1 if it could not open its sessions and streams, if no post was
accepted, or if a stream lost, doubled or swapped an event or did not come to its end. Other errors are only counted. At the end it deletes its sessions. Ctrl-C ends
the load early.

  ringer bench --rate 500 --streams 4
  ringer bench --rate 0 --clients 50 --muted --streams 0
  ringer bench --json old.json; ringer bench --compare old.json

It reads memory and processor time from /metrics of each server. A model is part of the servers: let ringer offline --latency 2s±1s answer them if its time matters.
docs/performance.md explains the figures.`
}

func (c *benchCommand) Validate() error {
	for _, url := range c.Servers {
		if err := checkURL("the argument "+url, url); err != nil {
			return err
		}
	}
	c.Settle = 500 * time.Millisecond
	if err := c.Check(); err != nil {
		return err
	}
	if c.Compare != "" {
		var err error
		if c.old, err = bench.ReadFile(c.Compare); err != nil {
			return fmt.Errorf("--compare: %w", err)
		}
	}
	return nil
}

func (c *benchCommand) Run(t *terminal) error {
	if err := show.Writable("--json", c.JSON); err != nil {
		return err
	}
	result, err := bench.Run(t.ctx, c.Settings, t.stderr)
	if result == nil {
		return fmt.Errorf("bench: %w", err)
	}
	result.Print(t.stdout)
	if c.old != nil {
		result.Compare(t.stdout, c.old)
	}
	if c.JSON != "" {
		if err := result.WriteFile(c.JSON); err != nil {
			return fmt.Errorf("--json: %w", err)
		}
	}
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	if s := &result.Streams; !s.Sound() || s.Unended > 0 {
		return fmt.Errorf("bench: streams lost %d events, doubled %d, and brought %d out of order; %d did not come to their end", s.Lost, s.Doubled, s.Disordered, s.Unended)
	}
	return nil
}
