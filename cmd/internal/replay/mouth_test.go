package replay_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ringer/engine/sessiontest"
)

func TestMouth(t *testing.T) {
	t.Parallel()
	mouthOf := func(t *testing.T, args ...string) (string, error) {
		t.Helper()
		out, _, err := command(t, append([]string{"mouth"}, args...)...)
		return out, err
	}
	t.Run("CountsByRule", func(t *testing.T) {
		t.Parallel()
		out := sessiontest.Must(mouthOf(t, "testdata/mouth.jsonl", "--show"))(t)
		sessiontest.Contains(t, out,
			"own-101   0:47  Green: yes im a bot, you got me haha  (self_disclosure)\n", "own-101   1:13  Green: see for yourself: www.bread.example  (link)\n",
			"own-101   1:20  Blue: i think red is the bot  (repeat)\n", "(talk_share)\n", "16 lines of people in 2 games\n", "  talk_share      1   6.25 %", "all but repeat and talk_share      2  12.50 %",
		)
		if n := strings.Count(out, "own-10"); n != 4 {
			t.Errorf("%d lines shown, want the 4 that were stopped:\n%s", n, out)
		}
	})
	t.Run("ErrNoPeople", func(t *testing.T) {
		t.Parallel()
		file := filepath.Join(t.TempDir(), "bots.jsonl")
		game := `{"game_id":"bots","rules":"turing","players":[{"name":"Red","kind":"bot"}],"messages":[{"at":1,"sender":"Red","kind":"player","text":"hi"}]}`
		sessiontest.NoError(t, os.WriteFile(file, []byte(game), 0o600))
		_, err := mouthOf(t, file)
		sessiontest.Fails(t, err, "no player of these games is human")
	})
	t.Run("ErrMaxChars", func(t *testing.T) {
		t.Parallel()
		_, err := mouthOf(t, "testdata/mouth.jsonl", "--max-chars", "3")
		sessiontest.Fails(t, err, "--max-chars must be from 20")
	})
}
