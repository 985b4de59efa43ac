package fourmind_test

import (
	"fmt"
	"strings"
	"testing"

	"ringer/engine/game"
	"ringer/engine/prompt"
	"ringer/engine/sim"
)

// TestAnalysisFails: while all analyses and appraisals fail, the bot still replies on the same
// path.
func TestAnalysisFails(t *testing.T) {
	t.Parallel()
	s := newScene(t, func(p prompt.Parsed) (any, error) {
		lines := p.Transcript(prompt.SectionTranscript)
		switch {
		case p.Task != taskLookahead:
			return nil, errModel
		case strings.HasPrefix(lines[len(lines)-1].Text, "question"):
			return next("Red", strings.Replace(lines[len(lines)-1].Text, "question", "answer", 1)), nil
		}
		return others(p)
	}, `{"greeting":false}`, 1)
	for i := range 40 {
		s.says(float64(1+10*i), []string{"blue", "green"}[i%2], fmt.Sprint([]string{"so", "question", "no", "hm"}[i%4], " number ", i))
	}
	log := s.until(405)
	if n := len(sent(log)); n != 10 {
		t.Errorf("%d replies to ten questions\n%s", n, trace(log))
	}
	failed := map[string]int{}
	for _, e := range log {
		switch p := e.Data.(type) {
		case *game.StrategyDegraded:
			t.Errorf("%v: to the path %s", e.At.Sub(sim.Epoch()), p.To)
		case *game.ThoughtFailed:
			failed[p.Kind]++
		}
	}
	if failed["analysis"] < 10 || failed["appraisal"] < 5 || failed["lookahead"] > 0 {
		t.Errorf("failures %v", failed)
	}
}

// TestEnriched: analyses follow the chat. They are stored with their messages and stand in later
// prompts.
func TestEnriched(t *testing.T) {
	t.Parallel()
	var last prompt.Parsed
	s := newScene(t, func(p prompt.Parsed) (any, error) {
		if p.Task == taskAnalysis {
			var all []any
			for _, l := range p.Transcript("messages to analyse") {
				all = append(all, map[string]any{"number": l.Number, "receivers": []string{"Green"}, "facts": "says " + l.Text})
			}
			return map[string]any{"analyses": all}, nil
		}
		if p.Task == taskLookahead {
			last = p
		}
		return others(p)
	}, `{"greeting":false}`, 1)
	for i, text := range []string{"one", "two", "three", "four"} {
		s.says(float64(1+i), "blue", text)
	}
	log := s.until(9)
	var told []int64
	for _, e := range log {
		if p, ok := e.Data.(*game.MessageAnnotated); ok {
			told = append(told, p.Seq)
		}
	}
	lines := last.Transcript(prompt.SectionTranscript)
	if len(told) != 4 || len(lines) != 4 {
		t.Fatalf("annotated %v, %d lines", told, len(lines))
	}
	rich := 0
	for i, l := range lines {
		if want := "says " + l.Text; l.Notes != nil && l.Notes[0].Text == want && l.To[0] == "Green" {
			rich++
		} else if l.Notes != nil || i == 0 {
			t.Errorf("%+v", l)
		}
	}
	if rich == 0 || rich == 4 {
		t.Errorf("%d of 4 lines are rich: the last lookahead waited for analyses, or its prompt has none", rich)
	}
}
