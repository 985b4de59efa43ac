package fourmind

import (
	"reflect"
	"strings"
	"testing"

	"ringer/engine/session"
	"ringer/engine/timing"
)

func TestSplit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"hi":                            {"hi"},
		"well\n\nme too, yes":           {"well", "me too", "yes"},
		"nice, me too":                  {"nice", "me too"},
		"well,ok , lets see,what , now": {"well", "ok", "lets see", "what", "now"},
		", hm,, so, ":                   {"hm", "so"},
		"about 3,5 km, i think":         {"about 3,5 km", "i think"},
		"10,000 of them":                {"10,000 of them"},
		`she said "well, no", so`:       {`she said "well, no"`, "so"},
		"no (well, maybe), ok":          {"no (well, maybe)", "ok"},
		"*sighs, nods* no, ok":          {"*sighs, nods* no", "ok"},
		":( hm, no":                     {":( hm", "no"},
		`a 6" pipe, maybe`:              {`a 6" pipe`, "maybe"},
		"Redemption, bluebird, reddish": {"Redemption", "bluebird", "reddish"},
		"größe, ähnlich":                {"größe", "ähnlich"},
		`"hey, all"`:                    {"hey", "all"},
		`"`:                             {`"`},
		`""`:                            nil,
		" , ":                           nil,
		"":                              nil,
	} {
		if got := split(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q is split into %q, want %q", text, got, want)
		}
	}
}

// FuzzSplit: the parts have all words of the text in their order, and no others.
func FuzzSplit(f *testing.F) {
	f.Add(`a, b,3 "c, d", e`)
	f.Fuzz(func(t *testing.T, text string) {
		words := func(s string) []string { return strings.Fields(strings.NewReplacer(",", " ", `"`, " ").Replace(s)) }
		parts := split(text)
		if got := words(strings.Join(parts, " ")); !reflect.DeepEqual(got, words(text)) {
			t.Errorf("%q became %q", text, parts)
		}
		for _, p := range parts {
			if strings.TrimSpace(p) == "" {
				t.Errorf("%q has an empty part", text)
			}
		}
	})
}

// TestWrite: each part is a message with a keystroke time of its own, and its response time depends
// on the part before.
func TestWrite(t *testing.T) {
	t.Parallel()
	c := newSession(t, "red", 7)
	c.Say(1000, "blue", "where are you all from")
	w := session.Want{Kind: kindLookahead, BasedOn: c.State.Seq}
	parts := fourMind(t, `{}`).Write(c.View(), w, "linz, but born in steyr")
	draw := func(n int) float64 { return session.Draw(7, c.State.Seq, "keystroke:lookahead", n).NormFloat64() }
	want := []session.PlanPart{
		{Text: "linz", Timing: timing.FourMind(draw(0), "linz", "where are you all from")},
		{Text: "but born in steyr", Timing: timing.FourMind(draw(1), "but born in steyr", "linz")},
	}
	if !reflect.DeepEqual(parts, want) {
		t.Errorf("%+v, want %+v", parts, want)
	}
	if draw(0) == draw(1) {
		t.Error("both parts are typed alike")
	}
}

// TestSplitIsAnOption: at commas as in the paper, or where people here do it, which the core knows.
func TestSplitIsAnOption(t *testing.T) {
	t.Parallel()
	v := newSession(t, "red", 1).View()
	for split, want := range map[string]int{splitComma: 3, splitSense: 1} {
		parts := fourMind(t, `{"split":"`+split+`"}`).Write(v, session.Want{Kind: kindLookahead}, "no, not me\nyou")
		if len(parts) != want {
			t.Errorf("%s: %+v", split, parts)
		}
		task := fourMind(t, `{"split":"`+split+`"}`).lookaheadPrompt(ahead{view: v}).Instruction
		if strings.Contains(task, commasText) != (split == splitComma) {
			t.Errorf("%s: the prompt says %q", split, task)
		}
	}
}
