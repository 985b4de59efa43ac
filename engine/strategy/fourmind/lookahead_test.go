package fourmind

import (
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// continuationBy returns the answer of a simulation that begins with a player's message.
func continuationBy(sender, text string) string {
	return `{"messages":[{"sender":"` + sender + `","text":"` + text + `"}]}`
}

// runThought runs one thought and returns its outcome, the mind and the questions.
func runThought(t *testing.T, c *fixture, options string, w session.Want, answers ...string) (session.Conclusion, mind, *sessiontest.Script) {
	t.Helper()
	f, s := fourMind(t, options), &sessiontest.Script{Answers: answers}
	found := sessiontest.Must(f.Think(t.Context(), c.View(), w, s))(t)
	out := c.conclude(f, w, found)
	return out, readMind(c.View()), s
}

// night is a phase in which only Red and Blue may write, in a channel of their own.
func night(c *session.Config) {
	c.Game.Channels = []session.Channel{{ID: "den", Members: []string{"red", "blue"}}}
	c.Game.Phases = []session.Phase{{ID: "day"}, {ID: "night", Speakers: []string{"red", "blue"}, Channel: "den"}}
	c.Game.Phase = "night"
}

func TestWhoMayNotWriteIsNotSimulated(t *testing.T) {
	t.Parallel()
	c := newSession(t, "red", 1, night)
	c.Tell(1000, &session.MessageReceived{Post: session.Post{Sender: "blue", Text: "red, shall we take green?", Kind: session.FromPlayer, Channel: "den"}})
	p := fourMind(t, `{"simulated":3}`).lookaheadPrompt(ahead{view: c.View()}).Parsed()
	if want := "\nOnly these may write: \"Red\", \"Blue\"\n"; !strings.Contains(p.Text(sectionAhead), want) {
		t.Fatalf("it says %q", p.Text(sectionAhead))
	}
	first := 0
	for seed := range uint64(50) {
		m := Skills()[taskLookahead](p, source(seed)).(lookaheadAnswer).Messages
		for _, x := range m {
			if x.Sender != "Red" && x.Sender != "Blue" {
				t.Errorf("seed %d: %s writes", seed, x.Sender)
			}
		}
		if m[0].Sender == "Red" {
			first++
		}
	}
	if first < 40 {
		t.Errorf("asked by its partner, the bot answers %d times of 50", first)
	}
}

func TestNobodyReceivesWhatTheyDoNotSee(t *testing.T) {
	t.Parallel()
	c := newSession(t, "red", 1, night)
	c.Tell(1000, &session.MessageReceived{Post: session.Post{Sender: "blue", Text: "shall we take green?", Kind: session.FromPlayer, Channel: "den"}})
	out := c.conclude(fourMind(t, `{}`), session.Want{Kind: kindAnalysis, BasedOn: 2}, analysisAnswer{[]analysis{{Number: 1, Receivers: []string{"Red", "Green"}}}})
	if got := out.Annotations[0].Receivers; len(got) != 1 || got[0] != "red" {
		t.Errorf("received by %v", got)
	}
}

func TestLookahead(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		options string
		answers []string
		text    string // of the candidate, "" for none
		urge    float64
	}{
		"TheBotIsFirst":              {`{}`, []string{continuationBy("Red", "hi all")}, "hi all", 1},
		"SomebodyElseIs":             {`{}`, []string{continuationBy("Blue", "hi all")}, "", 0},
		"NamesInAnyCase":             {`{}`, []string{continuationBy(" RED", "hi all")}, "hi all", 1},
		"AnUnknownSenderIsNotTheBot": {`{}`, []string{continuationBy("Redd", "hi all")}, "", 0},
		"NorIsAPartOfItsName":        {`{}`, []string{continuationBy("Re", "hi all")}, "", 0},
		"NobodyIs":                   {`{}`, []string{`{"messages":[]}`}, "", 0},
		"NothingIsSaid":              {`{}`, []string{continuationBy("Red", " ")}, "", 0},
		"OnlyTheFirstCounts":         {`{"simulated":2}`, []string{`{"messages":[{"sender":"Blue","text":"so"},{"sender":"Red","text":"what"}]}`}, "", 0},
		"OnePlayerTwice":             {`{"simulated":2}`, []string{`{"messages":[{"sender":"Red","text":"so"},{"sender":"Red","text":"what"}]}`}, "so", 1},
		"OnePathOfThreeIsTooFew":     {`{"paths":3}`, []string{continuationBy("Blue", "a"), continuationBy("Red", "b"), continuationBy("Green", "c")}, "", 1. / 3},
		"TwoOfThreeAreEnough":        {`{"paths":3}`, []string{continuationBy("Blue", "a"), continuationBy("Red", "b"), continuationBy("Red", "c")}, "b", 2. / 3},
		"HalfOfThemByDefault":        {`{"paths":2}`, []string{continuationBy("Red", "a"), continuationBy("Blue", "b")}, "a", 0.5},
		"AHigherThreshold":           {`{"paths":2,"speak_threshold":0.6}`, []string{continuationBy("Red", "a"), continuationBy("Blue", "b")}, "", 0.5},
		"OneThatFailsIsLeftOut":      {`{"paths":3}`, []string{continuationBy("Red", "a"), continuationBy("Blue", "b")}, "a", 0.5},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newSession(t, "red", 1)
			c.Say(1000, "blue", "hi")
			out, m, _ := runThought(t, c, x.options, session.Want{Kind: kindLookahead, BasedOn: c.State.Seq}, x.answers...)
			text, spoken := "", 0
			if out.Candidate != nil {
				text, spoken = out.Candidate.Parts[0].Text, 1
			}
			if text != x.text || out.Urge == nil || *out.Urge != x.urge {
				t.Errorf("candidate %q, urge %v", text, out.Urge)
			}
			if m.Lookaheads != 1 || m.Last.Urge != x.urge || len(m.Last.Continuations) != len(x.answers) || m.Spoken != spoken {
				t.Errorf("mind %+v", m)
			}
		})
	}
	sessiontest.Cases(t, func(t *testing.T) *fixture { return newSession(t, "red", 1) }, map[string]func(*testing.T, *fixture){
		"NothingAtAllIsAFailure": func(t *testing.T, c *fixture) {
			c.Say(1000, "blue", "hi")
			if found, err := fourMind(t, `{"paths":3}`).Think(t.Context(), c.View(), session.Want{Kind: kindLookahead}, &sessiontest.Script{}); err == nil {
				t.Errorf("found %+v", found)
			}
		},
		"OnePathOnTheLeanOne": func(t *testing.T, c *fixture) {
			c.Say(1000, "blue", "hi")
			c.Tell(1000, &session.StrategyDegraded{PathChange: session.PathChange{From: session.PathFull, To: pathLean}})
			if _, _, s := runThought(t, c, `{"paths":3}`, session.Want{Kind: kindLookahead}, continuationBy("Red", "a"), continuationBy("Red", "b")); len(s.Asked) != 1 {
				t.Errorf("%d simulations", len(s.Asked))
			}
		},
		"TheMindShowsTheBeginningOfWhatWasForeseen": func(t *testing.T, c *fixture) {
			long := `{"messages":[` + strings.Repeat(`{"sender":"nobody","text":"`+strings.Repeat("ä", 5000)+`"},`, 50) + `{"sender":"Red","text":"x"}]}`
			out, m, _ := runThought(t, c, `{"paths":5,"simulated":5}`, session.Want{Kind: kindLookahead}, long, long, long, long, long)
			if len(out.Mind) > session.MaxMind/2 || len(m.Last.Continuations[0]) != maxSimulated || m.Last.Continuations[0][0].Player != "" {
				t.Errorf("a mind of %d bytes", len(out.Mind))
			}
		},
	})
}

func TestSilence(t *testing.T) {
	t.Parallel()
	w := session.Want{Kind: kindSilence, Silence: true}
	sessiontest.Cases(t, func(t *testing.T) *fixture { return newSession(t, "red", 1) }, map[string]func(*testing.T, *fixture){
		"TheBotIsToldThatItIsFirst": func(t *testing.T, c *fixture) {
			out, m, s := runThought(t, c, `{"paths":3}`, w, continuationBy("Red", "hey, anybody"))
			p, err := prompt.Parse(s.Asked[0].Render())
			if err != nil || !strings.HasPrefix(p.Text(sectionAhead), "The first is by: \"Red\"\n") || len(s.Asked) != 1 {
				t.Errorf("asked %d times, %v: %q", len(s.Asked), err, p.Text(sectionAhead))
			}
			if out.Candidate == nil || len(out.Candidate.Parts) != 2 || out.Candidate.Class != session.ClassReserve || out.Urge != nil || !m.Last.Silence {
				t.Errorf("%+v", out)
			}
			// The paper's own bot sends such messages without a typing time.
			for _, part := range out.Candidate.Parts {
				if part.Timing.Typing == 0 || part.Timing.Thinking == 0 {
					t.Errorf("%q is written in no time: %+v", part.Text, part.Timing)
				}
			}
		},
		"NothingIsSaidIntoASilenceThatIsOver": func(t *testing.T, c *fixture) {
			f := fourMind(t, `{}`)
			found := sessiontest.Must(f.Think(t.Context(), c.View(), w, &sessiontest.Script{Answers: []string{continuationBy("Red", "hey")}}))(t)
			c.Say(12_000, "blue", "hi")
			if out := f.Conclude(c.View(), w, found); out.Candidate != nil {
				t.Errorf("%+v", out.Candidate)
			}
		},
		"ThoughtAgainAnybodyMayBeFirst": func(t *testing.T, c *fixture) {
			c.Say(1000, "blue", "hi")
			out, _, s := runThought(t, c, `{}`, session.Want{Kind: kindSilence, BasedOn: c.State.Seq}, continuationBy("Blue", "so"))
			if p, _ := prompt.Parse(s.Asked[0].Render()); strings.Contains(p.Text(sectionAhead), "The first is by: ") || out.Candidate != nil {
				t.Errorf("%q, %+v", p.Text(sectionAhead), out.Candidate)
			}
		},
	})
}

func TestConcludesAnalyses(t *testing.T) {
	t.Parallel()
	c := newSession(t, "red", 1)
	c.Say(1000, "gm", "go")
	c.Say(2000, "blue", "green you are odd")
	c.Say(3000, "red", "true")
	answer := `{"analyses":[
		{"number":2,"receivers":["GREEN","Green","Blue","Nobody"],"facts":"calls Green odd","self_revelation":"","relationship":"mocks Green","appeal":"explain yourself"},
		{"number":2,"receivers":[],"facts":"again"},{"number":1,"receivers":["Red"],"facts":"of the game master"},{"number":99,"facts":"x"},
		{"number":3,"receivers":["Blue"],"facts":"agrees"}]}`
	out, m, s := runThought(t, c, byAnalyst, session.Want{Kind: kindAnalysis, BasedOn: c.State.Seq}, answer)
	if len(s.Asked) != 1 || len(out.Annotations) != 3 || m.Analysed != 3 || len(m.Analyses) != 3 {
		t.Fatalf("%d asked, %+v", len(s.Asked), out.Annotations)
	}
	first := out.Annotations[0]
	if first.Seq != 3 || strings.Join(first.Receivers, " ") != "green" || len(first.Notes) != 3 ||
		first.Notes[1] != (session.Note{Label: labelRelationship, Text: "mocks Green"}) || out.Annotations[1].Seq != 2 ||
		strings.Join(out.Annotations[1].Receivers, " ") != "red" || out.Annotations[2].Seq != 4 {
		t.Errorf("%+v", out.Annotations)
	}
}
