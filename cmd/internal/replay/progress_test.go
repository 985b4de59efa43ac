package replay

import (
	"strings"
	"testing"

	"ringer/engine/recording"
	"ringer/engine/session"
)

// TestProgress: a game goes on after its last line, but shows no more progress then.
func TestProgress(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	progress := (&Settings{}).progress(&b, &recording.Play{Game: &recording.Game{Messages: []recording.Message{{At: 10}}}}, 0, 1)
	for at := session.Millis(0); at < 30_000; at += 100 {
		progress(at, 0)
	}
	if n := strings.Count(b.String(), "\n"); n != 11 {
		t.Errorf("the progress has %d lines, want one at the beginning and one each tenth:\n%s", n, &b)
	}
}
