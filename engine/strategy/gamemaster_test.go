package strategy_test

import (
	"strings"
	"testing"
	"time"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim/simtest"
	"ringer/engine/strategy"
)

// TestAGamemasterClosesNoQuestion: with every strategy the bot answers what people have asked,
// whatever the game master says in the same batch or after it.
func TestAGamemasterClosesNoQuestion(t *testing.T) {
	t.Parallel()
	const question = "blue: red, where are you from?"
	for _, e := range strategy.All() {
		for _, script := range []string{ // | separates the lines of a batch, and +4s the batches
			question,
			question + "|gm: One minute is left.",
			"gm: Welcome.|" + question + "|gm: Two minutes are left.|gm: One minute is left.",
			question + "|gm: Red, one minute is left.",
			question + "|gm: Who is the machine?",
			question + "|gm: Green, what do you think?",
			question + "|gm: Red, do you hear me?",
			question + "|gm: Blue has lost a card.",
			question + "|green: i am from rome|gm: One minute is left.",
			question + "|+1s|gm: One minute is left.|+1s|gm: Red, 50 seconds.",
			question + "|+4s|gm: Red, one minute is left.",
			"blue: where is everybody from?|gm: One minute is left.",
			"blue: red?|gm: One minute is left.|blue: where are you from?|gm: Half a minute is left.",
			"gm: Red, where are you from?",
		} {
			t.Run(e.Name+"/"+script, func(t *testing.T) {
				t.Parallel()
				if !answers(t, e.Name, script) {
					t.Error("the bot does not answer")
				}
			})
		}
	}
}

// answers plays a script, and reports whether the bot writes within half a minute.
func answers(t *testing.T, name, script string) (sent bool) {
	t.Helper()
	seed, at := int64(1), time.Duration(0)
	chat := simtest.Open(t, session.Config{Strategy: name, Seed: &seed, Biography: sessiontest.Biography(), Game: simtest.Three()}, eager, 300)
	var batch []session.Post
	post := func() {
		posts := batch
		batch = nil
		chat.At(at.Seconds(), func() error {
			_, err := chat.Sim.Post(t.Context(), chat.ID, posts, func(int) string { return "" })
			return err
		})
	}
	for line := range strings.SplitSeq(script, "|") {
		who, text, _ := strings.Cut(line, ": ")
		wait, isWait := strings.CutPrefix(line, "+")
		switch {
		case isWait:
			post()
			d := sessiontest.Must(time.ParseDuration(wait))(t)
			at += d
		case who == "gm":
			batch = append(batch, session.Post{Kind: session.FromGamemaster, Text: text})
		default:
			batch = append(batch, session.Post{Sender: who, Text: text})
		}
	}
	post()
	for _, e := range chat.Until(at.Seconds() + 30) {
		if _, ok := e.Data.(*session.MessageSent); ok {
			sent = true
		}
	}
	return sent
}

// TestNothingIsThoughtInVain: with every strategy no thought begins before a player has written,
// but for a silence, none after the game master's verdict, and none that is over too late.
func TestNothingIsThoughtInVain(t *testing.T) {
	t.Parallel()
	ends := int64(40_000)
	for name, x := range map[string]struct {
		ends     *int64
		lines    map[int]string
		from, to float64 // the seconds in which no thought begins
	}{
		"before anybody has written": {nil, map[int]string{1: "gm Welcome to the chat.", 30: "blue hi red"}, 0, 9},
		"after the verdict":          {nil, map[int]string{1: "blue hi red", 5: "green hi", 30: "gm The human has won.", 33: "blue gg red, were you the bot?"}, 30, 90},
		"in the last seconds":        {&ends, map[int]string{1: "blue hi red", 38: "blue red where are you from?", 45: "blue red?"}, 38, 90},
	} {
		for _, e := range strategy.All() {
			t.Run(name+"/"+e.Name, func(t *testing.T) {
				t.Parallel()
				game, seed := simtest.Three(), int64(1)
				game.Phases, game.PhaseEndsIn = []session.Phase{{ID: "chat"}}, x.ends
				chat := simtest.Open(t, session.Config{Strategy: e.Name, Seed: &seed, Biography: sessiontest.Biography(), Game: game}, eager, 1200)
				for at, line := range x.lines {
					who, text, _ := strings.Cut(line, " ")
					post := session.Post{Sender: who, Text: text}
					if who == "gm" {
						post = session.Post{Kind: session.FromGamemaster, Text: text}
					}
					chat.At(float64(at), func() error { return chat.Sim.Say(chat.ID, post) })
				}
				thoughts := 0
				for _, ev := range chat.Until(90) {
					p, ok := ev.Data.(*session.ThoughtCompleted)
					if !ok || p.Began == nil || session.IsCore(p.Kind) {
						continue
					}
					thoughts++
					if at := float64(p.Began.At) / 1000; at >= x.from && at < x.to && !(x.from == 0 && p.Began.Silence) {
						t.Errorf("%s begins at %v s", p.Kind, at)
					}
				}
				if thoughts == 0 {
					t.Error("the bot never thinks")
				}
			})
		}
	}
}
