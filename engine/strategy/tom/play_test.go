package tom

import (
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

func TestAVoteAboutSuspicionIsAPhaseOfPlay(t *testing.T) {
	t.Parallel()
	for about, want := range map[session.About]play{session.Suspicion: playVote, session.Trust: playChat, session.Other: playChat} {
		c, s := newSession(t), newToM(t, `{}`)
		c.Say(1000, "blue", "hello")
		c.Tell(2000, &session.VoteRequested{VoteRequest: session.VoteRequest{ID: "v1", Kind: session.ChooseOne, About: about}})
		c.conclude(s, kindReflex, lineFound{Written: prompt.Written{Text: "hm"}}) // any thought moves the phase
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
