package recon

import (
	"fmt"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// expect checks the wants at a time: "now", "silence", "later" for a wait for others, or "none".
func (c *fixture) expect(want, why string) session.Want {
	c.t.Helper()
	got := c.r.Wants(c.view())
	kind := "none"
	var w session.Want
	if len(got) > 0 {
		w = got[0]
		switch kind = "later"; {
		case w.Silence:
			kind = "silence"
		case w.At <= c.State.Now:
			kind = "now"
		}
	}
	if kind != want || len(got) > 1 {
		c.t.Errorf("%s: it wants %+v, %s; want %s", why, got, kind, want)
	}
	return w
}

// considered completes a contemplation that has considered the chat and says nothing.
func (c *fixture) considered() {
	m := readMind(c.view())
	m.Quiet++
	c.remember(session.Conclusion{Considered: c.State.Seq, Mind: session.EncodeMind(m)})
}

func (c *fixture) sends(text string) {
	c.Tell(c.State.Now+1000, &session.MessageSent{MessageID: fmt.Sprint("m", c.State.Seq), Sender: "ann", Text: text})
}

func (c *fixture) says(player, text string) { c.Say(c.State.Now+1000, player, text) }

func (c *fixture) phase(id string) {
	c.Tell(c.State.Now+1000, &session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged, Phase: id}})
}

// TestAtOnce: a question, and a turn of its own, are not shared with others.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	sessiontest.Cases(t, func(t *testing.T) *fixture { return servantGame(t, `{"turn_ms":60000}`) }, map[string]func(*testing.T, *fixture){
		"WhenItIsAsked": func(t *testing.T, c *fixture) {
			c.says("bo", "ann who is evil?")
			if w := c.expect("now", "it is asked"); w.BasedOn != c.State.Seq {
				t.Errorf("based on %d", w.BasedOn)
			}
			c.considered()
			c.expect("silence", "it has thought about the question")
		},
		"OnceInATurnOfItsOwn": func(t *testing.T, c *fixture) {
			c.says("bo", "hi")
			c.considered()
			c.phase("turn")
			if w := c.expect("now", "it alone may speak"); w.BasedOn != c.State.Seq {
				t.Errorf("based on %d", w.BasedOn)
			}
			c.considered()
			c.expect("silence", "it has thought in its turn, and said nothing")
			c.sends("my turn")
			c.expect("none", "it has spoken in its turn")
		},
	})
}

// TestAfterOthers: unasked the bot speaks once about each ruling, and has its even share.
func TestAfterOthers(t *testing.T) {
	t.Parallel()
	sessiontest.Cases(t, func(t *testing.T) *fixture { return servantGame(t, `{"turn_ms":60000}`) }, map[string]func(*testing.T, *fixture){
		"OnceForEachRuling": func(t *testing.T, c *fixture) {
			c.propose("bo", "bo", "cy")
			c.says("bo", "fine")
			c.expect("later", "it has said nothing about the team")
			c.sends("ok")
			c.says("cy", "well")
			c.expect("none", "it has said its word")
			c.rule(session.Ruling{Step: session.StepApproval, Players: []string{"bo", "cy"}})
			c.says("cy", "what now")
			c.expect("later", "the team was refused")
		},
		"AgainIfTheOthersTalkMuchMore": func(t *testing.T, c *fixture) {
			c.propose("bo", "bo", "cy")
			c.sends("ok")
			for i := range 11 { // of six speakers: twice its share at twelve lines
				c.says("cy", fmt.Sprint("line ", i))
				c.expect("none", "it has its share")
			}
			c.says("dee", "line 12")
			c.expect("later", "it has half its share")
		},
		"ItsEvenShareWithoutRulings": func(t *testing.T, _ *fixture) {
			c := chat(t, `{"turn_ms":60000}`)
			c.says("bo", "hi")
			c.expect("later", "it has said nothing")
			c.sends("hello")
			for i := range 2 {
				c.says("bo", fmt.Sprint("line ", i))
				if w := c.r.Wants(c.view()); len(w) > 0 && !w[0].Silence {
					t.Errorf("with one of %d lines of four players it wants %+v", i+3, w)
				}
			}
			c.says("bo", "line 3")
			c.expect("later", "it has one of five lines of four players")
		},
		"NotAllAtOnce": func(t *testing.T, _ *fixture) {
			at := map[session.Millis]bool{}
			for seed := range int64(20) {
				c := chat(t, `{"turn_ms":1000}`, func(c *session.Config) { c.Seed = &seed })
				c.says("bo", "hi")
				w := c.r.Wants(c.view())[0]
				if at[w.At] = true; w.At < c.State.Now || w.At > c.State.Now+3*1000 {
					t.Errorf("after a line at %d it waits until %d", c.State.Now, w.At)
				}
			}
			if len(at) < 15 {
				t.Errorf("20 seeds wait until %d times", len(at))
			}
		},
	})
}

// TestInASilence: the wait begins at silence_ms, is up to a half longer, and doubles four times.
func TestInASilence(t *testing.T) {
	t.Parallel()
	c := chat(t, `{"silence_ms":10000}`)
	c.says("bo", "hi")
	for n, base := range []session.Millis{20_000, 40_000, 80_000, 160_000, 160_000, 160_000} {
		c.considered()
		w := c.expect("silence", fmt.Sprint(n+1, " thoughts without a word"))
		if wait := w.At - c.State.Now; wait < base || wait > base*3/2 {
			t.Errorf("after %d thoughts it waits %d", n+1, wait)
		}
	}
	c.says("bo", "anybody?")
	c.expect("later", "somebody has spoken")
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
		v := c.view()
		last, _ := v.Last()
		c.remember(c.r.Conclude(v, session.Want{Kind: kindContemplation, BasedOn: last.Seq}, f))
		return readMind(c.view()).Quiet
	}
	if got := []int{quiet(true), quiet(false), quiet(false), quiet(true)}; fmt.Sprint(got) != "[0 1 2 0]" {
		t.Errorf("quiet thoughts: %v", got)
	}
}

func TestNoThought(t *testing.T) {
	t.Parallel()
	sessiontest.Cases(t, func(t *testing.T) *fixture { return chat(t, `{}`) }, map[string]func(*testing.T, *fixture){
		"AfterItsOwnLine": func(t *testing.T, c *fixture) {
			c.says("bo", "hi")
			c.sends("hello")
			c.expect("none", "its line is the last")
		},
		"WhileItsLineWaits": func(t *testing.T, c *fixture) {
			c.says("bo", "hi")
			c.planned("hello")
			c.expect("none", "its line waits")
			c.says("bo", "ann?")
			c.expect("now", "its line is stale")
		},
		"WhenItMayNotSpeak": func(t *testing.T, c *fixture) {
			c.says("bo", "ann?")
			c.Tell(c.State.Now, &session.ObservationReceived{Observation: session.Observation{Kind: session.BotMuted}})
			c.expect("none", "it is muted")
		},
		"ForALineElsewhere": func(t *testing.T, _ *fixture) {
			c := chat(t, `{}`, func(c *session.Config) {
				c.Game.Channels = []session.Channel{{ID: "den", Members: []string{"ann", "bo"}}}
			})
			c.says("cy", "hi")
			c.considered()
			c.expect("silence", "nothing is new")
			c.Tell(c.State.Now+1000, &session.MessageReceived{Post: session.Post{Sender: "bo", Text: "ann who is it?", Kind: session.FromPlayer, Channel: "den"}})
			if w := c.r.Wants(c.view()); len(w) > 0 && !w[0].Silence {
				t.Errorf("it wants %+v", w)
			}
		},
		"BeforeAnybodyHasSpoken": func(t *testing.T, c *fixture) {
			c.expect("silence", "the chat is empty")
		},
	})
}
