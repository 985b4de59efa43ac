package recon

import (
	"slices"
	"strings"
	"testing"

	"ringer/engine/session"
)

// The answers of a model to the joined stages.
const (
	prepared = `{"players":[{"name":"bo","reason":"was on the failed quest","words":"evil","role":"Morgana","certainty":"unknown","suspicion":70}],"thought":"bo leads us on","text":"bo is morgana, i know it"}`
	thought  = `{"thought":"go on","text":"bo again"}`
	checked  = `{"reads_as":"she knows too much","gives_away":"i know it","text":"bo was on the failed team"}`
	plain    = `{"players":[{"name":"bo","reason":"answers late","suspicion":70}],"thought":"ask","text":"hm ok"}`
)

// TestCallsOfJoinedStages: two calls for a speech, and one where the second could change nothing.
func TestCallsOfJoinedStages(t *testing.T) {
	t.Parallel()
	turing := func(c *session.Config) { c.Game.Rules, c.Game.RulesText = "reverse_turing", "" }
	free := func(c *session.Config) { c.Game.RulesText = "" }
	for name, x := range map[string]struct {
		options string
		in      func(testing.TB, string) *fixture
		answers []string
		tasks   string
		speech  string
	}{
		"AGameOfQuests":      {`{}`, servantGame, []string{prepared, checked}, "prepare check", "bo was on the failed team"},
		"WithoutSecondOrder": {`{"second_order":"off"}`, servantGame, []string{prepared, refined}, "prepare refine", "bo was on the failed team"},
		"WithoutRefinement":  {`{"refinement":"off"}`, servantGame, []string{prepared}, "prepare", "bo is morgana, i know it"},
		"WithoutFirstOrder":  {`{"first_order":"off"}`, servantGame, []string{thought, checked}, "think check", "bo was on the failed team"},
		"WithoutFormulation": {`{"formulation":"off"}`, servantGame, []string{spoken, checked}, "draft check", "bo was on the failed team"},
		"NothingToHide":      {`{}`, func(t testing.TB, o string) *fixture { return chat(t, o, turing) }, []string{plain}, "prepare", "hm ok"},
		"NobodyIsLookedFor":  {`{}`, func(t testing.TB, o string) *fixture { return chat(t, o, free) }, []string{thought}, "think", "bo again"},
		"AJudgement": {
			`{}`, func(t testing.TB, o string) *fixture { return chat(t, o, turing) }, []string{strings.Replace(plain, "hm ok", "i think that bo is it", 1), checked}, "prepare check", "bo was on the failed team",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := x.in(t, x.options)
			c.r.options.Stages = stagesJoined
			c.Say(1000, "bo", "hi")
			s, out := c.conclude(x.answers...)
			if got := strings.ReplaceAll(strings.Join(s.Tasks(), " "), "recon.", ""); got != x.tasks {
				t.Errorf("it asks %s", got)
			}
			if out.Candidate == nil || out.Candidate.Parts[0].Text != x.speech {
				t.Errorf("it says %+v", out.Candidate)
			}
		})
	}
}

// TestGuessesAreMadeWhenEnoughIsNew: after six lines of others, or a ruling.
func TestGuessesAreMadeWhenEnoughIsNew(t *testing.T) {
	t.Parallel()
	c := servantGame(t, `{"stages":"joined"}`)
	c.Say(1000, "bo", "hi")
	c.conclude(prepared, checked)
	due := func() bool { return guessesDue(c.View(), readMind(c.View())) }
	for n := range guessLines {
		if due() {
			t.Errorf("after %d lines it guesses again", n)
		}
		c.says("cy", "so")
	}
	if !due() {
		t.Error("after six lines it does not guess again")
	}
	c.conclude(prepared, checked)
	if due() {
		t.Error("it guesses twice about the same lines")
	}
	if c.propose("bo", "bo", "cy"); !due() {
		t.Error("after a ruling it does not guess again")
	}
}

// TestPhrasesSaidBefore: three words in a row that the bot has said lately.
func TestPhrasesSaidBefore(t *testing.T) {
	t.Parallel()
	c := chat(t, `{}`)
	for i, text := range []string{"Cy never says anything", "no idea"} {
		c.Say(session.Millis(1000*i), "ann", text)
	}
	for draft, want := range map[string][]string{
		"well, cy never says anything new": {"cy never says anything"}, "never says so": nil, "no idea": nil, "anything no idea": nil, "": nil,
	} {
		if got := saidBefore(c.View(), draft); !slices.Equal(got, want) {
			t.Errorf("%q repeats %q, want %q", draft, got, want)
		}
	}
}

// TestNothingIsThoughtOnceAGameIsDecided: three quests have failed, or Merlin was looked for.
func TestNothingIsThoughtOnceAGameIsDecided(t *testing.T) {
	t.Parallel()
	ends := map[string]func(*fixture){
		"ThreeQuestsFailed": func(c *fixture) {
			for range winsAt {
				c.quest(1, "bo", "cy")
			}
		},
		"Merlin": func(c *fixture) {
			c.rule(session.Ruling{Step: session.StepAssassination, By: "flo", Players: []string{"bo"}, Passed: true})
		},
	}
	for name, end := range ends {
		for generation, thinks := range map[int]bool{2: true, 3: false} {
			c := servantGame(t, `{}`)
			c.State.Config.Generation = generation
			end(c)
			c.says("bo", "ann what do you say?")
			if got := len(c.r.Wants(c.View())) > 0; got != thinks {
				t.Errorf("%s, generation %d: it thinks: %v", name, generation, got)
			}
		}
	}
}

// TestOldGuessesSayHowOldTheyAre: until enough is new, a prompt shows guesses of before.
func TestOldGuessesSayHowOldTheyAre(t *testing.T) {
	t.Parallel()
	c := chat(t, `{"stages":"joined"}`, func(c *session.Config) { c.Game.Rules, c.Game.RulesText = "reverse_turing", "" })
	c.says("bo", "hi")
	c.says("cy", "hello")
	s, _ := c.conclude(strings.Replace(plain, "hm ok", "i think that bo is it", 1), checked)
	shown := func(task string) string {
		return strings.Join((&contemplator{ReCon: c.r, view: c.View(), mind: readMind(c.View())}).prompt(c.View(), task).Parsed().List(sectionGuesses), "\n")
	}
	const guessed = "bo: suspicion 70 of 100. Because: answers late"
	for what, got := range map[string]string{"the same thought": strings.Join(parsed(t, s, taskCheck).List(sectionGuesses), "\n"), "no newer line": shown(taskThink)} {
		if got != guessed {
			t.Errorf("with %s it shows %q", what, got)
		}
	}
	c.says("cy", "so")
	if got := shown(taskThink); got != "These go up to line #2. Newer lines may say otherwise.\n"+guessed {
		t.Errorf("after a line it shows %q", got)
	}
}
