package step_test

import (
	"slices"
	"testing"

	"ringer/engine/game"
	"ringer/engine/step"
)

// TestReconcile compares running thoughts with wanted ones at second 10 of a game.
func TestReconcile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		running []string
		wants   []game.Want
		due     game.Millis
		stop    []string
		start   []string
		next    game.Millis
	}{
		{name: "NothingWantedNothingRuns"},
		{name: "WantedNowStarts", wants: []game.Want{{Kind: "reply"}}, start: []string{"reply"}},
		{name: "WantedAndRunningGoesOn", running: []string{"reply"}, wants: []game.Want{{Kind: "reply", BasedOn: 7}}},
		{name: "NotWantedStops", running: []string{"reply"}, stop: []string{"reply"}},
		{name: "WantedLaterIsADeadline", wants: []game.Want{{Kind: "silence", At: 12_000}}, next: 12_000},
		{name: "TheEarliestDeadlineCounts", wants: []game.Want{{Kind: "silence", At: 12_000}}, due: 11_000, next: 11_000},
		{name: "WantedLaterKeepsRunning", running: []string{"silence"}, wants: []game.Want{{Kind: "silence", At: 12_000}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			running := map[string]bool{}
			for _, kind := range c.running {
				running[kind] = true
			}
			stop, wants, next := step.Reconcile(running, game.Decision{Wants: c.wants, Due: c.due}, 10_000)
			var start []string
			for _, w := range wants {
				start = append(start, w.Kind)
			}
			if !slices.Equal(stop, c.stop) || !slices.Equal(start, c.start) || next != c.next {
				t.Errorf("stops %v, starts %v, next at %d; want %v, %v, %d", stop, start, next, c.stop, c.start, c.next)
			}
		})
	}
}
