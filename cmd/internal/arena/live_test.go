package arena_test

import (
	"context"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ringer/cmd/internal/cli"
	"ringer/cmd/internal/clitest"
	"ringer/engine/sessiontest"
)

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

func serve(t *testing.T) string {
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

// TestServer plays through a server. The games and the exports have the same form as those of the
// simulator.
func TestServer(t *testing.T) {
	t.Parallel()
	url, dir := serve(t), filepath.Join(t.TempDir(), "out")
	out := run(t, chat("--games", "3", "--real", url, "--speed", "200", "--record", "--out", dir)...)
	if !strings.Contains(out, "played by the server at "+url) {
		t.Error(out)
	}
	for _, g := range read(t, filepath.Join(dir, "games.jsonl")) {
		if len(g.Seats) != 3 || len(g.Lines) == 0 || len(g.Ballots) == 0 || g.Outcome == "" {
			t.Errorf("%+v", g)
		}
	}
	if out := run(t, "replay", "--recorded", filepath.Join(dir, "exports", "game-0001-Alex.ndjson")); !strings.Contains(out, "0 differ") {
		t.Error(out)
	}
	_, _, err := clitest.Run(t, nil, "arena", "--rules", "mafia", "--seats", "eliza", "--real", url)
	sessiontest.Fails(t, err, `"eliza" is not a strategy`)
}
