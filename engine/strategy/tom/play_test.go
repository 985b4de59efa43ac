package tom

import (
	"strings"
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

// TestNoPromptForbidsToAccuseBeforeAVote: a thought that runs while a vote is near or open is told
// so, though the mind is older.
func TestNoPromptForbidsToAccuseBeforeAVote(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		ends, now session.Millis
		asked     bool
		older     bool // of generation 3, which is told of its mind
		want      play
		rules     string
	}{
		"in the middle": {120_000, 60_000, false, false, playChat, "turing"},
		"near":          {120_000, 95_000, false, false, playVote, "turing"},
		"open":          {0, 60_000, true, false, playVote, "turing"},
		"no end":        {0, 60_000, false, false, playChat, "turing"},
		"older, near":   {120_000, 95_000, false, true, playChat, "turing"},
		"older, open":   {0, 60_000, true, true, playChat, "turing"},
		"a show, near":  {120_000, 95_000, false, false, playChat, "gameshow"},
		"a show, open":  {0, 60_000, true, false, playVote, "gameshow"},
	} {
		c, s := newSession(t, func(c *session.Config) { c.Game.Rules, c.Game.RulesText = x.rules, "" }), newToM(t, `{}`)
		if x.older {
			c.State.Config.Generation = 3
		}
		c.Say(1000, "blue", "hello")
		c.conclude(s, kindReflex, lineFound{Written: prompt.Written{Text: "hm"}})
		c.State.Rhythm.PhaseEnds = x.ends
		if x.asked {
			c.Tell(2000, &session.VoteRequested{VoteRequest: session.VoteRequest{ID: "v1", Kind: session.ChooseOne, About: session.Suspicion}})
		}
		v := c.State.View(x.now)
		for task, p := range map[string]prompt.Prompt{taskMessage: s.linePrompt(v, c.mind(), taskMessage), taskIntention: s.statePrompt(v, c.mind(), taskIntention)} {
			if told := p.Parsed().Text(sectionPlay); !strings.HasPrefix(told, string(x.want)+": ") {
				t.Errorf("%s, %s: %s", name, task, told)
			}
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

// TestASecretAccusationMayBeHeard: what the vote says of the suspect the chat may hear, too,
// however little speaks against the suspect there.
func TestASecretAccusationMayBeHeard(t *testing.T) {
	t.Parallel()
	for accused, want := range map[string]bool{"blue": true, "green": false, "": false} {
		c := newSession(t)
		c.State.Accusations = session.Accusations{Player: accused, Made: "vot_1"}
		m := mind{Intention: intention{Suspect: "blue"}}
		if got := m.mayAccuse(c.View()); got != want {
			t.Errorf("after a secret accusation of %q it may accuse: %t", accused, got)
		}
	}
}

// TestADroppedReserveIsNotKept: another text pushes a reserve out, and it comes back unless the
// model has dropped it.
func TestADroppedReserveIsNotKept(t *testing.T) {
	t.Parallel()
	for unsent, kept := range map[session.Look]bool{session.LookKeep: true, "": true, session.LookDrop: false, session.LookReplace: false} {
		c := newSession(t)
		c.plan(3000, session.Reserve, session.ClassReserve, lastSeq(c.View()))
		m := mind{}
		m.keepReserve(c.View(), &session.Candidate{Parts: []session.PlanPart{{Text: "hello green"}}}, unsent)
		if (m.Reserve != nil) != kept {
			t.Errorf("after %q the reserve is %+v", unsent, m.Reserve)
		}
	}
}
