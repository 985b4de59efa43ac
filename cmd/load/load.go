package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"ringer/cmd/internal/bench"
)

// load is one way to use servers.
type load struct {
	// name begins the names of its rows. It is empty if the table has one load only.
	name    string
	args    string
	systems []system
	// rounds is how often each gets it; 0 is as often as the run has rounds.
	rounds int
	// replicated says that a run without replicas leaves it out.
	replicated bool
}

type report struct {
	at     time.Time
	rounds int
	// busy is the load average of the machine before the run, 0 if it is not known.
	busy   float64
	tables []table
}

type series struct {
	load    *load
	system  system
	first   int
	results []*outcome
}

type outcome struct {
	*bench.Result
	beside
}

func (s *series) name() string {
	if s.load.name == "" {
		return s.system.name
	}
	return s.load.name + ": " + s.system.name
}

func (m *machine) runAll(ctx context.Context) (*report, error) {
	r := &report{at: time.Now(), rounds: m.rounds, busy: m.busy, tables: tables(m.replicas)}
	for round := 0; ; round++ {
		measured := false
		for i := range r.tables {
			t := &r.tables[i]
			for _, s := range t.due(round, m.rounds) {
				measured = true
				fmt.Fprintf(os.Stderr, "round %d, %s: %s\n", round+1, t.name, s.name())
				result, err := m.one(ctx, t, s)
				if err != nil {
					return nil, fmt.Errorf("%s: %s: %w", t.name, s.name(), err)
				}
				s.results = append(s.results, result)
			}
		}
		if !measured {
			return r, nil
		}
	}
}

// due returns the rows that are measured in a round, if the run has so many rounds. A run of one
// round is a short one, whatever the loads want.
func (t *table) due(round, rounds int) (rows []*series) {
	for i := range t.rows {
		wanted := rounds
		if own := t.rows[i].load.rounds; own > 0 && rounds > 1 {
			wanted = own
		}
		if round < wanted {
			rows = append(rows, &t.rows[i])
		}
	}
	return rows
}

func (m *machine) one(ctx context.Context, t *table, s *series) (*outcome, error) {
	running, err := m.start(ctx, t.tight, s.system)
	if err != nil {
		return nil, err
	}
	defer running.stop()
	file := filepath.Join(m.folder, "result.json")
	args := append([]string{"bench"}, running.urls...)
	args = append(args, strings.Fields(t.args+" "+s.load.args)...)
	cmd := exec.CommandContext(ctx, m.ringer, append(args, "--json", file)...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = time.Minute
	cmd.Stderr = os.Stderr
	var watched *watch
	if t.watched {
		if watched, err = m.watch(running); err != nil {
			return nil, err
		}
	}
	failed := cmd.Run() // it also fails when events were lost; the tables show that
	result, err := bench.ReadFile(file)
	beside := watched.end(result)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("ringer bench has no result: %w, %w", failed, err)
	}
	if result.Posts.All == 0 {
		return nil, fmt.Errorf("ringer bench: no post was accepted: %w", failed)
	}
	return &outcome{result, beside}, os.Remove(file)
}

func (r *report) unsound() (n int64) {
	for _, t := range r.tables {
		for _, s := range t.rows {
			for _, result := range s.results {
				n += result.Streams.Lost + result.Streams.Doubled + result.Streams.Disordered
			}
		}
	}
	return n
}
