package recon

import (
	"fmt"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

func (c *fixture) says(player, text string) { c.Say(c.State.Now+1000, player, text) }

func (c *fixture) phase(id string) {
	c.Tell(c.State.Now+1000, &session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged, Phase: id}})
}

// TestWants plays testdata/wants.txt.
func TestWants(t *testing.T) {
	t.Parallel()
	sessiontest.Wants(t, "testdata/wants.txt", func() session.Config {
		c := config("servant", []string{"merlin", "percival", "servant", "morgana", "assassin"})
		c.Seed = new(int64)
		return c
	}, New, nil)
}

func TestNotAllAtOnce(t *testing.T) {
	t.Parallel()
	at := map[session.Millis]bool{}
	for seed := range int64(20) {
		c := chat(t, `{"turn_ms":1000}`, func(c *session.Config) { c.Seed = &seed })
		c.says("bo", "hi")
		w := c.r.Wants(c.View())[0]
		if at[w.At] = true; w.At < c.State.Now || w.At > c.State.Now+3*1000 {
			t.Errorf("after a line at %d it waits until %d", c.State.Now, w.At)
		}
	}
	if len(at) < 15 {
		t.Errorf("20 seeds wait until %d times", len(at))
	}
}

// TestANewMessageEndsTheDoubling: Quiet counts only thoughts about nothing new.
func TestANewMessageEndsTheDoubling(t *testing.T) {
	t.Parallel()
	c := servantGame(t, `{"contemplation":"vanilla"}`)
	quiet := func(say bool) int {
		if say {
			c.says("bo", "hi")
		}
		_, f, err := c.think(silent)
		if err != nil {
			t.Fatal(err)
		}
		v := c.View()
		last, _ := v.Last()
		c.remember(c.r.Conclude(v, session.Want{Kind: kindContemplation, BasedOn: last.Seq}, f))
		return readMind(c.View()).Quiet
	}
	if got := []int{quiet(true), quiet(false), quiet(false), quiet(true)}; fmt.Sprint(got) != "[0 1 2 0]" {
		t.Errorf("quiet thoughts: %v", got)
	}
}
