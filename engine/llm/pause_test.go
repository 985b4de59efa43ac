package llm

import (
	"testing"
	"time"
)

func TestPause(t *testing.T) {
	t.Parallel()
	t.Run("AllCallsWaitWhenMostAreRefused", func(t *testing.T) {
		t.Parallel()
		p := &pause{}
		p.refused("a", time.Minute)
		if p.left() <= 0 {
			t.Error("the only call was refused, and the next call does not wait")
		}
	})
	t.Run("NoCallWaitsForOneRefusalAmongAnswers", func(t *testing.T) {
		t.Parallel()
		p := &pause{}
		p.answered("a")
		p.answered("a")
		p.refused("a", time.Minute)
		if p.left() > 0 {
			t.Error("one refusal among three calls makes all calls wait")
		}
	})
	t.Run("OldAnswersAreForgotten", func(t *testing.T) {
		t.Parallel()
		p := &pause{}
		for range 100 {
			p.answered("a")
		}
		for range countedCalls / 2 {
			p.refused("a", time.Minute)
		}
		if p.left() > 0 {
			t.Error("as many refusals as answers make all calls wait")
		}
		p.refused("a", time.Minute)
		if p.left() <= 0 {
			t.Error("more refusals than answers make no call wait")
		}
	})
	t.Run("ServersThatDoNotSayForHowLong", func(t *testing.T) {
		t.Parallel()
		p := &pause{}
		for i, most := range []time.Duration{0, time.Second, 2 * time.Second, 4 * time.Second} {
			p.refused("a", 0)
			if left := p.left(); left > most || left <= most/2 && most > 0 {
				t.Errorf("after refusal %d the calls wait %s, not %s", i+1, left, most)
			}
		}
	})
}
