package prompt

import (
	"strings"
	"testing"

	"ringer/engine/session"
)

// TestExampleFitsNoRoom: an example names nobody of the session.
func TestExampleFitsNoRoom(t *testing.T) {
	t.Parallel()
	texts := []string{`{A} asks {B}: "lunch?"`, `{B} asks {C}: "rain?"`}
	seen := map[string]bool{}
	for seed := range int64(40) {
		v := session.View{Seed: seed, Players: []session.Player{{Name: "wren"}, {Name: "Otter 2"}}}
		got := Example(v, texts)
		if got != Example(v, texts) || strings.ContainsAny(got, "{}") || strings.Contains(got, "Wren") || strings.Contains(got, "Otter") {
			t.Errorf("seed %d: %s", seed, got)
		}
		seen[got] = true
	}
	if len(seen) < 10 {
		t.Errorf("40 sessions have only %d examples", len(seen))
	}
	full := session.View{}
	for _, name := range cast {
		full.Players = append(full.Players, session.Player{Name: name})
	}
	if got := Example(full, texts[:1]); got != `Aaa asks Bbb: "lunch?"` {
		t.Errorf("without a free name: %s", got)
	}
	if Example(full, nil) != "" {
		t.Error("no text is an example")
	}
}
