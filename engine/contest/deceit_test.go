package contest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ringer/engine/deceit"
	"ringer/engine/prompt"
	"ringer/engine/sessiontest"
)

// marking returns two games whose lines have minds. Scheduler's line is marked by rule.
func marking() (*Contest, []*Game) {
	c, games := talked()
	for _, g := range games {
		for i := range g.Seats {
			g.Seats[i].Side = "town"
		}
		for i := range g.Lines {
			if l := &g.Lines[i]; l.Sender != "" {
				l.Mind = &deceit.Mind{Role: "bystander", Known: map[string]string{"Bob": "good"}, Suspicion: map[string]float64{"Bob": 0.25}, Beliefs: []string{"Trusts nobody."}}
				if l.Text == "no idea" {
					l.Marks = []deceit.Mark{{Kind: deceit.Omission, Against: deceit.Belief, By: deceit.ByRule}}
				}
			}
		}
	}
	return c, games
}

// TestDeceits: a row for each variant counts its public lines.
func TestDeceits(t *testing.T) {
	t.Parallel()
	c, games := marking()
	rows := c.Summarize(t.Context(), games).Deceits
	want := "[{town recon rule {2 0 map[] 0}} {town scheduler rule {2 2 map[omission:2] 2}}]"
	if got := fmt.Sprint(rows); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// lineJudge finds a lie where a line gives a reason, and keeps what it was shown.
type lineJudge struct{ seen []string }

func (j *lineJudge) Asker(prompt.Caller) prompt.Asker { return j }

func (j *lineJudge) Ask(_ context.Context, p prompt.Prompt, answer any) error {
	r := p.Render()
	j.seen = append(j.seen, r.System+r.User)
	v := lineVerdict{Kind: honest}
	if strings.Contains(p.Parsed().Text(sectionLine), "because") {
		v = lineVerdict{"It invents a lie.", deceit.Fabrication}
	}
	*answer.(*lineVerdict) = v
	return nil
}

func (j *lineJudge) judge(known map[LineAt]LineJudgement, lines int) Judge {
	return Judge{
		Model: j, Name: "fake", Lines: lines, KnownLine: func(at LineAt) (LineJudgement, bool) { x, ok := known[at]; return x, ok },
		KeepLine: func(x LineJudgement) { known[x.LineAt] = x }, Show: func(int, int) {},
	}
}

// TestMarkLines: the judge sees the mind and no variant, is asked once about a line, and its marks
// stand beside those of the rules.
func TestMarkLines(t *testing.T) {
	t.Parallel()
	known := map[LineAt]LineJudgement{}
	for _, run := range []struct{ lines, asked, judged int }{{1, 2, 2}, {10, 2, 4}, {10, 0, 4}} {
		j := &lineJudge{}
		c, games := marking()
		s := c.Summarize(t.Context(), games)
		sessiontest.NoError(t, c.MarkLines(t.Context(), games, j.judge(known, run.lines), s))
		if len(j.seen) != run.asked || s.Marking.Lines != run.judged {
			t.Errorf("asked %d times, want %d; %+v", len(j.seen), run.asked, s.Marking)
		}
		for _, text := range j.seen {
			if strings.Contains(text, "recon") || strings.Contains(text, `"hidden"`) || !strings.Contains(text, "Trusts nobody.") || !strings.Contains(text, "Knows that Bob is good.") || !strings.Contains(text, "Suspicion of Bob: 25 of 100") {
				t.Errorf("the judge is not blind, or does not see the mind:\n%s", text)
			}
		}
		if m := s.Marking; run.judged == 4 && (m.Both != 0 || m.Rule != 2 || m.Model != 2 || len(s.Deceits) != 4) {
			t.Errorf("%+v %v", m, s.Deceits)
		}
	}
	c, games := talked()
	sessiontest.Fails(t, c.MarkLines(t.Context(), games, (&lineJudge{}).judge(known, 1), &Summary{}), "whose mind is known")
}
