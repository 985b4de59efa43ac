package suspicion_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"ringer/engine/slowtest"
	"ringer/engine/suspicion"
)

// chat is a short game. Players are named in the lines.
func chat(red, blue string) []suspicion.Line {
	return []suspicion.Line{
		{Sender: red, Text: "hi", Gap: math.NaN()},
		{Sender: blue, Text: "Hello " + red + ", how are you doing today?", Gap: 4},
		{Sender: red, Text: "fine, and u " + strings.ToUpper(blue) + "?", Gap: 7},
		{Sender: blue, Text: "I'm doing well, thanks for asking.", Gap: 2},
		{Sender: red, Text: "hmm " + blue + "'s answer sounds like a bot", Gap: 9},
		{Sender: blue, Text: "I'm doing well, thanks for asking.", Gap: 1.5},
	}
}

func scores(names []string, lines []suspicion.Line) (all []float64) {
	r := suspicion.Embedded().Reader(names)
	for _, l := range lines {
		all = append(all, r.Score(l))
	}
	return all
}

func equal(t *testing.T, got, want []float64) {
	t.Helper()
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("line %d has the score %v, want %v", i, got[i], want[i])
		}
	}
}

func TestNamesDoNotMatter(t *testing.T) {
	t.Parallel()
	want := scores([]string{"Red", "Blue"}, chat("Red", "Blue"))
	for _, names := range [][2]string{{"Blue", "Red"}, {"player-1", "player-12"}, {"Maximilian of the Hill", "X"}, {"Änne", "小明"}, {"Red", "Red Fox"}} {
		t.Run(names[0]+" and "+names[1], func(t *testing.T) {
			t.Parallel()
			equal(t, scores(names[:], chat(names[0], names[1])), want)
		})
	}
}

func TestSendersAreOnlyKeys(t *testing.T) {
	t.Parallel()
	names := []string{"Red", "Blue"}
	lines := chat("Red", "Blue")
	want := scores(names, lines)
	for i := range lines {
		lines[i].Sender = map[string]string{"Red": "seat 9", "Blue": ""}[lines[i].Sender]
	}
	equal(t, scores(names, lines), want)
}

func TestOnlyWholeWordsAreNames(t *testing.T) {
	t.Parallel()
	alone := func(names []string, text string) float64 {
		return suspicion.Embedded().Reader(names).Alone(suspicion.Line{Text: text, Gap: math.NaN()})
	}
	for _, c := range []struct {
		text, other string
		same        bool
	}{
		{"i saw red there", "i saw Blue there", true},
		{"i saw RED's vote", "i saw blue's vote", true},
		{"i was bored there", "i was boblue there", false},
	} {
		if a, b := alone([]string{"Red", "Blue"}, c.text), alone([]string{"Red", "Blue"}, c.other); (a == b) != c.same {
			t.Errorf("%q has %v and %q has %v; the same: %v, want %v", c.text, a, c.other, b, a == b, c.same)
		}
	}
}

func TestLaterLinesDoNotMatter(t *testing.T) {
	t.Parallel()
	names := []string{"Red", "Blue"}
	lines := chat("Red", "Blue")
	want := scores(names, lines)
	for n := range lines {
		equal(t, scores(names, lines[:n]), want[:n])
	}
}

func TestAloneRemembersNothing(t *testing.T) {
	t.Parallel()
	names := []string{"Red", "Blue"}
	r := suspicion.Embedded().Reader(names)
	want := scores(names, chat("Red", "Blue"))
	var first []float64
	for i, l := range chat("Red", "Blue") {
		first = append(first, r.Alone(l))
		r.Because(l, nil)
		if got := r.Score(l); got != want[i] {
			t.Errorf("line %d has the score %v, want %v", i, got, want[i])
		}
		if again := r.Alone(l); again != first[i] {
			t.Errorf("line %d alone has %v, then %v", i, first[i], again)
		}
	}
}

func TestTimeMayBeUnknown(t *testing.T) {
	t.Parallel()
	r := suspicion.Embedded().Reader(nil)
	want := r.Alone(suspicion.Line{Text: "hello", Gap: math.NaN()})
	for _, gap := range []float64{-1, math.Inf(-1)} {
		if got := r.Alone(suspicion.Line{Text: "hello", Gap: gap}); got != want {
			t.Errorf("gap %v has %v, want %v as for NaN", gap, got, want)
		}
	}
}

func TestBecause(t *testing.T) {
	t.Parallel()
	r := suspicion.Embedded().Reader([]string{"Red"})
	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		r := suspicion.Embedded().Reader([]string{"Red"})
		l := suspicion.Line{Text: "I'm not sure what to make of Red's sudden claim, but it seems suspicious.", Gap: 3}
		reasons := r.Because(l, nil)
		if len(reasons) == 0 || len(reasons) > 3 {
			t.Errorf("%d reasons %q, want 1 to 3", len(reasons), reasons)
		}
		for _, reason := range reasons {
			if strings.Contains(reason, "Red") {
				t.Errorf("the reason %q names a player", reason)
			}
		}
		if again := r.Because(l, nil); !slices.Equal(again, reasons) {
			t.Errorf("%q, then %q", reasons, again)
		}
		if same := r.Because(suspicion.Line{Text: l.Text, Gap: -1}, []string{l.Text}); same != nil {
			t.Errorf("the others write the same, and still %q", same)
		}
		rest := r.Because(l, []string{"Well, sure.", "A claim?", "what?", "no idea", "ok"})
		for _, reason := range rest {
			if strings.Contains(reason, `"claim"`) || strings.Contains(reason, `"sure"`) {
				t.Errorf("the others have the word, and still %q", reason)
			}
		}
	})
	for _, text := range []string{"", "Red", "lol wat", strings.Repeat("word ", 5000)} {
		if reasons := r.Because(suspicion.Line{Text: text, Gap: 3}, nil); len(reasons) > 3 || r.Alone(suspicion.Line{Text: text, Gap: 3}) <= 0 && reasons != nil {
			t.Errorf("%.30q has the reasons %q", text, reasons)
		}
	}
}

func FuzzScore(f *testing.F) {
	for _, text := range []string{"", " ", "hi", "\x00\xff\ufffd\ue000", strings.Repeat("a", 100_000), "e\u0301 👩‍👩‍👧 \u202e", "'", "…’"} {
		f.Add(text, "Red", 1.0)
	}
	f.Add("hi", "", math.Inf(1))
	f.Add("red Red", "\xff", math.NaN())
	f.Fuzz(func(t *testing.T, text, name string, gap float64) {
		r := suspicion.Embedded().Reader([]string{name, "Blue"})
		l := suspicion.Line{Sender: name, Text: text, Gap: gap}
		for range 3 {
			for _, s := range []float64{r.Score(l), r.Alone(l)} {
				if !(math.Abs(s) <= 12) {
					t.Fatalf("the log-odds are %v, want at most 12", s)
				}
			}
		}
		r.Because(l, nil)
	})
}

func TestLongGames(t *testing.T) {
	t.Parallel()
	r := suspicion.Embedded().Reader([]string{"Red", "Blue"})
	lines := chat("Red", "Blue")
	n := 20_000
	if testing.Short() {
		n = 2_000
	}
	for i := range n {
		if s := r.Score(lines[i%len(lines)]); !(math.Abs(s) <= 12) {
			t.Fatalf("line %d has the log-odds %v, want at most 12", i, s)
		}
	}
}

// TestAllocations is not parallel, because it counts the allocations of the whole process.
func TestAllocations(t *testing.T) {
	slowtest.Skip(t) // the detector has the pools of regexp forget at random
	r := suspicion.Embedded().Reader([]string{"Red", "Blue"})
	lines := chat("Red", "Blue")
	if n := testing.AllocsPerRun(100, func() {
		for _, l := range lines {
			r.Score(l)
		}
	}); n != 0 {
		t.Errorf("%v allocations, want none once the buffers have grown", n)
	}
}

// BenchmarkScore scores lines of usual length. The target is 50 µs a line.
func BenchmarkScore(b *testing.B) {
	r := suspicion.Embedded().Reader([]string{"Red", "Blue"})
	lines := chat("Red", "Blue")
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		r.Score(lines[i%len(lines)])
	}
}
