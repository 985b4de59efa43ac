package game

import "strings"

// look concludes a look at the plan: "keep", "drop" or "replace: the text". The id names another
// plan than the present one.
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
		t.Finding = Reconsidered{PlanID: id, Look: Look(do), Text: strings.TrimSpace(text), Instructions: []string{"Look up and say what becomes of it, and tell nobody."}}
	}
	s.settle([]Thought{t})
}

// refined concludes the refinement of the plan.
func (s *scenario) refined(kind, rest string) {
	t := Thought{Want: Want{Kind: KindRefine}, Seq: s.wanted, Started: max(0, s.now-500), Took: 500}
	if kind == "unrefined" {
		t.Failure = rest
	}
	t.Calls = s.calls(t.Failure)
	if p := s.state.Plan; p != nil {
		t.Want.BasedOn = p.Since
		if t.Failure == "" {
			t.Finding = Refined{PlanID: p.ID, Text: rest, Refinement: Refinement{Draft: p.Text, GivesAway: "a word"}, Instructions: []string{"Read it as they would and make it better."}}
		}
	}
	s.settle([]Thought{t})
}
