package session

import (
	"strings"
	"testing"
	"unicode"

	"ringer/engine/slowtest"
)

// TestSlipsLikePeople: one line in 25 has a slip, anywhere in a long word that is not a name. One
// slip in ten is corrected.
func TestSlipsLikePeople(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	slips, corrected, seen := 0, 0, map[string]bool{}
	for _, p := range paced(t, PaceHuman, Reply, "blue probably thinks 1234 of you") {
		if p.Meant == "" {
			continue
		}
		slips++
		seen[p.Text] = true
		if len(p.Rest) > 0 {
			corrected++
		}
		text, meant := strings.ToLower(p.Text), strings.ToLower(p.Meant) // some lines begin with a capital
		if !strings.HasPrefix(text, "blue ") || !strings.HasSuffix(text, " 1234 of you") || meant != "blue probably thinks 1234 of you" || !p.sameText(p.Meant) {
			t.Errorf("a slip: %q for %q", p.Text, p.Meant)
		}
	}
	if slips < 55 || slips > 105 || corrected < 2 || corrected > 20 {
		t.Errorf("%d of 2000 have a slip, %d are corrected", slips, corrected)
	}
	if len(seen) < 12 {
		t.Errorf("the slips are %v", seen)
	}
}

// TestTypedAsHere: most texts lose their first capital, nearly all their full stop, half of the
// bots their apostrophes. The pace of the papers, and older rules, leave a text alone.
func TestTypedAsHere(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	const text = "Maybe. I don't know, it isn't me."
	small, stops, marked := 0, 0, 0
	for _, p := range paced(t, PaceHuman, Reserve, text) {
		if unicode.IsLower(rune(p.Text[0])) {
			small++
		}
		if strings.HasSuffix(p.Text, ".") {
			stops++
		}
		if n := strings.Count(p.Text, "'"); n == 2 {
			marked++
		} else if n != 0 {
			t.Errorf("one apostrophe is left: %q", p.Text)
		}
	}
	if small < 1200 || small > 1460 || stops < 10 || stops > 60 || marked < 950 || marked > 1250 {
		t.Errorf("of 2000 %d begin small, %d end with a stop, %d have apostrophes", small, stops, marked)
	}
	for _, config := range []func(*Config){func(c *Config) { c.Pace = PacePaper }, func(c *Config) { c.Generation = 0 }} {
		for _, p := range pacedBy(t, config, Reserve, text) {
			if p.Text != text {
				t.Fatalf("it becomes %q", p.Text)
			}
		}
	}
}
