package session

import (
	"strconv"
	"strings"
)

// look concludes a look: "keep", "drop" or "replace: text". The id may name another plan.
func (s *scenario) look(id, what, failure string) {
	do, text, _ := strings.Cut(what, ":")
	w := Want{Kind: KindReconsider}
	for _, m := range s.state.Messages {
		w.BasedOn = m.Seq
	}
	if id == "" && s.state.Plan != nil {
		id = s.state.Plan.ID
	}
	s.conclude(w, 500, failure, Reconsidered{Edit{PlanID: id, Text: strings.TrimSpace(text), Instructions: []string{"Look up and say what becomes of it, and tell nobody."}}, Look(do)})
}

func (s *scenario) edited(kind, rest string) {
	w, failure := Want{Kind: KindRefine}, ""
	if kind == "reread:" || kind == "unread" {
		w.Kind = KindReread
	}
	if strings.HasPrefix(kind, "un") {
		failure = rest
	}
	var f Finding
	if p := s.state.Plan; p != nil {
		if w.BasedOn = p.Since; w.Kind == KindReread {
			f = Reread{Edit{PlanID: p.ID, Text: rest, Instructions: []string{"Write it once more, as a person would."}}, PlanScore{Weights: "test", Text: p.Text, LogOdds: 3, Because: []string{"long"}}}
		} else {
			f = Refined{Edit{PlanID: p.ID, Text: rest, Instructions: []string{"Read it as they would and make it better."}}, Refinement{Draft: p.Text, GivesAway: "a word"}}
		}
	}
	s.conclude(w, 500, failure, f)
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
