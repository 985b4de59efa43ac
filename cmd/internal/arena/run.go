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

	"ringer/cmd/internal/client"
	"ringer/cmd/internal/show"
)

// Run plays the games that are not in the file yet, and prints the tables to stdout and the
// progress to stderr.
func (c *Contest) Run(ctx context.Context, stdout, stderr io.Writer) error {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	defer transport.CloseIdleConnections() // the server waits 5 s for one that was never used
	c.client = client.New(c.Server, c.Key, transport)
	all := c.bouts()
	if n := len(all); n != c.Games {
		fmt.Fprintf(stderr, "%d games, so that each deal is played with all %d arrangements of the variants\n", n, c.arrangements())
	}
	f, err := c.openFile()
	if err != nil {
		return err
	}
	left := slices.DeleteFunc(slices.Clone(all), f.holds)
	played := c.playAll(ctx, left, f, stderr)
	if err := errors.Join(played, f.close()); err != nil {
		return c.explain(err, ctx, f, len(all))
	}
	games := slices.DeleteFunc(slices.Clone(f.games), func(g *Game) bool { return !slices.Contains(all, g.bout) })
	summary := c.summarize(ctx, games)
	if c.Judge != nil {
		show := show.Progress(stderr)
		summary.Speech, err = c.judge(ctx, games, func(done, all int) {
			show(float64(done)/float64(all), fmt.Sprintf("judged %d of %d pairs of speeches", done, all))
		})
		if err != nil {
			return err
		}
	}
	c.print(stdout, summary)
	return c.write(summary, games)
}

// write writes the page, and the games in the form that replay reads. A folder gets both.
func (c *Contest) write(s *Summary, games []*Game) error {
	report := c.Report
	if c.inFolder() {
		var played []byte
		for _, g := range games {
			played = append(append(played, g.played(c.Settings.Rules, c.language())...), '\n')
		}
		if err := os.WriteFile(filepath.Join(c.Out, "played.jsonl"), played, 0o644); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
		report = cmp.Or(report, filepath.Join(c.Out, "report.html"))
	}
	if report == "" {
		return nil
	}
	return c.writePage(report, s, games)
}

// language returns the language of the chat.
func (c *Contest) language() string { return cmp.Or(c.Language, "en") }

// holds reports whether the file has the game of a bout.
func (f *file) holds(b bout) bool {
	return slices.ContainsFunc(f.games, func(g *Game) bool { return g.bout == b })
}

// explain says how to go on after an interruption.
func (c *Contest) explain(err error, ctx context.Context, f *file, all int) error {
	if ctx.Err() == nil {
		return err
	}
	if c.Out == "" {
		return fmt.Errorf("interrupted after %d of %d games, which are lost; keep them with --out FILE", len(f.games), all)
	}
	return fmt.Errorf("interrupted: %s has %d of %d games; run the same command again to go on", f.path, len(f.games), all)
}

// playAll plays bouts, some at once, and keeps each game when it has ended. The first error stops
// all of them.
func (c *Contest) playAll(ctx context.Context, bouts []bout, f *file, stderr io.Writer) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue := make(chan bout)
	games := make(chan *Game)
	var workers sync.WaitGroup
	for range min(c.Parallel, len(bouts)) {
		workers.Go(func() { // ends with the queue
			for b := range queue {
				g, err := c.play(ctx, b)
				if err != nil {
					cancel(err)
					continue
				}
				games <- g
			}
		})
	}
	go func() { // ends with the queue, which ends with the bouts or with ctx
		defer close(queue)
		for _, b := range bouts {
			select {
			case queue <- b:
			case <-ctx.Done():
				return
			}
		}
	}()
	go func() { // ends with the workers
		workers.Wait()
		close(games)
	}()
	show := progress(stderr, len(bouts))
	done := 0
	for g := range games {
		if err := f.add(g); err != nil {
			cancel(err)
		}
		done++
		show(done)
	}
	return context.Cause(ctx)
}

// progress returns a function that shows how many games have been played, and how long the others
// will take.
func progress(stderr io.Writer, all int) func(done int) {
	began, show := time.Now(), show.Progress(stderr)
	return func(done int) {
		left := time.Since(began) / time.Duration(done) * time.Duration(all-done)
		show(float64(done)/float64(all), fmt.Sprintf("%d of %d games, %s left", done, all, left.Round(time.Second)))
	}
}

// play plays a bout in the simulator, or through a server.
func (c *Contest) play(ctx context.Context, b bout) (*Game, error) {
	if c.Server != "" {
		return c.playLive(ctx, b)
	}
	return c.playVirtual(ctx, b)
}
