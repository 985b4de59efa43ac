package arena

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/strategy"
)

// fakeJudge answers each question with one letter, and keeps what it was shown.
type fakeJudge struct {
	better func(a, b string) string
	mu     sync.Mutex // protects seen
	seen   []string
}

// Asker implements Judge.
func (j *fakeJudge) Asker(prompt.Caller) prompt.Asker { return j }

// Ask implements prompt.Asker.
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
func talked(judge Judge) (*Contest, []*Game) {
	c := &Contest{Settings: &Settings{Rules: "mafia", Parallel: 2, JudgePairs: 10, JudgeName: "fake", Judge: judge}}
	c.variants = []strategy.Variant{{Name: "recon"}, {Name: "scheduler"}}
	var games []*Game
	for i, order := range [][2]string{{"recon", "scheduler"}, {"scheduler", "recon"}} {
		g := &Game{bout: bout{Number: i + 1, Seed: 7, Arrangement: i}, Lines: []Line{{Text: "Day 1.", Phase: "day"}}}
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

// TestJudge: the variant whose speech is better in both orders is preferred.
func TestJudge(t *testing.T) {
	t.Parallel()
	j := &fakeJudge{better: func(a, _ string) string {
		if strings.Contains(a, "because") {
			return "A"
		}
		return "B"
	}}
	c, games := talked(j)
	s, err := c.judge(t.Context(), games, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
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

// TestJudgementsAreKept: the same judge is not asked again, and another one is.
func TestJudgementsAreKept(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "games.jsonl")
	for _, run := range []struct {
		name  string
		pairs int
		asked int
	}{{"one", 2, 4}, {"one", 10, 2}, {"one", 10, 0}, {"two", 10, 6}} {
		j := &fakeJudge{better: func(string, string) string { return "B" }}
		c, games := talked(j)
		c.Out, c.JudgeName, c.JudgePairs = out, run.name, run.pairs
		s, err := c.judge(t.Context(), games, func(int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		if len(j.seen) != run.asked || s.Pairs != min(run.pairs, 3) || s.Failed > 0 {
			t.Errorf("%+v: asked %d times: %+v", run, len(j.seen), s)
		}
	}
}

// TestBiasedJudge: a judge that always prefers what it is shown first says nothing.
func TestBiasedJudge(t *testing.T) {
	t.Parallel()
	c, games := talked(&fakeJudge{better: func(string, string) string { return "A" }})
	s, err := c.judge(t.Context(), games, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Preferences {
		p := &s.Preferences[i]
		if share, low, high := p.Share(); share != 0.5 || low >= share || high <= share || p.Split != p.Pairs {
			t.Errorf("%+v: %v, %v–%v", p, share, low, high)
		}
	}
	printSpeech(io.Discard, s)
}

// TestNothingToJudge: an error says why there are no pairs.
func TestNothingToJudge(t *testing.T) {
	t.Parallel()
	c, games := talked(&fakeJudge{})
	games[1].Seed = 8
	if _, err := c.judge(t.Context(), games, func(int, int) {}); err == nil || !strings.Contains(err.Error(), "play more games") {
		t.Error(err)
	}
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
