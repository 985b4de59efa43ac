package cli

import (
	"strings"
	"testing"
)

func TestReferee(t *testing.T) {
	t.Parallel()
	const folder = "../../../engine/recording/testdata/"
	for _, file := range []string{"mafia.jsonl", "quests.jsonl"} {
		if out, err := command(t, "referee", folder+file); err != nil || !strings.Contains(out, "2 of 2 games agree") {
			t.Errorf("%v\n%s", err, out)
		}
	}
	if out, err := command(t, "referee", folder+"games.jsonl"); err == nil || !strings.Contains(err.Error(), "holds no Mafia game") {
		t.Errorf("%v\n%s", err, out)
	}
}
