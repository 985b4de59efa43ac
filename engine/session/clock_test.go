package session

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestClockIsExact converts a due time to wall time and back, at every speed.
func TestClockIsExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := NewClock(opened, rapid.Float64Range(0.01, MaxSpeed).Draw(t, "speed"))
		m := Millis(rapid.Int64Range(0, 30*24*3600*1000).Draw(t, "millis"))
		wall := c.Wall(m)
		if got := c.Game(wall); got != m {
			t.Fatalf("Game(Wall(%d)) = %d at speed %d/1000", m, got, c.Speed)
		}
		if m > 0 && c.Game(wall.Add(-time.Microsecond)) >= m {
			t.Fatalf("the clock reaches %d before the wall time of Wall", m)
		}
	})
}

func TestTimeNeverRunsBackwards(t *testing.T) {
	t.Parallel()
	s := newScenario(t)
	s.play("+10s blue: hi")
	before := s.state.Now
	s.state.Apply(Event{Seq: s.state.Seq + 1, At: opened, Data: &MessageReceived{Post{Sender: "blue", Text: "earlier", Kind: FromPlayer}}})
	if s.state.Now != before {
		t.Errorf("a fact stamped before the last one moved the time from %d to %d", before, s.state.Now)
	}
}

// TestSentAtByEitherClock: the platform's clock was set together with ours or not.
func TestSentAtByEitherClock(t *testing.T) {
	t.Parallel()
	for _, by := range []time.Duration{0, -time.Hour, 30 * time.Second} {
		for _, with := range []time.Duration{0, by} {
			s := newScenario(t)
			s.play("+10s blue: hi")
			sent := opened.Add(8*time.Second + with)
			s.state.Apply(Event{
				Seq: s.state.Seq + 1, At: opened.Add(20*time.Second + by), Shift: by, Data: &MessageReceived{Post{Sender: "blue", Text: "earlier", Kind: FromPlayer, SentAt: &sent}},
			})
			if m := s.state.Messages[len(s.state.Messages)-1]; m.At != 20_000 || m.SaidAt != 8_000 {
				t.Errorf("ours set by %s, theirs by %s: it came at %d and was said at %d", by, with, m.At, m.SaidAt)
			}
		}
	}
}
