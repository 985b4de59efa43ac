package contest

import (
	"context"
	"maps"
	"strings"
	"sync"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/strategy"
)

// fakeJudge answers each question with one letter, and keeps what it was shown.
type fakeJudge struct {
	better func(a, b string) string
	mu     sync.Mutex // protects seen
	seen   []string
}

func (j *fakeJudge) Asker(prompt.Caller) prompt.Asker { return j }

func (j *fakeJudge) Ask(_ context.Context, p prompt.Prompt, answer any) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	r := p.Render()
	j.seen = append(j.seen, r.System+r.User)
	x := j.better(p.Parsed().Text(speechA), p.Parsed().Text(speechB))
	*answer.(*verdict) = verdict{x, x, x, x, x, x}
	return nil
}

// talked returns a contest of two games of one deal, in which the variants have changed seats. By
// night only Ann speaks.
func talked() (*Contest, []*Game) {
	c := &Contest{Settings: &Settings{Rules: "mafia"}}
	c.Variants = []strategy.Variant{{Name: "recon"}, {Name: "scheduler"}}
	var games []*Game
	for i, order := range [][2]string{{"recon", "scheduler"}, {"scheduler", "recon"}} {
		g := &Game{Bout: Bout{Number: i + 1, Seed: 7, Arrangement: i}, Lines: []Line{{Text: "Day 1.", Phase: "day"}}}
		for seat, name := range []string{"Ann", "Bob"} {
			g.Seats = append(g.Seats, Seat{ID: name, Name: name, Role: "bystander", Variant: order[seat], Private: "You know nobody."})
			text := "no idea"
			if order[seat] == "recon" {
				text = "bob lied because the vote was his"
			}
			g.Lines = append(g.Lines, Line{Sender: name, Phase: "day", Text: text})
		}
		g.Lines = append(g.Lines, Line{Sender: "Ann", Phase: "night", Channel: "den", Turn: 1, Text: "hidden"})
		games = append(games, g)
	}
	return c, games
}

// judge returns a judge that asks this model about ten pairs at most, and forgets.
func (j *fakeJudge) judge() Judge {
	return Judge{
		Model: j, Name: "fake", Pairs: 10, Parallel: 2, Known: func(Place) (x Judgement, ok bool) { return x, false }, Keep: func(Judgement) {}, Show: func(int, int) {},
	}
}

// TestJudge: the variant whose speech is better in both orders is preferred.
func TestJudge(t *testing.T) {
	t.Parallel()
	j := &fakeJudge{better: func(a, _ string) string {
		if strings.Contains(a, "because") {
			return "A"
		}
		return "B"
	}}
	c, games := talked()
	s := sessiontest.Must(c.Compare(t.Context(), games, j.judge()))(t)
	// Both spoke by day. By night Ann says the same in both games.
	if s.Pairs != 3 || len(j.seen) != 6 || len(s.Preferences) != len(measures) {
		t.Fatalf("%d prompts: %+v", len(j.seen), s)
	}
	if p := s.Preferences[0]; p.First != "recon" || p.Pairs != 3 || p.Split != 1 || p.Points != 2.5 {
		t.Errorf("%+v", p)
	}
	for _, text := range j.seen {
		if strings.Contains(text, "recon") || strings.Contains(text, "scheduler") || !strings.Contains(text, "You know nobody.") {
			t.Errorf("the judge is not blind, or does not know the role:\n%s", text)
		}
	}
}

// TestJudgementsAreKept: the same judge is not asked again about a pair.
func TestJudgementsAreKept(t *testing.T) {
	t.Parallel()
	known := map[Place]Judgement{}
	for _, run := range []struct{ pairs, asked int }{{2, 4}, {10, 2}, {10, 0}} {
		j := &fakeJudge{better: func(string, string) string { return "B" }}
		c, games := talked()
		by, before := j.judge(), maps.Clone(known)
		by.Pairs = run.pairs
		by.Known = func(at Place) (Judgement, bool) { x, ok := before[at]; return x, ok }
		by.Keep = func(x Judgement) { known[x.Place] = x }
		s := sessiontest.Must(c.Compare(t.Context(), games, by))(t)
		if len(j.seen) != run.asked || s.Pairs != min(run.pairs, 3) || s.Failed > 0 {
			t.Errorf("of %d pairs: asked %d times, want %d; compared %d, failed %d", run.pairs, len(j.seen), run.asked, s.Pairs, s.Failed)
		}
	}
}

// TestBiasedJudge: a judge that always prefers what it is shown first says nothing.
func TestBiasedJudge(t *testing.T) {
	t.Parallel()
	c, games := talked()
	j := &fakeJudge{better: func(string, string) string { return "A" }}
	s := sessiontest.Must(c.Compare(t.Context(), games, j.judge()))(t)
	for i := range s.Preferences {
		p := &s.Preferences[i]
		if share, low, high := p.Share(); share != 0.5 || low >= share || high <= share || p.Split != p.Pairs {
			t.Errorf("%+v: %v, %v–%v", p, share, low, high)
		}
	}
}

func TestNothingToJudge(t *testing.T) {
	t.Parallel()
	c, games := talked()
	j := &fakeJudge{}
	games[1].Seed = 8
	_, err := c.Compare(t.Context(), games, j.judge())
	sessiontest.Fails(t, err, "play more games")
}

// TestSpeech: a night talk shows only what its player saw.
func TestSpeech(t *testing.T) {
	t.Parallel()
	g := &Game{Seats: []Seat{{ID: "Ann"}, {ID: "Bob"}}, Lines: []Line{
		{Sender: "Bob", Text: "hi"}, {Sender: "Bob", Channel: "den", Turn: 1, Text: "secret"}, {Sender: "Ann", Turn: 2, Text: "morning"}, {Sender: "Bob", Turn: 2, Text: "hm"},
		{Sender: "Ann", Turn: 2, Text: "and you?", At: session.Millis(9000)},
	}}
	s, ok := g.speech(&g.Seats[0], 2)
	if !ok || s.text() != "morning\nand you?" || len(s.before) != 1 || s.before[0].Text != "hi" {
		t.Errorf("%v: %q after %+v", ok, s.text(), s.before)
	}
	if _, ok := g.speech(&g.Seats[0], 0); ok {
		t.Error("Ann said nothing in the first turn")
	}
}
