package recon

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// The answers of a model.
const (
	guessed    = `{"players":[{"name":"bo","reason":"was on the failed quest","words":"evil","role":"Morgana","certainty":"unknown","suspicion":70}]}`
	formulated = `{"goal":"get bo off the team","sub_goals":["doubt bo"],"deception":"bo pretends to be a servant","thought":"bo leads us on","text":"bo is morgana, i know it"}`
	read       = `{"readings":[{"role":"assassin","reads_it_as":"she knows too much"}],"gives_away":"i know it"}`
	refined    = `{"thought":"say it as a suspicion","text":"bo was on the failed team"}`
	spoken     = `{"text":"bo was on it"}`
	silent     = `{"text":" "}`
)

// TestCallsOfAContemplation: Algorithm 1, and what each switch leaves of it.
func TestCallsOfAContemplation(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		options string
		answers []string
		tasks   string
		speech  string
	}{
		"TheWholeContemplation":       {`{}`, []string{guessed, formulated, read, refined}, "first_order formulate second_order refine", "bo was on the failed team"},
		"WithoutFirstOrder":           {`{"first_order":"off"}`, []string{formulated, read, refined}, "formulate second_order refine", "bo was on the failed team"},
		"WithoutSecondOrder":          {`{"second_order":"off"}`, []string{guessed, formulated, refined}, "first_order formulate refine", "bo was on the failed team"},
		"WithoutBothTransitions":      {`{"first_order":"off","second_order":"off"}`, []string{formulated, refined}, "formulate refine", "bo was on the failed team"},
		"WithoutRefinement":           {`{"refinement":"off"}`, []string{guessed, formulated}, "first_order formulate", "bo is morgana, i know it"},
		"WithoutFormulation":          {`{"formulation":"off"}`, []string{spoken, read, refined}, "draft second_order refine", "bo was on the failed team"},
		"WithoutAnyContemplation":     {`{"formulation":"off","refinement":"off"}`, []string{spoken}, "draft", "bo was on it"},
		"AChainOfThought":             {`{"contemplation":"cot"}`, []string{refined}, "cot", "bo was on the failed team"},
		"PlainSpeaking":               {`{"contemplation":"vanilla"}`, []string{spoken}, "vanilla", "bo was on it"},
		"NoDraftIsNotRefined":         {`{}`, []string{guessed, `{"goal":"","sub_goals":[],"deception":"","thought":"","text":""}`}, "first_order formulate", ""},
		"NoDraftWithoutFormulation":   {`{"formulation":"off"}`, []string{silent}, "draft", ""},
		"RefinementMayEndWithSilence": {`{}`, []string{guessed, formulated, read, `{"thought":"better not","text":""}`}, "first_order formulate second_order refine", ""},
		"WithoutGuessesAndRefinement": {`{"first_order":"off","refinement":"off"}`, []string{formulated}, "formulate", "bo is morgana, i know it"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := servantGame(t, x.options)
			c.Say(1000, "bo", "hi")
			s, out := c.conclude(x.answers...)
			if got := strings.ReplaceAll(strings.Join(s.Tasks(), " "), "recon.", ""); got != x.tasks {
				t.Errorf("it asks %s", got)
			}
			speech := ""
			if out.Candidate != nil {
				speech = out.Candidate.Parts[0].Text
			}
			if speech != x.speech {
				t.Errorf("it says %q", speech)
			}
		})
	}
}

// The paper's baselines are the cheaper paths, and a baseline has only those below it.
func TestCheaperPaths(t *testing.T) {
	t.Parallel()
	for path, x := range map[string]struct{ answer, task string }{
		session.PathFull: {`{}`, "recon.first_order"}, "cot": {refined, "recon.cot"}, "vanilla": {spoken, "recon.vanilla"},
	} {
		c := servantGame(t, `{}`)
		c.Say(1000, "bo", "hi")
		c.Tell(1000, &session.StrategyDegraded{PathChange: session.PathChange{To: path}})
		s, _, _ := c.think(x.answer)
		if s.Tasks()[0] != x.task {
			t.Errorf("on the path %s it asks %v", path, s.Tasks())
		}
	}
	for options, want := range map[string]string{`{}`: "cot vanilla", `{"contemplation":"cot"}`: "vanilla", `{"contemplation":"vanilla"}`: ""} {
		if got := strings.Join(newReCon(t, options).CheaperPaths(), " "); got != want {
			t.Errorf("%s: the paths are %q", options, got)
		}
	}
}

// TestAStageThatFailsFailsTheThought: nothing that was not refined is ever said.
func TestAStageThatFailsFailsTheThought(t *testing.T) {
	t.Parallel()
	for n, task := range []string{"first_order", "formulate", "second_order", "refine"} {
		c := servantGame(t, `{}`)
		c.Say(1000, "bo", "hi")
		s, f, err := c.think([]string{guessed, formulated, read, refined}[:n]...)
		failed, ok := errors.AsType[*prompt.Error](err)
		if f != nil || !ok || failed.Code != prompt.AnswerUnreadable || !strings.HasPrefix(err.Error(), "recon."+task) || len(s.Asked) != n+1 {
			t.Errorf("%s fails: found %+v, %v after %v", task, f, err, s.Tasks())
		}
	}
}

// TestModelsOfTheTwoContemplations: "the initial versions of thoughts and spoken content […] using
// GPT-3.5", refinement "using GPT-4" (Table 5).
func TestModelsOfTheTwoContemplations(t *testing.T) {
	t.Parallel()
	c := servantGame(t, `{"formulation_role":"reflex","refinement_role":"decision"}`)
	c.Say(1000, "bo", "hi")
	s, _ := c.conclude(guessed, formulated, read, refined)
	var roles []string
	for _, p := range s.Asked {
		roles = append(roles, string(p.Role))
	}
	if got := strings.Join(roles, " "); got != "reflex reflex decision decision" {
		t.Errorf("it asks %s", got)
	}
	for options, answer := range map[string]string{`{"contemplation":"cot","formulation_role":"analysis"}`: refined, `{"contemplation":"vanilla","formulation_role":"analysis"}`: spoken} {
		c := servantGame(t, options)
		c.Say(1000, "bo", "hi")
		if s, _ := c.conclude(answer); s.Asked[0].Role != prompt.RoleAnalysis {
			t.Errorf("%s: it asks %s", options, s.Asked[0].Role)
		}
	}
}

// parsed reads a prompt back.
func parsed(t *testing.T, s *sessiontest.Script, task string) prompt.Parsed {
	t.Helper()
	i := slices.Index(s.Tasks(), task)
	if i < 0 {
		t.Fatalf("it asks %v, not %s", s.Tasks(), task)
	}
	p := sessiontest.Must(prompt.Parse(s.Asked[i].Render()))(t)
	return p
}

// TestWhatEachStageIsGiven: thinking knows the new guess (equation 3), the second order the draft
// (equation 5), and refinement thought, draft and readings (equation 6).
func TestWhatEachStageIsGiven(t *testing.T) {
	t.Parallel()
	c := servantGame(t, `{}`)
	c.Say(1000, "bo", "hi")
	s, _ := c.conclude(guessed, formulated, read, refined)
	guess, draft := "bo: morgana. Because: was on the failed quest", "bo is morgana, i know it"
	for task, want := range map[string][4]string{
		taskFirstOrder:  {"", "", "", ""},
		taskFormulate:   {guess, "", "", ""},
		taskSecondOrder: {guess, "Thought: bo leads us on", draft, ""},
		taskRefine:      {guess, "Thought: bo leads us on", draft, "assassin: she knows too much|It gives away: i know it"},
	} {
		p := parsed(t, s, task)
		for i, section := range []string{sectionGuesses, sectionThought, sectionDraft, sectionReads} {
			if got := strings.Join(p.List(section), "|"); want[i] == "" && got != "" || !strings.HasSuffix(got, want[i]) {
				t.Errorf("%s: %s: %q, want %q", task, section, got, want[i])
			}
		}
		if len(p.Transcript(prompt.SectionTranscript)) != 1 || p.Role() != "servant" {
			t.Errorf("%s does not show history and role", task)
		}
	}
}

// TestGuessesAreCarriedToTheNextRound: the next assumption builds on the last one (§3.1).
func TestGuessesAreCarriedToTheNextRound(t *testing.T) {
	t.Parallel()
	c := servantGame(t, `{}`)
	c.Say(1000, "bo", "hi")
	c.conclude(guessed, formulated, read, refined)
	c.Say(20_000, "cy", "well")
	s, _ := c.conclude(`{"players":[{"name":"cy","reason":"","words":"good","role":"a liar","certainty":"certain","suspicion":400},{"name":"ann","role":"merlin"},{"name":"nobody","role":"merlin"}]}`, formulated, read, refined)
	if got := parsed(t, s, taskFirstOrder).List(sectionGuesses); len(got) != 1 || !strings.HasPrefix(got[0], "bo: morgana.") {
		t.Errorf("the second round begins with %q", got)
	}
	m := readMind(c.View())
	if bo, cy := m.Guesses["bo"], m.Guesses["cy"]; len(m.Guesses) != 2 || bo.Role != "morgana" || bo.Certain || bo.Suspicion != 70 || cy != (guess{Role: "a liar", Certain: true, Words: "good", Suspicion: 100}) {
		t.Errorf("it keeps %+v", m.Guesses)
	}
	if m.Rounds != 2 || m.Spoke != 2 {
		t.Errorf("%d rounds, %d speeches", m.Rounds, m.Spoke)
	}
	c.Tell(30_000, &session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerLeft, Player: &session.Player{ID: "bo"}}})
	c.Say(31_000, "cy", "bye")
	c.conclude(`{"players":[]}`, formulated, read, refined)
	if m := readMind(c.View()); len(m.Guesses) != 1 || m.Guesses["cy"].Role != "a liar" {
		t.Errorf("after bo has left it keeps %+v", m.Guesses)
	}
}

// TestGuessesNameTheRolesOfTheGame: a role is written as the list of roles has it.
func TestGuessesNameTheRolesOfTheGame(t *testing.T) {
	t.Parallel()
	v := session.View{Config: session.Config{Game: session.Setting{RoleList: []string{"Merlin", "servant"}}}}
	for named, want := range map[string]string{" merlin": "Merlin", "SERVANT": "servant", "a  fool\n": "a fool", "": "", strings.Repeat("x", 50): strings.Repeat("x", roleChars)} {
		if got := roleNamed(v, named); got != want {
			t.Errorf("%q is %q", named, got)
		}
	}
}

// TestARevisedSpeechAnswersItsOwnLine: a speech about a newer question does not leave that open.
func TestARevisedSpeechAnswersItsOwnLine(t *testing.T) {
	t.Parallel()
	for text, number := range map[string]int64{
		`"answers":2,"text":"from tralee"`: 2, `"answers":0,"text":"from tralee"`: 0, `"answers":0,"text":"fine, you?"`: 1, `"answers":2,"text":"fine, you?"`: 2,
	} {
		c := chat(t, `{"first_order":"off","second_order":"off"}`)
		c.Say(1000, "bo", "ann how are you?")
		c.Say(2000, "cy", "ann where are you from?")
		v := c.View()
		m, _ := v.Numbered(number)
		_, out := c.conclude(`{"goal":"","sub_goals":[],"deception":"","thought":"","answers":1,"text":"fine, you?"}`, `{"thought":"",`+text+`}`)
		if got := out.Candidate.Answers; got != m.Seq {
			t.Errorf("%s answers %d, want %d", text, got, m.Seq)
		}
	}
}
