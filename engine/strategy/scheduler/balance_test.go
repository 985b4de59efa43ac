package scheduler

import (
	"fmt"
	"strings"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

func instruction(v session.View) string { return strategy().balance(v).instruction }

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
	t.Run("CountsThePhaseAndThePlayersInTheGame", func(t *testing.T) {
		t.Parallel()
		c := newSession(t)
		for range 5 {
			c.Tell(1000, &session.MessageSent{MessageID: "m", Sender: "red", Text: "x"})
		}
		c.Tell(2000, &session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged, Phase: "dusk"}})
		if got := instruction(c.State.View(2000)); got != talk {
			t.Errorf("in a new phase: %s", got)
		}
		c.Tell(3000, &session.MessageSent{MessageID: "m", Sender: "red", Text: "x"})
		for range 2 {
			c.Say(3000, "blue", "y")
		}
		if got := instruction(c.State.View(3000)); got != listen {
			t.Errorf("a third of three: %s", got)
		}
		c.Tell(4000, &session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerLeft, Player: &session.Player{ID: "green"}}})
		if got := instruction(c.State.View(4000)); got != talk {
			t.Errorf("a third of two: %s", got)
		}
	})
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
		return strategy(func(o *options) { o.DeadBand = band }).balance(c.State.View(2000)).instruction
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
			if n := flips(t, strategy(func(o *options) { o.DeadBand = band })); n > most || band == 0 && n < 20 {
				t.Errorf("with a dead band of %g the instruction changed %d times in 45 lines", band, n)
			}
		}
	})
	t.Run("EndsWithThePhase", func(t *testing.T) {
		t.Parallel()
		c := newSession(t)
		c.Tell(1500, &session.ThoughtCompleted{Kind: kindTurn, BasedOn: 1, Mind: session.EncodeMind(mind{Version: 1, Last: &decision{Leaning: listen, Lines: 9}})})
		c.Say(2000, "blue", "y")
		if got := instruction(c.State.View(2000)); got != talk {
			t.Errorf("after a third of a line too few in a new phase: %s", got)
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

// nightSession is a game in which Red and Blue speak at night, of six players.
func nightSession(t *testing.T) *fixture {
	t.Helper()
	config := session.Config{Bot: session.Bot{Seat: "red", Role: "mafia"}, Game: session.Setting{
		Rules: "mafia", Channels: []session.Channel{{ID: "den", Members: []string{"red", "blue"}}},
		Phases: []session.Phase{{ID: "day"}, {ID: "night", Speakers: []string{"red", "blue"}, Channel: "den"}},
	}}
	for _, id := range []string{"red", "blue", "green", "gold", "pink", "grey"} {
		config.Game.Players = append(config.Game.Players, session.Player{ID: id, Name: strings.ToUpper(id[:1]) + id[1:]})
	}
	return &fixture{sessiontest.Open(t, config), t}
}

// TestAtNightTheFewTalk: n counts those who may speak in the phase, and the few are told to talk
// although they have had their share.
func TestAtNightTheFewTalk(t *testing.T) {
	t.Parallel()
	c := nightSession(t)
	c.Say(1000, "blue", "morning")
	for range 3 {
		c.Tell(2000, &session.MessageSent{MessageID: "m", Sender: "red", Text: "x"})
	}
	if b := strategy().balance(c.State.View(2000)); b.instruction != listen || b.speakers != 6 {
		t.Errorf("by day: %+v", b)
	}
	c.Tell(3000, &session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged, Phase: "night"}})
	night := func(sender, text string) {
		c.Tell(4000, &session.MessageReceived{Post: session.Post{Sender: sender, Text: text, Kind: session.FromPlayer, Channel: "den"}})
	}
	night("blue", "take green")
	c.Tell(5000, &session.MessageSent{MessageID: "n", Sender: "red", Text: "yes", Channel: "den"})
	night("blue", "ok then")
	c.Tell(6000, &session.MessageSent{MessageID: "o", Sender: "red", Text: "done", Channel: "den"})
	b := strategy().balance(c.State.View(6000))
	if b.instruction != talk || b.speakers != 2 || b.own != 2 || b.all != 4 || b.even() != 2 {
		t.Errorf("at night: %+v", b)
	}
	if got, want := b.text(), "Talk: send.\nOnly 2 of 6 players may write now.\nYou wrote 2 of 4 lines. An even share of 2 players is 2. That is about even."; got != want {
		t.Errorf("the prompt says %q, want %q", got, want)
	}
	c.Tell(6000, &session.MessageReceived{Post: session.Post{Sender: "green", Text: "i cannot sleep", Kind: session.FromPlayer}})
	if b = strategy().balance(c.State.View(6000)); b.all != 4 {
		t.Errorf("a line of a player who may not speak counts: %+v", b)
	}
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

// TestAnOpenQuestionGoesBeforeTheBalance: not in the paper.
func TestAnOpenQuestionGoesBeforeTheBalance(t *testing.T) {
	t.Parallel()
	c := newSession(t)
	for i := range 4 {
		c.Tell(1000, &session.MessageSent{MessageID: fmt.Sprint("m", i), Sender: "red", Text: "x"})
	}
	c.Say(2000, "blue", "red where are you from?")
	if b := strategy().balance(c.State.View(3000)); b.instruction != answer || b.leaning != listen || b.asker != `"Blue"` {
		t.Errorf("while Blue waits: %+v", b)
	}
	c.Tell(5000, &session.MessageSent{MessageID: "answer", Sender: "red", Text: "the coast"})
	c.Say(6000, "green", "nice")
	if b := strategy().balance(c.State.View(6000)); b.instruction != listen {
		t.Errorf("after the answer: %+v", b)
	}
}
