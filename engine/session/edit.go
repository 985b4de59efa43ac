package session

import "strings"

// Two thoughts of the core edit the plan: KindRefine and KindReread.

// edits reports whether thoughts of a kind edit the plan.
func edits(kind string) bool { return kind == KindRefine || kind == KindReread }

// edited is what a thought made of the plan.
type edited struct {
	plan string // its id
	// text is the new text. An empty one leaves the plan.
	text string
	// seen is the seq of the last message that the prompt showed.
	seen         int64
	instructions []string
}

// editWants asks for the plan to be edited. A plan is refined before it is scored.
func (d *decider) editWants() []Want {
	p := d.s.Plan
	if p == nil {
		return nil
	}
	kind := ""
	switch considered := func(kind string) bool { return d.s.Thoughts[kind].Considered >= p.Since }; {
	case d.s.mayRefine(p, d.now) && !considered(KindRefine):
		kind = KindRefine
	case d.s.mayReread(p, d.now) && !considered(KindReread):
		kind = KindReread
	default:
		return nil
	}
	return []Want{{Kind: kind, BasedOn: p.Since}}
}

// mayEdit reports whether a plan is not due yet, and there is somebody to hide from.
func (s *State) mayEdit(p *Plan, now Millis) bool {
	return p.Command == "" && s.Config.Timing == TimingHuman && s.Path.Name == PathFull && !s.stale(p) && now < s.Due(p) && !s.amongAllies()
}

// edit replaces the text of the plan, if it is still the one that the thought read, and may be
// edited. The parameter done is the event of the thought.
func (d *decider) edit(done *ThoughtCompleted, t Thought, found edited, may func(*Plan, Millis) bool) {
	p := d.s.Plan
	if p == nil || p.ID != found.plan || !may(p, d.now) {
		d.emit(done)
		return
	}
	by := Want{Kind: p.Thought, BasedOn: p.BasedOn}
	parts := d.write(by, found.text)
	if strings.TrimSpace(found.text) == "" || p.sameText(found.text) || done.Kind == KindRefine && !d.inTime(p, parts) {
		done.Slot = SlotKept
		d.emit(done)
		return
	}
	done.Candidate = found.text
	d.instructions = found.instructions
	t.Want = Want{Kind: done.Kind, BasedOn: max(p.BasedOn, found.seen)}
	d.propose(done, t, d.s.Clock.Game(p.TriggerAt), &Candidate{Kind: p.Kind, Class: p.Class, Silence: p.Silence, Parts: parts, Whole: found.text})
}

// inTime reports whether a text can be typed until a plan is due.
func (d *decider) inTime(p *Plan, parts []PlanPart) bool {
	fresh := Plan{Text: parts[0].Text, Timing: parts[0].Timing}
	return d.now+d.s.typing(&fresh) <= d.s.Due(p)
}
