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

// TestThinksAt: the bot begins to think a call's time before the first pause ends. It looks at the
// first three lines, however many have come: a flood costs no more than they do.
func TestThinksAt(t *testing.T) { // not parallel: it counts allocations
	flood := func(lines int, change func(*Config)) View {
		s := newScenario(t)
		change(&s.state.Config)
		for range lines {
			s.store(&MessageReceived{Post: Post{Sender: "blue", Text: "so it is", Kind: FromPlayer}})
		}
		return s.state.View(s.state.Now)
	}
	today := func(c *Config) { c.Pace, c.Timing, c.Generation = PaceHuman, TimingHuman, generation }
	few, many := flood(3, today), flood(150, today)
	at := few.ThinksAt(0, 0)
	if at <= few.Messages[0].At || few.ThinksAt(0, 1000) != at-1000 || many.ThinksAt(0, 0) != at {
		t.Errorf("after three lines at %d, after 150 at %d; the first line is at %d", at, many.ThinksAt(0, 0), few.Messages[0].At)
	}
	cost := func(v View) float64 { return testing.AllocsPerRun(20, func() { v.ThinksAt(0, 0) }) }
	if a, b := cost(few), cost(many); b > a {
		t.Errorf("three lines cost %v allocations, 150 cost %v", a, b)
	}
	for name, change := range map[string]func(*Config){
		"Instant": func(c *Config) { today(c); c.Timing = TimingInstant }, "Paper": func(c *Config) { today(c); c.Pace = PacePaper }, "Older": func(c *Config) { today(c); c.Generation = 2 },
	} {
		if v := flood(3, change); v.ThinksAt(0, 0) != 0 {
			t.Errorf("%s: it waits until %d", name, v.ThinksAt(0, 0))
		}
	}
}
