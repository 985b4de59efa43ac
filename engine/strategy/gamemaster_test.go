package strategy_test

import (
	"strings"
	"testing"
	"time"

	"ringer/engine/enginetest"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/strategy"
	"ringer/store"
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
			question + "|gm: The game is over.",
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
	strategies := enginetest.Strategies(t)
	s, seed, at := sim.New(store.NewMemory(), strategies, eager), int64(1), sim.Epoch()
	s.Latencies = []session.Millis{300}
	id, err := s.Open(session.Config{
		Strategy: name, Bot: session.Bot{Seat: "red"}, Seed: &seed, Biography: sessiontest.Biography(),
		Game: session.Setting{
			RulesText: "Talk.", Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	var batch []session.Post
	post := func() {
		posts := batch
		batch = nil
		s.At(at, func() error { _, err := s.Post(t.Context(), id, posts, func(int) string { return "" }); return err })
	}
	for line := range strings.SplitSeq(script, "|") {
		who, text, _ := strings.Cut(line, ": ")
		wait, isWait := strings.CutPrefix(line, "+")
		switch {
		case isWait:
			post()
			d, err := time.ParseDuration(wait)
			if err != nil {
				t.Fatal(err)
			}
			at = at.Add(d)
		case who == "gm":
			batch = append(batch, session.Post{Kind: session.FromGamemaster, Text: text})
		default:
			batch = append(batch, session.Post{Sender: who, Text: text})
		}
	}
	post()
	if err := s.Run(at.Add(30 * time.Second)); err != nil {
		t.Fatal(err)
	}
	log, err := s.Log(id)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range log {
		if _, ok := e.Data.(*session.MessageSent); ok {
			sent = true
		}
	}
	return sent
}
