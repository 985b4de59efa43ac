package systemtest

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestReplayThroughARunningServer uses --server, with an option for the strategy.
func TestReplayThroughARunningServer(t *testing.T) {
	slow(t)
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	out, _, err := command(t, nil, "replay", "../../engine/recording/testdata/games.jsonl", "--speed", "200", "--server", p.url, "--option", "wpm=120", "--option", "floor_ms=2000")
	if err != nil || !strings.Contains(out, "in the seat of Red") {
		t.Errorf("%v\n%s", err, out)
	}
	if _, _, err = command(t, nil, "replay", "../../engine/recording/testdata/games.jsonl", "--speed", "200", "--server", p.url, "--option", "wpm=fast"); err == nil || !strings.Contains(err.Error(), "invalid_option") {
		t.Errorf("a refused option: %v", err)
	}
}
