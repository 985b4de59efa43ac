package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ringer/engine/sessiontest"
)

func TestStats(t *testing.T) {
	t.Parallel()
	broken := filepath.Join(t.TempDir(), "broken.jsonl")
	sessiontest.NoError(t, os.WriteFile(broken, []byte("{\n"), 0o600))
	const games = "../../../engine/recording/testdata/mafia.jsonl"
	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		if out, err := command(t, "stats", games); err != nil || !strings.Contains(out, "2 games, with 4.00 phases") {
			t.Errorf("%v\n%s", err, out)
		}
	})
	for want, args := range map[string][]string{"expected": nil, "nowhere.jsonl": {"nowhere.jsonl"}, "broken.jsonl line 1": {games, broken}} {
		t.Run("Err", func(t *testing.T) {
			t.Parallel()
			if out, err := command(t, append([]string{"stats"}, args...)...); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v: %v\n%s", args, err, out)
			}
		})
	}
}
