package prompt_test

import (
	"slices"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// talk returns a room in which people have written lines of seven words.
func talk(t *testing.T, seed int64, blue float64) session.View {
	t.Helper()
	v := room(t, session.Config{Seed: &seed}, slices.Repeat([]int{7}, 9), nil, 0)
	v.Sums = map[string]float64{"blue": blue, "green": 0}
	return v
}

// initiative returns how many percent of the lines of four words and more ask, come back to a
// doubt, and drop something in, in 300 sessions. No shorter line may do so.
func initiative(t *testing.T, change func(*session.View), mayAsk, mayName bool) (asks, doubts, asides int) {
	t.Helper()
	long := 0
	for seed := range int64(300) {
		v := talk(t, seed, 5)
		change(&v)
		p := prompt.Prompt{Task: "t", Sections: append(prompt.Initiative(v, mayAsk, mayName), prompt.Style(v)...)}.Parsed()
		text := p.Text(prompt.SectionInitiative)
		switch {
		case p.Words() < 4 && text != "":
			t.Fatalf("a line of %d words is to %q", p.Words(), text)
		case p.Words() < 4:
			continue
		case strings.HasPrefix(text, "Ask"):
			asks++
		case strings.HasPrefix(text, "Drop"):
			asides++
		case text != "":
			doubts++
		}
		long++
	}
	return 100 * asks / long, 100 * doubts / long, 100 * asides / long
}

func TestInitiativeIsDrawn(t *testing.T) {
	t.Parallel()
	none := func(*session.View) {}
	for name, c := range map[string]struct {
		change               func(*session.View)
		mayAsk, mayName      bool
		asks, doubts, asides int // percent
	}{
		"All":         {none, true, true, 28, 25, 19},
		"HasAsked":    {none, false, true, 0, 25, 19},
		"HasNamed":    {none, true, false, 37, 0, 25},
		"NobodyLeads": {func(v *session.View) { v.Sums = nil }, true, true, 37, 0, 25},
		"IsCalled":    {func(v *session.View) { v.Messages[len(v.Messages)-1].Addressed = true }, true, true, 0, 0, 0},
	} {
		asks, doubts, asides := initiative(t, c.change, c.mayAsk, c.mayName)
		for what, n := range map[string][2]int{"ask": {asks, c.asks}, "doubt": {doubts, c.doubts}, "drop something in": {asides, c.asides}} {
			if got, want := n[0], n[1]; max(got-want, want-got) > 8 || (got > 0) != (want > 0) {
				t.Errorf("%s: %d %% of the lines %s, want %d", name, got, what, want)
			}
		}
	}
}

func TestDoubt(t *testing.T) {
	t.Parallel()
	const doubted = `"Blue" for now. Say so if you are asked, or others doubt this player too.`
	for name, c := range map[string]struct {
		blue    float64
		accused session.Accusations
		want    string
	}{
		"Leads":   {5, session.Accusations{}, doubted},
		"Hardly":  {1, session.Accusations{}, ""},
		"Silent":  {-5, session.Accusations{}, ""}, // Green leads, and has written nothing
		"Accused": {5, session.Accusations{Player: "blue", Made: "vot_1"}, ""},
		"Planned": {-5, session.Accusations{Planned: &session.Accusation{Player: "blue"}}, doubted},
		"Gone":    {5, session.Accusations{Player: "yellow", Made: "vot_1"}, ""},
	} {
		v := talk(t, 1, c.blue)
		v.Accused = c.accused
		if got := (prompt.Prompt{Task: "t", Sections: prompt.Doubt(v)}).Parsed().Text(prompt.SectionDoubt); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
