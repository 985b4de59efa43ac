package arena_test

import (
	"path/filepath"
	"strings"
	"testing"

	"ringer/cmd/internal/clitest"
	"ringer/engine/sessiontest"
)

// TestServer plays through a server. The games and the exports have the same form as those of the
// simulator.
func TestServer(t *testing.T) {
	t.Parallel()
	url, dir := clitest.Serve(t), filepath.Join(t.TempDir(), "out")
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
