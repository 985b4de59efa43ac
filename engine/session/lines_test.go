package session

import (
	"strings"
	"testing"

	"ringer/engine/mouth"
	"ringer/engine/slowtest"
	"ringer/engine/timing"
)

func paced(t *testing.T, pace Pace, kind PlanKind, text string) (plans []Plan) {
	t.Helper()
	return pacedBy(t, func(c *Config) { c.Pace = pace }, kind, text)
}

// pacedBy returns the plans that 2,000 seeds make of a text, after a greeting.
func pacedBy(t *testing.T, config func(*Config), kind PlanKind, text string) (plans []Plan) {
	t.Helper()
	for seed := range int64(2000) {
		s := beginning(t, "ses_a", scripted{}, func(c *Config) { c.Seed = &seed })
		config(&s.Config)
		s.Apply(Event{Seq: s.Seq + 1, At: s.Clock.Wall(s.Now + 1000), Data: &MessageReceived{Post: Post{Sender: "blue", Text: "hi", Kind: FromPlayer}}})
		c := &Candidate{Kind: kind, Class: ClassCognition, Parts: []PlanPart{{Text: text, Timing: timing.Delay{Typing: 3000}}}}
		d := &decider{s: s, strategy: scripted{}, now: s.Now}
		d.propose(&ThoughtCompleted{Kind: "turn"}, Thought{Want: Want{Kind: "turn", BasedOn: s.Seq}}, s.Now, c)
		plans = append(plans, *d.s.Plan)
	}
	return plans
}

// TestTwoLines: a reply with a place to cut becomes two lines in nine of ten sessions.
func TestTwoLines(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	two := 0
	for _, p := range paced(t, PaceHuman, Reply, "im from linz, you?") {
		if len(p.Lines()) == 2 {
			two++
			if !strings.EqualFold(p.Lines()[0], "im from linz") || p.Lines()[1] != "you?" {
				t.Fatalf("it sends %q", p.Lines())
			}
		}
	}
	if two < 1740 || two > 1860 {
		t.Errorf("%d of 2000 are two lines", two)
	}
	for _, p := range append(paced(t, PacePaper, Reply, "im from linz, you?"), paced(t, PaceHuman, Reserve, "im from linz, you?")...) {
		if len(p.Rest) > 0 {
			t.Fatalf("a %s becomes %q", p.Kind, p.Lines())
		}
	}
}

// TestSlip: in a session of older rules one line in 200 has two letters changed, and the next line
// is the word.
func TestSlip(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	const text = "Blue probably is"
	slips := 0
	for _, p := range pacedBy(t, func(c *Config) { c.Pace, c.Generation = PaceHuman, 0 }, Reply, text) {
		if p.Meant == "" {
			if p.Text != text || len(p.Rest) > 0 {
				t.Fatalf("without a slip: %q", p.Lines())
			}
			continue
		}
		slips++
		if p.Text != "Blue porbably is" && p.Text != "Blue prboably is" && p.Text != "Blue proabbly is" || p.Meant != text || len(p.Rest) != 1 || p.Rest[0].Text != "*probably" || !p.sameText(text) {
			t.Fatalf("a slip: %q for %q, then %+v", p.Text, p.Meant, p.Rest)
		}
	}
	if slips < 3 || slips > 25 {
		t.Errorf("%d of 2000 have a slip", slips)
	}
	for _, p := range append(paced(t, PacePaper, Reply, text), paced(t, PaceHuman, Reply, "Blue 12345 ok")...) {
		if p.Meant != "" {
			t.Fatalf("%q has a slip", p.Meant)
		}
	}
}

// TestInTwo shows where a text is cut.
func TestInTwo(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"im from leeds, you?":   "im from leeds|you?",
		"no idea. you tell me!": "no idea.|you tell me!",
		"well, no":              "", // one word is not a line
		"its 3,5 degrees":       "",
		`he said "no, never"`:   "",
		"i said so":             "",
		"a b, c d, e f":         "a b, c d|e f",
		"maybe so, but who would ever think of it like that": "",
		"ask Dr. Who then":              "",
		"what? you sure about that one": "",
		"ich bin aus linz, und du":      "ich bin aus linz|und du",
	} {
		first, second, ok := mouth.InTwo(text, 2)
		if got := strings.Trim(first+"|"+second, "|"); ok != (want != "") || got != want {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

func TestInOneLine(t *testing.T) {
	t.Parallel()
	for want, parts := range map[string][]string{
		"":                          nil,
		"here, was distracted":      {"here", "was distracted"},
		"really? wow! ok. same, me": {"really?", "wow!", "ok.", "same", "me"},
	} {
		if got := InOneLine(parts); got != want {
			t.Errorf("%q in one line: %q, want %q", parts, got, want)
		}
	}
}
