package replay_test

import (
	"os"
	"path/filepath"
	"ringer/engine/recording"
	"ringer/engine/sessiontest"
	"testing"
)

func TestReplayRecordedRefuses(t *testing.T) {
	t.Parallel()
	broken := filepath.Join(t.TempDir(), "broken.ndjson")
	sessiontest.NoError(t, os.WriteFile(broken, []byte("{\n"), 0o600))
	blank := filepath.Join(t.TempDir(), "blank.ndjson")
	sessiontest.NoError(t, os.WriteFile(blank, []byte("\n\n{\n"), 0o600))
	endless := filepath.Join(t.TempDir(), "endless.ndjson")
	sessiontest.NoError(t, os.WriteFile(endless, nil, 0o600))
	if err := os.Truncate(endless, recording.LongestLine+1); err != nil { // zeros without a line break
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"is not an event of the":   {games},
		"line 1: is not a line of": {broken},
		"line 3: is not a line of": {blank},
		"line 1 is longer than 64": {endless},
		"it holds no event":        {os.DevNull},
		"no other flag":            {games, "--virtual"},
	} {
		_, _, err := command(t, append([]string{"replay", "--recorded"}, args...)...)
		sessiontest.Fails(t, err, want)
	}
}
