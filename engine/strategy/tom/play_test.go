package tom

import (
	"testing"

	"ringer/engine/session"
)

// TestPhasesOfPlay: events move the phase of play, forward and back.
func TestPhasesOfPlay(t *testing.T) {
	t.Parallel()
	c, s := newSession(t), newToM(t, `{}`)
	step := func(name string, want play, answer stateAnswer) {
		t.Helper()
		c.conclude(s, kindCognition, cognitionFound{state: answer})
		if got := c.mind().Play; got != want {
			t.Fatalf("%s: the phase of play is %s, want %s", name, got, want)
		}
	}
	say := func(sender, text string) int {
		c.Say(c.State.Now+5000, sender, text)
		return lastNumber(c.View())
	}
	say("blue", "hello")
	step("nobody is doubted", playChat, believes("", doubt("Blue", 20)))
	accused := believes("")
	accused.Knowledge.Type = accusation
	step("a player accuses", playSuspect, accused)
	step("the accusation is forgotten", playChat, believes(""))
	step("somebody is doubted", playSuspect, believes("Blue", doubt("Blue", 50, say("blue", "Hello again"))))
	c.State.Now += 600_000
	step("time alone moves nothing", playSuspect, believes("Blue"))
	step("the bot is sure", playAccuse, believes("Blue", doubt("Blue", 80, say("blue", "HELLO"))))
	say("red", "hello everybody")
	say("green", "blue is odd")
	asks := believes("Blue")
	asks.Intention.Action = "chat"
	step("a line that does not name the suspect", playAccuse, asks)
	say("red", "blue whats for lunch")
	step("a line that asks the suspect something", playAccuse, believes("Blue"))
	say("red", "blue you keep saying hello")
	step("a line that accuses the suspect", playRecruit, believes("Blue"))
	goes := doubt("Green", 30)
	goes.OfOthers = []stance{{"Blue", "doubts"}}
	step("another player doubts the suspect", playVote, believes("Blue", goes))
	step("the bot is less sure", playVote, believes("Blue", doubt("Blue", 50, say("blue", "sorry"))))
	step("it has no doubt any more, but the other player has", playSuspect, believes("Blue", doubt("Blue", 10, say("blue", "my cat is on the keyboard"))))
	step("a new suspect", playAccuse, believes("Gold", doubt("Gold", 90, say("gold", "As an observer I agree"))))
	say("red", "gold what was that")
	step("named", playRecruit, believes("Gold"))
	step("another suspect starts again", playAccuse, believes("Green", doubt("Green", 95, say("green", "yes yes yes"))))
	c.Leaves(c.State.Now, "green")
	step("the suspect has left", playChat, believes(""))
	step("a third player is still doubted", playAccuse, believes("Gold"))
}

func TestAVoteAboutSuspicionIsAPhaseOfPlay(t *testing.T) {
	t.Parallel()
	for about, want := range map[session.About]play{session.Suspicion: playVote, session.Trust: playChat, session.Other: playChat} {
		c, s := newSession(t), newToM(t, `{}`)
		c.Say(1000, "blue", "hello")
		c.Tell(2000, &session.VoteRequested{VoteRequest: session.VoteRequest{ID: "v1", Kind: session.ChooseOne, About: about}})
		c.conclude(s, kindReflex, lineFound{text: "hm"}) // any thought moves the phase
		if got := c.mind().Play; got != want {
			t.Errorf("during a vote about %s the phase of play is %s", about, got)
		}
	}
}

// TestThirds: the bot doubts from one third on, and is sure from two thirds on.
func TestThirds(t *testing.T) {
	t.Parallel()
	for percent, want := range map[int]struct {
		level string
		play  play
	}{33: {levelLow, playChat}, 34: {levelMedium, playSuspect}, 66: {levelMedium, playSuspect}, 67: {levelHigh, playAccuse}} {
		for _, suspect := range []string{"Blue", ""} {
			c, s := newSession(t), newToM(t, `{}`)
			c.Say(1000, "blue", "hello")
			c.conclude(s, kindCognition, cognitionFound{state: believes(suspect, doubt("Blue", percent))})
			phase := want.play
			if suspect == "" {
				phase = playChat // numbers alone move nothing
			}
			if m := c.mind(); m.Beliefs["blue"].Level != want.level || m.Play != phase {
				t.Errorf("with %d %% and the suspect %q the level is %s, the phase of play %s", percent, suspect, m.Beliefs["blue"].Level, m.Play)
			}
		}
	}
}

// TestAPhaseOfPlayBeginsWithItsSuspect: a message from before the suspect changed is not an
// accusation. A phase that continues keeps its start.
func TestAPhaseOfPlayBeginsWithItsSuspect(t *testing.T) {
	t.Parallel()
	c, s := newSession(t), newToM(t, `{}`)
	c.Say(1000, "blue", "hello")
	c.conclude(s, kindCognition, cognitionFound{state: believes("Green", doubt("Green", 20))})
	if m := c.mind(); m.Play != playChat {
		t.Errorf("with a low suspicion the phase of play is %s since #%d", m.Play, m.PlaySince)
	}
	c.Say(2000, "blue", "HELLO")
	c.conclude(s, kindCognition, cognitionFound{state: believes("Blue", doubt("Blue", 90))})
	c.Say(3000, "green", "HELLO too")
	w, number := session.Want{Kind: kindCognition, BasedOn: lastSeq(c.View())}, lastNumber(c.View())
	c.sends(4000, "hi green") // while it thinks about Blue
	said := lastSeq(c.View())
	out := s.Conclude(c.View(), w, cognitionFound{state: believes("Green", doubt("Green", 95, number))})
	c.Tell(5000, &session.ThoughtCompleted{Kind: kindCognition, BasedOn: w.BasedOn, Mind: out.Mind})
	c.conclude(s, kindReflex, lineFound{})
	if m := c.mind(); m.Play != playAccuse || m.PlaySince != said || m.Intention.Suspect != "green" {
		t.Errorf("it has not accused %s: the phase of play is %s since #%d", m.Intention.Suspect, m.Play, m.PlaySince)
	}
}

// TestRecruitEndsWhenNobodyFollows: after the bot's accusation it looks for an ally, and for votes
// once another player doubts the suspect. After six lines of others without that it suspects again,
// and accuses only with a newer reason.
func TestRecruitEndsWhenNobodyFollows(t *testing.T) {
	t.Parallel()
	c, s := newSession(t), newToM(t, `{}`)
	c.Say(1000, "blue", "hello")
	phase := func(all ...believed) play {
		c.conclude(s, kindCognition, cognitionFound{state: believes("Blue", all...)})
		return c.mind().Play
	}
	if got := phase(doubt("Blue", 90, 1)); got != playAccuse {
		t.Fatalf("with a reason the phase is %s", got)
	}
	for n := range 8 {
		c.Say(c.State.Now+1000, "green", "what a day")
		if got := phase(doubt("Blue", 90)); got != playAccuse {
			t.Fatalf("without an accusation in the chat, after %d lines the phase is %s", n, got)
		}
	}
	c.sends(c.State.Now+1000, "blue you write like a letter")
	for n := range recruitLines {
		if got := phase(); got != playRecruit {
			t.Fatalf("after the accusation and %d lines the phase is %s", n, got)
		}
		c.Say(c.State.Now+1000, "green", "what a day")
	}
	if got := phase(); got != playSuspect {
		t.Errorf("nobody follows, and the phase is %s", got)
	}
	c.Say(c.State.Now+1000, "blue", "As I said, hello.")
	if got := phase(doubt("Blue", 92, lastNumber(c.View()))); got != playAccuse {
		t.Errorf("with a newer reason the phase is %s", got)
	}
	c.sends(c.State.Now+1000, "see blue, again")
	follows := doubt("Green", 20)
	follows.OfOthers = []stance{{"Blue", "doubts"}}
	c.Say(c.State.Now+1000, "green", "yes blue is odd")
	if got := phase(follows); got != playVote {
		t.Errorf("another player follows, and the phase is %s", got)
	}
}

// TestAnotherPlayersDoubtIsNoReasonAlone: with a medium suspicion the bot accuses only with two
// lines of its own and another player who doubts the suspect.
func TestAnotherPlayersDoubtIsNoReasonAlone(t *testing.T) {
	t.Parallel()
	c, s := newSession(t), newToM(t, `{}`)
	green := doubt("Green", 20)
	green.OfOthers = []stance{{"Blue", "doubts"}}
	c.Say(1000, "green", "i think blue is it")
	c.conclude(s, kindCognition, cognitionFound{state: believes("Blue", doubt("Blue", 40, 1), green)})
	if got := c.mind().Play; got != playSuspect {
		t.Errorf("with one line the phase of play is %s", got)
	}
	c.Say(2000, "blue", "As I said, no.")
	c.conclude(s, kindCognition, cognitionFound{state: believes("Blue", doubt("Blue", 45, 2), green)})
	if got := c.mind().Play; got != playAccuse {
		t.Errorf("with two lines the phase of play is %s", got)
	}
}

// TestEqualDoubtsMoveNothing: fifty against fifty, without a suspect, does not move the phase
// of play.
func TestEqualDoubtsMoveNothing(t *testing.T) {
	t.Parallel()
	c, s := newSession(t), newToM(t, `{}`)
	c.Say(1000, "blue", "hello")
	c.Say(2000, "green", "hello")
	c.conclude(s, kindCognition, cognitionFound{state: believes("", doubt("Blue", 50, 1), doubt("Green", 50, 2))})
	if got := c.mind().Play; got != playChat {
		t.Errorf("the phase of play is %s", got)
	}
}
