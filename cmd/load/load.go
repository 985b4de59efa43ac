package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"ringer/cmd/internal/bench"
	"ringer/cmd/internal/bench/baseline"
)

// load is one way to use a server, as flags of ringer bench.
type load struct {
	name string
	args []string
	// baselines are the kinds of baselines that can bear it.
	baselines []string
	// once says that one round is enough: the figure varies little, and takes long.
	once bool
	// tight says that the servers collect their memory early, so that it shows what is in use.
	tight bool
}

// The loads.
var (
	posts = load{"posts", []string{
		"--rate=0", "--clients=50", "--sessions=50", "--streams=0", "--muted", "--duration=5s", "--warmup=1s",
	}, []string{baseline.Echo, baseline.Insert}, false, false}
	streams = load{"streams", []string{
		"--rate=1000", "--sessions=200", "--streams=1", "--muted", "--duration=8s", "--warmup=2s",
	}, []string{baseline.Fanout}, false, false}
	bots = load{"bots", []string{
		"--rate=60", "--sessions=300", "--streams=1", "--duration=15s", "--warmup=4s",
	}, nil, false, false}
	// Memory is measured twice: sessions that were just opened leave garbage, which streams reuse.
	memory = load{"memory", []string{
		"--rate=100", "--sessions=2000", "--streams=0", "--muted", "--duration=1s", "--warmup=0s",
	}, []string{baseline.Fanout}, true, true}
	readers = load{"readers", []string{
		"--rate=10", "--sessions=50", "--streams=80", "--muted", "--duration=1s", "--warmup=0s",
	}, []string{baseline.Fanout}, true, true}
)

// systems returns what gets a load.
func (m *machine) systems(l load) (list []system) {
	for name, kind := range map[string]string{
		"echo, nothing stored": baseline.Echo, "echo, one INSERT a post": baseline.Insert, "fan-out in memory": baseline.Fanout,
	} {
		if slices.Contains(l.baselines, kind) {
			list = append(list, system{name: name, baseline: kind, postgres: kind == baseline.Insert, replicas: 1})
		}
	}
	slices.SortFunc(list, func(a, b system) int {
		return slices.Index(l.baselines, a.baseline) - slices.Index(l.baselines, b.baseline)
	})
	list = append(list, system{name: "Ringer, SQLite", replicas: 1}, system{name: "Ringer, Postgres", postgres: true, replicas: 1})
	for n := 2; n <= m.replicas; n++ {
		list = append(list, system{name: fmt.Sprintf("Ringer ×%d, Postgres", n), postgres: true, replicas: n})
	}
	return list
}

// report holds the results.
type report struct {
	at     time.Time
	rounds int
	// busy is the load average of the machine before the run, 0 if it is not known.
	busy float64
	// example is what the command printed for a load of bots on Postgres.
	example string
	// series holds the results of each load, in the order of the systems.
	series map[string][]series
}

// series are the results of one load on one system, one for each round.
type series struct {
	system  system
	results []*bench.Result
}

// runAll runs all loads in all rounds.
func (m *machine) runAll(ctx context.Context) (*report, error) {
	r := &report{at: time.Now(), rounds: m.rounds, busy: m.busy, series: map[string][]series{}}
	for round := range m.rounds {
		for _, l := range []load{posts, streams, bots, memory, readers} {
			for i, s := range m.systems(l) {
				if round == 0 {
					r.series[l.name] = append(r.series[l.name], series{system: s})
				} else if l.once {
					continue
				}
				fmt.Fprintf(os.Stderr, "round %d of %d, %s: %s\n", round+1, m.rounds, l.name, s.name)
				result, printed, err := m.one(ctx, l, s)
				if err != nil {
					return nil, fmt.Errorf("%s, %s: %w", l.name, s.name, err)
				}
				to := &r.series[l.name][i]
				to.results = append(to.results, result)
				if l.name == bots.name && s.postgres && s.replicas == 1 {
					r.example = printed
				}
			}
		}
	}
	return r, nil
}

// one puts one load on one system.
func (m *machine) one(ctx context.Context, l load, s system) (*bench.Result, string, error) {
	urls, stop, err := m.start(ctx, l, s)
	if err != nil {
		return nil, "", err
	}
	defer stop()
	file := filepath.Join(m.folder, "result.json")
	args := slices.Concat([]string{"bench"}, urls, l.args, []string{"--json", file})
	cmd := exec.CommandContext(ctx, m.ringer, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = time.Minute
	cmd.Stderr = os.Stderr
	printed, failed := cmd.Output() // it also fails when events were lost; the tables show that
	result, err := bench.ReadFile(file)
	if ctx.Err() != nil {
		return nil, "", ctx.Err()
	}
	if err != nil {
		return nil, "", fmt.Errorf("ringer bench has no result: %w, %w", failed, err)
	}
	if result.Posts.All == 0 {
		return nil, "", fmt.Errorf("ringer bench: no post was accepted: %w", failed)
	}
	return result, string(printed), os.Remove(file)
}

// unsound counts the events that were lost, doubled or out of order.
func (r *report) unsound() (n int64) {
	for _, all := range r.series {
		for _, s := range all {
			for _, result := range s.results {
				n += result.Streams.Lost + result.Streams.Doubled + result.Streams.Disordered
			}
		}
	}
	return n
}
