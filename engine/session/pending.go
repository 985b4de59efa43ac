package session

import (
	"strings"

	"ringer/engine/mouth"
)

// Answered returns the line that a plan answers: the newest line of another player in its channel
// that its thought had considered. It returns false for none.
func (v *View) Answered(p *Plan) (Message, bool) {
	return findLast(v.Messages, func(m *Message) bool { return m.Foreign() && m.Seq <= p.BasedOn && m.Channel == p.Channel })
}

// keepPlan keeps the plan if a thought says so or has written its text again, and reports whether
// it did. The plan then rests on what the thought has considered, and its typing goes on.
func (d *decider) keepPlan(done *ThoughtCompleted, t Thought, out Conclusion) bool {
	p := d.s.Plan
	if p == nil || p.Kind != Reply || !d.s.legal(p) || d.s.barred() != "" || t.Seq < d.s.Rhythm.PhaseSince {
		return false
	}
	again := out.Candidate != nil && p.sameText(strings.Join(out.Candidate.texts(), " "))
	if _, here := d.s.basis(t.Want); !here || !again && !(out.Keep && d.shown(t, p)) {
		return false
	}
	// The plan's own words: the thought may have cut them in other places, or written none.
	done.Slot, done.Candidate = SlotKept, p.Lines()[0]
	d.emit(done)
	return true
}

func (p *Plan) sameText(text string) bool {
	return mouth.Normalise(strings.Join(p.Lines(), " ")) == mouth.Normalise(text)
}

// Lines returns the plan's text and its further parts, as they are meant.
func (p *Plan) Lines() []string {
	lines, rest := []string{p.Text}, p.Rest
	if p.Meant != "" {
		if lines[0] = p.Meant; len(rest) > 0 && strings.HasPrefix(rest[0].Text, "*") {
			rest = rest[1:]
		}
	}
	for _, part := range rest {
		lines = append(lines, part.Text)
	}
	return lines
}

// keep notes that a thought has kept the plan: it is right after all that was considered.
func (s *State) keep(p *ThoughtCompleted) {
	if p.Slot != SlotKept || s.Plan == nil || !s.Plan.sameText(p.Candidate) && mouth.Normalise(p.Candidate) != mouth.Normalise(s.Plan.Lines()[0]) {
		return
	}
	if basedOn, here := s.basis(Want{Kind: p.Kind, BasedOn: max(p.BasedOn, p.Read)}); here && (basedOn > s.Plan.BasedOn || s.Plan.RuledSince < s.Rhythm.RuledSince) {
		plan := *s.Plan
		plan.BasedOn, plan.RuledSince = max(basedOn, plan.BasedOn), s.Rhythm.RuledSince
		if s.Clock.Game(plan.DueAt) < s.Now {
			plan.DueAt = s.Clock.Wall(s.Now) // it was due, but stale
		}
		s.Plan = &plan
	}
}

// dropPlan gives up the plan if a thought that was shown it left its text empty.
func (d *decider) dropPlan(t Thought) {
	if p := d.s.Plan; p != nil && p.Kind == Reply && d.shown(t, p) {
		d.cancel(CancelDropped)
	}
}

// shown reports whether the prompt of a thought's last call showed the plan.
func (d *decider) shown(t Thought, p *Plan) bool {
	knew := max(t.Seq, t.Want.BasedOn)
	if n := len(t.Calls); n > 0 {
		knew = max(knew, t.Calls[n-1].Known)
	}
	return p.Since > 0 && p.Since <= knew
}
