package arena_test

import (
	"path/filepath"
	"strings"
	"testing"

	"ringer/engine/slowtest"
)

func TestTeams(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.jsonl")
	out := run(t, "arena", "--rules", "avalon", "--seats", "recon,scheduler", "--teams", "--players", "5", "--games", "1", "--option", "talk_ms=20000", "--out", file)
	if !strings.Contains(out, "Wins by arrangement") {
		t.Errorf("no table of the arrangements:\n%s", out)
	}
	met := map[string]int{}
	for _, g := range read(t, file) {
		of := map[string]string{}
		for _, s := range g.Seats {
			if of[s.Side] != "" && of[s.Side] != s.Variant {
				t.Errorf("game %d: the side %s has two variants", g.Number, s.Side)
			}
			of[s.Side] = s.Variant
		}
		met[of["good"]+" against "+of["evil"]]++
	}
	for _, want := range []string{"recon against recon", "recon against scheduler", "scheduler against recon", "scheduler against scheduler"} {
		if met[want] != 1 || len(met) != 4 {
			t.Errorf("%s: %d of %v", want, met[want], met)
		}
	}
}
