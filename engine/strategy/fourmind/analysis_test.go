package fourmind_test

import (
	"fmt"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sim"
)

// While all analyses and appraisals fail, the bot still replies on the same path.
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
		s.Say(float64(1+10*i), []string{"blue", "green"}[i%2], fmt.Sprint([]string{"so", "question", "no", "hm"}[i%4], " number ", i))
	}
	log := s.Until(405)
	if n := len(sent(log)); n != 10 {
		t.Errorf("%d replies to ten questions\n%s", n, trace(log))
	}
	failed := map[string]int{}
	for _, e := range log {
		switch p := e.Data.(type) {
		case *session.StrategyDegraded:
			t.Errorf("%v: to the path %s", e.At.Sub(sim.Epoch()), p.To)
		case *session.ThoughtFailed:
			failed[p.Kind]++
		}
	}
	if failed["analysis"] < 10 || failed["appraisal"] < 5 || failed["lookahead"] > 0 {
		t.Errorf("failures %v", failed)
	}
}

// TestEnriched: analyses follow the chat. They are stored with their messages, whose order stays,
// and stand in later prompts. No lookahead waits for one (§3.3).
func TestEnriched(t *testing.T) {
	t.Parallel()
	for _, reading := range []string{"lookahead", "analysis"} {
		t.Run(reading, func(t *testing.T) {
			t.Parallel()
			var last prompt.Parsed
			s := newScene(t, withSides(func(p prompt.Parsed) (any, error) {
				if p.Task == taskLookahead {
					last = p
				}
				return others(p)
			}, func(l prompt.Line) map[string]any {
				return map[string]any{"receivers": []string{"Green"}, "facts": "says " + l.Text}
			}), `{"greeting":false,"reading":"`+reading+`"}`, 1)
			for i, text := range []string{"one", "two", "three", "four"} {
				s.Say(float64(1+2*i), "blue", text)
			}
			log := s.Until(11)
			told := 0
			for _, e := range log {
				if _, ok := e.Data.(*session.MessageAnnotated); ok {
					told++
				}
			}
			lines := last.Transcript(prompt.SectionTranscript)
			if told != 4 || len(lines) != 4 {
				t.Fatalf("%d annotated, %d lines", told, len(lines))
			}
			if l := lines[2]; l.Text != "three" || l.Notes == nil || l.Notes[0].Text != "says three" || l.To[0] != "Green" {
				t.Errorf("the last lookahead shows %+v", l)
			}
			if lines[3].Notes != nil {
				t.Error("the last lookahead waited for the analysis of the newest line")
			}
			if calls := len(completed(log, "analysis")); (calls > 0) != (reading == "analysis") {
				t.Errorf("%d calls of the analyst", calls)
			}
		})
	}
}
