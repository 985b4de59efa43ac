package session

import (
	"testing"

	"ringer/engine/slowtest"
	"ringer/engine/timing"
)

// TestNoPlanWaitsForABound: a delay beyond the bounds is drawn again, so that none of 2,000 is one
// of them. A session of an older release keeps its bounds.
func TestNoPlanWaitsForABound(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	for generation, bounded := range map[int]bool{0: true, 1: false} {
		longest, shortest := 0, 0
		for _, text := range []string{"a reply that takes long", "k"} {
			for _, p := range pacedBy(t, func(c *Config) { c.Pace, c.Generation = PaceHuman, generation }, Reply, text) {
				sum := p.Timing.Reading + p.Timing.Thinking + p.Timing.Typing + p.Timing.Jitter
				if p.Timing.Total() == timing.MaxDelay {
					longest++
				}
				if p.Timing.Total() == timing.MinDelay {
					shortest++
				}
				if !bounded && sum != p.Timing.Total() {
					t.Errorf("%+v is beyond the bounds", p.Timing)
				}
			}
		}
		t.Logf("generation %d: %d of 4000 wait for the longest delay, %d for the shortest", generation, longest, shortest)
		if got := longest > 0 || shortest > 0; got != bounded {
			t.Errorf("generation %d: %d of 4000 plans wait for a bound", generation, longest+shortest)
		}
	}
}
