package fourmind

import (
	"context"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// read is the answer of a lookahead that analyses line 1 before it writes.
const read = `{"newest":{"receivers":["Red"],"facts":"asks where from","self_revelation":"","relationship":"friendly","appeal":"say it"},` +
	`"messages":[{"sender":"Red","text":"linz"}]}`

// TestNewestLineIsReadInTheLookahead: the first simulation analyses the newest line of the others
// before it writes, and the analysis is kept with that line.
func TestNewestLineIsReadInTheLookahead(t *testing.T) {
	t.Parallel()
	c := newSession(t, "red", 1)
	c.Say(1000, "blue", "red where from")
	w := session.Want{Kind: kindLookahead, BasedOn: c.State.Seq}
	out, m, s := runThought(t, c, `{"paths":2}`, w, read, continuationBy("Red", "graz"))
	if len(out.Annotations) != 1 || out.Annotations[0].Seq != w.BasedOn || len(out.Annotations[0].Notes) != 3 || m.Analysed != 1 {
		t.Errorf("annotations %+v, %d analysed", out.Annotations, m.Analysed)
	}
	if out.Candidate == nil || out.Candidate.Parts[0].Text != "linz" || *out.Urge != 1 {
		t.Errorf("candidate %+v", out.Candidate)
	}
	for i, p := range s.Asked {
		reads := strings.Contains(p.Parsed().Text(sectionAhead), "Read first: #1") && strings.Contains(p.Instruction, readingText) && strings.Contains(p.Instruction, `"newest": {`)
		if reads != (i == 0) {
			t.Errorf("simulation %d reads: %v", i, reads)
		}
	}
}

// If the first simulation fails, the line is left to the analyst.
func TestReadingFailsWithItsSimulation(t *testing.T) {
	t.Parallel()
	c := newSession(t, "red", 1)
	c.Say(1000, "blue", "hi")
	f := fourMind(t, `{"paths":2}`)
	w := session.Want{Kind: kindLookahead, BasedOn: c.State.Seq}
	found := sessiontest.Must(f.Think(t.Context(), c.View(), w, failsOnce{&sessiontest.Script{Answers: []string{continuationBy("Blue", "so")}}, new(int)}))(t)
	if out := c.conclude(f, w, found); len(out.Annotations) != 0 {
		t.Errorf("annotations %+v", out.Annotations)
	}
	if _, ok := c.wants(f, 3000)[kindAnalysis]; !ok {
		t.Error("nobody analyses the line")
	}
}

// TestTemperature: each simulation has a temperature from 0.4 to 0.9, drawn by the seed. A prompt
// that is written again keeps it.
func TestTemperature(t *testing.T) {
	t.Parallel()
	least, most := 1.0, 0.0
	for seed := range int64(200) {
		w := session.Want{Kind: kindLookahead, BasedOn: 7}
		a, b := *temperature(seed, w, 0), *temperature(seed, w, 1)
		if a == b || a != *temperature(seed, w, 0) {
			t.Fatalf("seed %d: %g and %g", seed, a, b)
		}
		least, most = min(least, a, b), max(most, a, b)
	}
	if least < coolest || least > coolest+0.02 || most > warmest || most < warmest-0.02 {
		t.Errorf("from %g to %g", least, most)
	}
	c := newSession(t, "red", 1)
	c.Say(1000, "blue", "hi")
	_, _, s := runThought(t, c, `{}`, session.Want{Kind: kindLookahead, BasedOn: c.State.Seq}, continuationBy("Blue", "so"))
	if p := s.Asked[0]; p.Temperature == nil || p.Renewed().Temperature != p.Temperature {
		t.Errorf("the prompt has %v", p.Temperature)
	}
}

// failsOnce is an asker whose first call fails.
type failsOnce struct {
	*sessiontest.Script
	calls *int
}

func (f failsOnce) Ask(ctx context.Context, p prompt.Prompt, answer any) error {
	if *f.calls++; *f.calls == 1 {
		return &prompt.Error{Code: prompt.ModelError}
	}
	return f.Script.Ask(ctx, p, answer)
}
