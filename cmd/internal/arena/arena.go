// Package arena plays the contests of a command line: in the simulator or through a server. It
// keeps their games in a file, prints tables, and writes a page.
package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"ringer/client"
	"ringer/cmd/internal/follow"
	"ringer/cmd/internal/show"
	"ringer/engine/contest"
	"ringer/engine/session"
	"ringer/engine/sim"
)

// Settings say which games are played, and how.
type Settings struct {
	contest.Settings
	Use
}

// Use says how games are played, and what becomes of them.
type Use struct {
	Key      string
	Parallel int
	Judge    contest.Judge
	// Out is the file of the games, or a folder for it and for the exports. If it is empty, nothing
	// is kept.
	Out    string
	Report string
	// Show prints the lines of the games while they are played.
	Show bool
}

// Arena is a contest with what its command line says about it.
type Arena struct {
	*contest.Contest
	Use
	client *client.Client
}

// New returns the arena that settings ask for. The errors name flags.
func New(s Settings) (*Arena, error) {
	a := &Arena{Use: s.Use}
	if s.Record {
		if !a.inFolder() {
			return nil, errors.New("--record writes a file for each bot; name a folder with --out DIR")
		}
		s.Ended = func(ctx context.Context, b contest.Bout, created *session.GameCreated, s *sim.Sim) error {
			return a.exportSessions(b, created, func(session string) ([]byte, error) { return exportOf(ctx, s, session) })
		}
	}
	var err error
	a.Contest, err = contest.New(s.Settings)
	return a, flagged(err)
}

func flagged(err error) error {
	refused, ok := errors.AsType[contest.Refusals](err)
	if !ok {
		return err
	}
	var errs []error
	for _, r := range refused {
		errs = append(errs, fmt.Errorf("--%s %s", r.Setting, r.Detail))
	}
	return errors.Join(errs...)
}

// Run plays the games that are not in the file yet, and prints the tables to stdout and the
// progress to stderr.
func (a *Arena) Run(ctx context.Context, stdout, stderr io.Writer) error {
	if a.Show {
		a.Watch = printer(stdout)
	}
	summary, games, err := a.PlayAll(ctx, stderr)
	if err != nil {
		return err
	}
	if a.Judge.Model != nil {
		if err := a.judge(ctx, games, summary, stderr); err != nil {
			return err
		}
	}
	a.print(stdout, summary)
	return a.write(summary, games)
}

// PlayAll plays the games that are not in the file yet, and returns all of them with what they say.
// It prints the progress to stderr.
func (a *Arena) PlayAll(ctx context.Context, stderr io.Writer) (*contest.Summary, []*contest.Game, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	defer transport.CloseIdleConnections() // the server waits 5 s for one that was never used
	a.client = follow.New(a.Server, a.Key, transport)
	all := a.Bouts()
	if n := len(all); n != a.Games {
		fmt.Fprintf(stderr, "%d games, so that each deal is played with all %d arrangements of the variants\n", n, a.Arrangements())
	}
	f, err := a.openFile()
	if err != nil {
		return nil, nil, err
	}
	left := slices.DeleteFunc(slices.Clone(all), f.holds)
	shown := progress(stderr, len(left))
	if a.Show {
		shown = func(int) {}
	}
	if err := errors.Join(a.playAll(ctx, left, f, shown), f.close()); err != nil {
		return nil, nil, a.explain(err, ctx, f, len(all))
	}
	games := slices.DeleteFunc(slices.Clone(f.games), func(g *contest.Game) bool { return !slices.Contains(all, g.Bout) })
	return a.Summarize(ctx, games), games, nil
}

func (a *Arena) write(s *contest.Summary, games []*contest.Game) error {
	report := a.Report
	if a.inFolder() {
		var all []byte
		for _, g := range games {
			all = append(append(all, a.played(g)...), '\n')
		}
		if err := os.WriteFile(filepath.Join(a.Out, "played.jsonl"), all, 0o644); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
		report = cmp.Or(report, filepath.Join(a.Out, "report.html"))
	}
	if report == "" {
		return nil
	}
	return a.writePage(report, s, games)
}

func (a *Arena) explain(err error, ctx context.Context, f *file, all int) error {
	if ctx.Err() == nil {
		return err
	}
	if a.Out == "" {
		return fmt.Errorf("interrupted after %d of %d games, which are lost; keep them with --out FILE", len(f.games), all)
	}
	return fmt.Errorf("interrupted: %s has %d of %d games; run the same command again to go on", f.path, len(f.games), all)
}

// playAll plays bouts, some at once, and keeps each game when it has ended. The first error stops
// all of them.
func (a *Arena) playAll(ctx context.Context, bouts []contest.Bout, f *file, show func(done int)) error {
	workers, playing := errgroup.WithContext(ctx)
	workers.SetLimit(a.Parallel)
	var mu sync.Mutex // protects f and done
	done := 0
	for _, b := range bouts {
		workers.Go(func() error {
			if err := playing.Err(); err != nil {
				return err
			}
			g, err := a.play(playing, b)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			if err := f.add(g); err != nil {
				return err
			}
			done++
			show(done)
			return nil
		})
	}
	return cmp.Or(workers.Wait(), ctx.Err())
}

// printer returns what prints the lines of games, which may come at once.
func printer(w io.Writer) func(contest.Bout, contest.Line) {
	var mu sync.Mutex // protects w
	return func(b contest.Bout, l contest.Line) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(w, "%d  %5s  %s\n", b.Number, gameTime(l.At), l.Told())
	}
}

func progress(stderr io.Writer, all int) func(done int) {
	began, shown := time.Now(), show.Progress(stderr)
	return func(done int) {
		left := time.Since(began) / time.Duration(done) * time.Duration(all-done)
		shown(float64(done)/float64(all), fmt.Sprintf("%d of %d games, %s left", done, all, left.Round(time.Second)))
	}
}

func (a *Arena) play(ctx context.Context, b contest.Bout) (*contest.Game, error) {
	if a.Server != "" {
		return a.playLive(ctx, b)
	}
	return a.Play(ctx, b)
}
