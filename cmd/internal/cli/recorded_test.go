package cli

import (
	"os"
	"path/filepath"
	"testing"

	"ringer/engine/sessiontest"
)

// TestCommandsOfRecordedGames: stats and referee read files of games. A file that is missing,
// broken or of other games is refused.
func TestCommandsOfRecordedGames(t *testing.T) {
	t.Parallel()
	const folder = "../../../engine/recording/testdata/"
	broken := filepath.Join(t.TempDir(), "broken.jsonl")
	sessiontest.NoError(t, os.WriteFile(broken, []byte("{\n"), 0o600))
	for _, c := range []struct {
		args          []string
		out, mistaken string
	}{
		{[]string{"stats", folder + "mafia.jsonl"}, "2 games, with 4.00 phases", ""},
		{[]string{"stats"}, "", "expected"},
		{[]string{"stats", "nowhere.jsonl"}, "", "nowhere.jsonl"},
		{[]string{"stats", folder + "mafia.jsonl", broken}, "", "broken.jsonl line 1"},
		{[]string{"referee", folder + "mafia.jsonl"}, "2 of 2 games agree", ""},
		{[]string{"referee", folder + "quests.jsonl"}, "2 of 2 games agree", ""},
		{[]string{"referee", folder + "games.jsonl"}, "", "holds no Mafia game"},
	} {
		out, err := command(t, c.args...)
		if sessiontest.Contains(t, out, c.out); c.mistaken != "" {
			sessiontest.Fails(t, err, c.mistaken)
		} else {
			sessiontest.NoError(t, err)
		}
	}
}
