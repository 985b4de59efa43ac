package timing

import (
	"strings"
	"testing"
)

// TestWords follows Time to Talk §2, with at most ten seconds.
func TestWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		wpm  int
		want Millis
	}{
		{"", 60, 0},
		{"hi", 60, 1000},
		{"one two  three\nfour", 60, 4000},
		{"one two three four", 120, 2000},
		{"one", 45, 1333},
		{strings.Repeat("word ", 10), 60, 10_000},
		{strings.Repeat("word ", 40), 60, 10_000},
		{"one two", 10, 10_000},
	} {
		if got := Words(c.text, c.wpm); got != c.want {
			t.Errorf("Words(%q, %d) = %d, want %d", c.text, c.wpm, got, c.want)
		}
	}
}

// TestWithinTheBounds draws delays beyond the bounds again. What is within them stays.
func TestWithinTheBounds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		parts Delay
		u     float64
		want  Delay
	}{
		{Delay{Reading: 1000, Typing: 3000}, 0.5, Delay{Reading: 1000, Typing: 3000}},
		{Delay{}, 0, Delay{Jitter: 801}},
		{Delay{Typing: 500}, 0.5, Delay{Typing: 500, Jitter: 701}},
		{Delay{Typing: 3000, Jitter: 40_000}, 0, Delay{Typing: 3000, Jitter: 26_999}},
		{Delay{Typing: 3000, Jitter: 27_000}, 0.5, Delay{Typing: 3000, Jitter: 19_499}},
		{Delay{Reading: 2000, Thinking: 1000, Typing: 62_500}, 0.2, Delay{Typing: 26_999}},
	} {
		if got := c.parts.Within(c.u); got != c.want {
			t.Errorf("%+v becomes %+v, want %+v", c.parts, got, c.want)
		}
	}
}

func TestTotalIsBounded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		parts Delay
		want  Millis
	}{
		{Delay{}, MinDelay},
		{Delay{Typing: 500}, MinDelay},
		{Delay{Reading: 1000, Thinking: 200, Typing: 3000, Jitter: -400}, 3800},
		{Delay{Thinking: 40_000}, MaxDelay},
	} {
		if got := c.parts.Total(); got != c.want {
			t.Errorf("%+v takes %d, want %d", c.parts, got, c.want)
		}
	}
}

// TestMeanwhile: a delay that is typed meanwhile has no bounds, as in FourMind's Algorithm 1.
func TestMeanwhile(t *testing.T) {
	t.Parallel()
	for _, typing := range []Millis{100, 40 * Second} {
		if got := (Delay{Typing: typing, Meanwhile: true}).Total(); got != typing {
			t.Errorf("%d ms of typing take %d ms", typing, got)
		}
	}
}
