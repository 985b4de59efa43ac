package session

import (
	"strconv"
	"strings"
	"time"

	"ringer/engine/timing"
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
	s.conclude(w, 500, failure, Reconsidered{Edit{PlanID: id, Unsent: Look(do), Text: strings.TrimSpace(text), Instructions: []string{"Look up and say what becomes of it, and tell nobody."}}})
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

// replacing is a candidate in place of the plan that its thought was shown.
type replacing struct{ *Candidate }

func (s *scenario) thought(kind, based, rest string) Thought {
	t := Thought{Want: Want{Kind: "turn", BasedOn: s.turnBase}, Seq: s.wanted, Started: max(0, s.now-1000), Took: 1000}
	if based != "" {
		seq, _ := strconv.ParseInt(based, 10, 64)
		t.Want.BasedOn = min(seq, s.state.Seq) // no thought is based on what has not happened yet
		t.Seq = t.Want.BasedOn
	}
	if kind == "fail" {
		t.Failure = rest
	}
	if t.Calls = s.calls(t.Failure); t.Failure != "" {
		return t
	}
	if rest == dropped || rest == kept {
		t.Finding = rest
		return t
	}
	rest, replaces := strings.CutPrefix(rest, "replace ")
	head, text, ok := strings.Cut(rest, ": ")
	if list, suspicious := strings.CutPrefix(rest, "suspects "); suspicious {
		t.Finding = suspected(list)
		return t
	}
	if list, found := strings.CutPrefix(rest, "reads "); found {
		t.Finding = parseRead(list)
		return t
	}
	if list, found := strings.CutPrefix(rest, "notes "); found {
		t.Finding = parseNoted(list)
		return t
	}
	if !ok {
		return t
	}
	words := strings.Fields(head)
	c := &Candidate{Kind: PlanKind(words[0]), Class: map[string]PlanClass{"reserve": ClassReserve, "reflex": ClassReflex, "cognition": ClassCognition}[words[1]]}
	if c.Kind == Reserve {
		c.Silence = 10_000
	}
	for part := range strings.SplitSeq(text, " | ") {
		c.Parts = append(c.Parts, PlanPart{Text: part, Timing: timing.Delay{Typing: timing.Words(part, 60)}})
	}
	if len(words) > 3 && words[2] == "to" {
		c.Answers, _ = strconv.ParseInt(words[3], 10, 64)
	} else if len(words) > 2 {
		reading, err := time.ParseDuration(words[2])
		noError(s.t, err)
		c.Parts[0].Timing.Reading = Millis(reading.Milliseconds())
	}
	if t.Finding = c; replaces {
		t.Finding = replacing{c}
	}
	return t
}
