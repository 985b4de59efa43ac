package scheduler

import (
	"fmt"
	"strings"
	"testing"

	"ringer/engine/session"
)

func instruction(v session.View) string { return strategy(asks).balance(v).instruction }

// TestBalance: "When the rate of messages by the agent is lower than 1/n …" (§2), and the cases
// that the paper leaves open.
func TestBalance(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		own, others int
		want        string
	}{
		"NobodyHasSpoken": {0, 0, talk}, "OnlyOthers": {0, 1, talk}, "BelowItsShare": {1, 3, talk}, "ItsShare": {1, 2, listen}, "Above": {2, 3, listen}, "Alone": {1, 0, listen},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newSession(t)
			for range x.own {
				c.Tell(1000, &session.MessageSent{MessageID: "m", Sender: "red", Text: "x"})
			}
			for range x.others {
				c.Say(1000, "blue", "y")
			}
			if got := instruction(c.State.View(2000)); got != x.want {
				t.Errorf("%d of %d messages: %s", x.own, x.own+x.others, got)
			}
		})
	}
}

// TestDeadBand: near its even share the bot keeps its instruction.
func TestDeadBand(t *testing.T) {
	t.Parallel()
	told := func(t *testing.T, was string, own, others int, band float64) string {
		c := newSession(t)
		for range own {
			c.Tell(1000, &session.MessageSent{MessageID: "m", Sender: "red", Text: "x"})
		}
		for range others {
			c.Say(1000, "blue", "y")
		}
		c.Tell(1500, &session.ThoughtCompleted{Kind: kindTurn, BasedOn: 1, Mind: session.EncodeMind(mind{Version: 1, Last: &decision{Leaning: was}})})
		return strategy(asks, func(o *options) { o.DeadBand = band }).balance(c.State.View(2000)).instruction
	}
	for _, x := range []struct {
		was         string
		own, others int
		band        float64
		want        string
	}{
		{talk, 2, 4, 0.5, talk},     // exactly the share
		{talk, 2, 3, 0.5, talk},     // a third of a line above
		{talk, 3, 4, 0.5, listen},   // two thirds above
		{listen, 2, 5, 0.5, listen}, // a third below
		{listen, 2, 6, 0.5, talk},   // two thirds below
		{listen, 2, 5, 0, talk},     // the paper's
		{talk, 2, 4, 0, listen},
		{listen, 2, 6, 2, listen},
		{"", 2, 5, 0.5, talk}, // an older mind
	} {
		if got := told(t, x.was, x.own, x.others, x.band); got != x.want {
			t.Errorf("%d of %d lines, dead band %g, told to %s before: %s, want %s", x.own, x.own+x.others, x.band, x.was, got, x.want)
		}
	}
	t.Run("DoesNotFlipWithEachLine", func(t *testing.T) {
		t.Parallel()
		for band, most := range map[float64]int{0: 30, 0.5: 12} {
			if n := flips(t, strategy(asks, func(o *options) { o.DeadBand = band })); n > most || band == 0 && n < 20 {
				t.Errorf("with a dead band of %g the instruction changed %d times in 45 lines", band, n)
			}
		}
	})
}

// flips plays 45 lines in turn, and returns how often the instruction changed.
func flips(t *testing.T, s *Scheduler) (n int) {
	c := newSession(t)
	was := ""
	for i, who := range strings.Fields(strings.Repeat("blue green red ", 15)) {
		at := session.Millis(1000 * i)
		if who == "red" {
			c.Tell(at, &session.MessageSent{MessageID: fmt.Sprint("m", i), Sender: who, Text: "x"})
		} else {
			c.Say(at, who, "y")
		}
		f := turnFound{balance: s.balance(c.State.View(at)), answer: answerWait}
		if f.balance.instruction != was {
			was, n = f.balance.instruction, n+1
		}
		c.Tell(at, &session.ThoughtCompleted{Kind: kindTurn, BasedOn: c.State.Seq, Mind: s.Conclude(c.State.View(at), session.Want{Kind: kindTurn}, f).Mind})
	}
	return n
}

// TestTheInstructionSaysTheShareInNumbers: the instruction comes first, then its reason.
func TestTheInstructionSaysTheShareInNumbers(t *testing.T) {
	t.Parallel()
	for want, b := range map[string]balance{
		"Talk: send.": {instruction: talk, all: 3, speakers: 3, active: 3},
		"Talk: send.\nYou wrote 0 of 4 lines. An even share of 7 players is 0.6.":                                             {instruction: talk, all: 4, speakers: 7, active: 7},
		"Talk: send.\nYou wrote 0 of 7 lines. An even share of 3 players is 2.3.":                                             {instruction: talk, all: 7, speakers: 3, active: 3},
		"Listen: wait, unless nobody has written for 20 seconds.\nYou wrote 3 of 20 lines. An even share of 10 players is 2.": {instruction: listen, own: 3, all: 20, speakers: 10, active: 10},
		`Answer: "Blue" has asked you something and waits.`:                                                                   {instruction: answer, own: 3, all: 20, speakers: 4, active: 4, asker: `"Blue"`},
	} {
		if got := b.text(); got != want {
			t.Errorf("%+v: %q, want %q", b, got, want)
		}
	}
}
