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

// TestSmallStartsAreAHabit: the mean of the bots is the room's rate, and each bot is near always or
// near never. Before generation 3 each line had the room's rate.
func TestSmallStartsAreAHabit(t *testing.T) {
	t.Parallel()
	const room, bots = 0.6, 2000
	sum, high := 0.0, 0
	for seed := range int64(bots) {
		d := &decider{s: &State{Config: Config{Generation: 3}, Seed: seed}}
		rate := d.smallStarts(room)
		if sum += rate; rate > 0.85 {
			high++
		} else if rate > 0.2 {
			t.Fatalf("a bot has the rate %.2f", rate)
		}
		if d.s.Config.Generation = 2; d.smallStarts(room) != room {
			t.Fatal("an older session has a habit")
		}
	}
	if mean := sum / bots; mean < 0.56 || mean > 0.64 || high < 1100 || high > 1300 {
		t.Errorf("the mean is %.3f, %d bots begin small", mean, high)
	}
}
