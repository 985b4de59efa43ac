package strategy_test

import (
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim/simtest"
	"ringer/engine/strategy"
)

// TestHumanPaceAddsToThePapers: with pace human a reply has the thinking of the paper's formula,
// and also the reading of the question and a pause. It is not sent before all of that.
func TestHumanPaceAddsToThePapers(t *testing.T) {
	t.Parallel()
	const question = "red do you know what happened in the last round"
	for _, e := range strategy.All() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			var human, paper session.Millis
			for seed := range int64(20) {
				h, p := firstReply(t, e.Name, session.PaceHuman, seed, question), firstReply(t, e.Name, session.PacePaper, seed, question)
				if want := session.Millis(250 * len(strings.Fields(question))); h.Timing.Reading != want || p.Timing.Reading != 0 {
					t.Errorf("seed %d: reading %d and %d, want %d and 0", seed, h.Timing.Reading, p.Timing.Reading, want)
				}
				if h.Timing.Thinking != p.Timing.Thinking || h.Timing.Jitter < 0 || p.Timing.Jitter != 0 {
					t.Errorf("seed %d: human %+v, paper %+v", seed, h.Timing, p.Timing)
				}
				if h.Waited < h.Timing.Total() || p.Waited < p.Timing.Total() {
					t.Errorf("seed %d: sent after %d of %d, and %d of %d", seed, h.Waited, h.Timing.Total(), p.Waited, p.Timing.Total())
				}
				human, paper = human+h.Waited, paper+p.Waited
			}
			if human <= paper {
				t.Errorf("20 replies waited %d with pace human, %d with pace paper", human, paper)
			}
		})
	}
}

// eager is a model that always speaks, with the same line. It leaves out what no line needs.
var eager sessiontest.Model = func(p prompt.Parsed) (any, error) {
	return map[string]any{
		"decision": "send", "text": "no idea sorry", "goal": "chat",
		"messages": []any{map[string]string{"sender": p.Name(), "text": "no idea sorry"}},
	}, nil
}

// firstReply returns the bot's answer to a question, with a model that answers in 300 ms.
func firstReply(t *testing.T, name string, pace session.Pace, seed int64, question string) *session.MessageSent {
	t.Helper()
	c := session.Config{Strategy: name, Seed: &seed, Pace: pace, Biography: sessiontest.Biography(), Game: simtest.Three()}
	c.Game.Players = c.Game.Players[:2]
	chat := simtest.Open(t, c, eager, 300)
	chat.Say(1, "blue", question)
	log := chat.Until(60)
	for _, e := range log {
		if m, ok := e.Data.(*session.MessageSent); ok {
			return m
		}
	}
	t.Fatalf("seed %d: no message in %d events", seed, len(log))
	return nil
}
