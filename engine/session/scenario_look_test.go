package session

import (
	"strconv"
	"strings"
)

// look concludes a look: "keep", "drop" or "replace: text". The id may name another plan.
func (s *scenario) look(id, what, failure string) {
	do, text, _ := strings.Cut(what, ":")
	t := Thought{Want: Want{Kind: KindReconsider}, Seq: s.wanted, Started: max(0, s.now-500), Took: 500, Failure: failure}
	for _, m := range s.state.Messages {
		t.Want.BasedOn = m.Seq
	}
	if id == "" && s.state.Plan != nil {
		id = s.state.Plan.ID
	}
	if t.Calls = s.calls(failure); failure == "" {
		t.Finding = Reconsidered{Edit{PlanID: id, Text: strings.TrimSpace(text), Instructions: []string{"Look up and say what becomes of it, and tell nobody."}}, Look(do)}
	}
	s.settle([]Thought{t})
}

func (s *scenario) edited(kind, rest string) {
	t := Thought{Want: Want{Kind: KindRefine}, Seq: s.wanted, Started: max(0, s.now-500), Took: 500}
	if kind == "reread:" || kind == "unread" {
		t.Want.Kind = KindReread
	}
	if strings.HasPrefix(kind, "un") {
		t.Failure = rest
	}
	t.Calls = s.calls(t.Failure)
	if p := s.state.Plan; p != nil {
		t.Want.BasedOn = p.Since
		switch {
		case t.Failure != "":
		case t.Want.Kind == KindReread:
			t.Finding = Reread{Edit{PlanID: p.ID, Text: rest, Instructions: []string{"Write it once more, as a person would."}}, Reading{Weights: "test", Text: p.Text, LogOdds: 3, Because: []string{"long"}}}
		default:
			t.Finding = Refined{Edit{PlanID: p.ID, Text: rest, Instructions: []string{"Read it as they would and make it better."}}, Refinement{Draft: p.Text, GivesAway: "a word"}}
		}
	}
	s.settle([]Thought{t})
}

func (s *scenario) scores(list string) {
	found := Scored{Weights: "test"}
	lines := onlyMessages(s.state.Heard(s.state.Scores.UpTo), func(m *Message) bool { return m.Kind == FromPlayer && !m.Own })
	for i, x := range strings.Fields(list) {
		if i < len(lines) {
			logOdds, _ := strconv.ParseFloat(x, 64)
			found.Scores = append(found.Scores, MessageScore{Seq: lines[i].Seq, Player: lines[i].Sender, LogOdds: logOdds})
		}
	}
	s.settle([]Thought{{Want: Want{Kind: KindSuspicion}, Finding: found}})
}
