// Command load measures Ringer beside servers that do less, in one run on one machine, and writes
// the figures into docs/performance.md and docs/performance.svg.
//
//	load -ringer ./ringer -database URL
//
// It starts each server as a process of its own, and lets ringer bench put the same load on each.
// The rounds are interleaved, so that a machine that is slower for a while is so for all. It keeps
// the ratios in docs/performance.json, and prints which became worse than in the last run; then it
// exits with 2. If anything else is wrong, it exits with 1.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"ringer/cmd/internal/bench/baseline"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		stop()
		if errors.Is(err, errSlower) {
			os.Exit(2)
		}
		os.Exit(1)
	}
}

// errSlower says that all files were written, and that a ratio is worse than in the last run.
var errSlower = errors.New("something became slower; run it again on a quiet machine, and if it stays so, find the change")

type settings struct {
	ringer, database, page, chart, last string
	rounds, replicas                    int
	// busy is the load average of the machine before the programs were built, 0 if it is not known.
	busy float64
	// baseline is a kind of baseline to serve, in the processes that load starts.
	baseline string
}

func run(ctx context.Context, args []string) error {
	var s settings
	flags := flag.NewFlagSet("load", flag.ContinueOnError)
	flags.StringVar(&s.ringer, "ringer", "ringer", "`program` to measure")
	flags.StringVar(&s.database, "database", "", "`URL` of a Postgres database, whose user may create others")
	flags.StringVar(&s.page, "page", "docs/performance.md", "`file` with the markers between which the tables go")
	flags.StringVar(&s.chart, "chart", "docs/performance.svg", "`file` for the chart")
	flags.StringVar(&s.last, "last", "docs/performance.json", "`file` with the ratios of the last run, which this run compares with and replaces")
	flags.IntVar(&s.rounds, "rounds", 3, "how often each load is repeated")
	flags.IntVar(&s.replicas, "replicas", 3, "most servers on one Postgres")
	flags.Float64Var(&s.busy, "busy", 0, "`load average` of the machine before this program was built")
	flags.StringVar(&s.baseline, "serve", "", "serve this `kind` of baseline: "+baseline.Echo+", "+baseline.Group+" or "+baseline.Fanout)
	if err := flags.Parse(args); err != nil {
		return err
	}
	if s.baseline != "" {
		return serveBaseline(ctx, s.baseline, s.database)
	}
	if s.rounds < 1 || s.replicas < 1 || s.database == "" {
		return fmt.Errorf("give -database, and at least one round and one replica")
	}
	return s.measure(ctx)
}

func (s *settings) measure(ctx context.Context) error {
	page, err := os.ReadFile(s.page)
	if err != nil {
		return err
	}
	if _, err := replaceBetween(string(page), ""); err != nil { // before the work is done
		return fmt.Errorf("%s: %w", s.page, err)
	}
	old, err := readLast(s.last)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "load")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	m := &machine{settings: s, folder: folder}
	if err := m.checkDurable(ctx); err != nil {
		return err
	}
	report, err := m.runAll(ctx)
	if err != nil {
		return err
	}
	text, err := replaceBetween(string(page), report.markdown())
	if err != nil {
		return err
	}
	if err := os.WriteFile(s.page, []byte(text), 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(s.chart, []byte(report.svg()), 0o644); err != nil {
		return err
	}
	now := report.keep()
	if err := now.write(s.last, old); err != nil {
		return err
	}
	report.goals(os.Stdout)
	slower := now.compare(os.Stdout, old)
	if n := report.unsound(); n > 0 {
		return fmt.Errorf("%d events were lost, doubled or out of order; the tables say where", n)
	}
	if slower > 0 {
		return errSlower
	}
	return nil
}
