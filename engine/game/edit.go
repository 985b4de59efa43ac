package game

import "strings"

// Two thoughts of the core edit the plan while it waits: KindRefine and KindReread. The time of the
// plan stays.

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

// editWants asks for the plan to be edited. That happens while it waits, before the bot types it.
// So a reply is never late for it: a plan that is typed is not changed any more. A plan is refined
// before it is scored.
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

// mayEdit reports whether there is still time to edit a plan, and somebody to hide from.
func (s *State) mayEdit(p *Plan, now Millis) bool {
	return !p.Typing && p.Command == "" && s.Config.Timing == TimingHuman && s.Path.Name == PathFull && !s.stale(p) &&
		now < s.Due(p)-s.typing(p) && !s.amongAllies()
}

// edit replaces the text of the plan, if it is still the one that the thought read, may be edited,
// and the new text can be typed in time. The parameter done is the event of the thought.
func (d *decider) edit(done *ThoughtCompleted, t Thought, found edited, may func(*Plan, Millis) bool) {
	p := d.s.Plan
	if p == nil || p.ID != found.plan || !may(p, d.now) {
		d.emit(done)
		return
	}
	by := Want{Kind: p.Thought, BasedOn: p.BasedOn}
	if strings.TrimSpace(found.text) == "" || p.sameText(found.text) || !d.inTime(p, d.write(by, found.text)) {
		done.Slot = SlotKept
		d.emit(done)
		return
	}
	done.Candidate = found.text
	d.instructions = found.instructions
	t.Want = Want{Kind: done.Kind, BasedOn: max(p.BasedOn, found.seen)}
	d.propose(done, t, d.s.Clock.Game(p.TriggerAt), &Candidate{Kind: p.Kind, Class: p.Class, Silence: p.Silence, Parts: d.write(by, found.text), Whole: found.text})
}

// inTime reports whether a text can be typed until a plan is due.
func (d *decider) inTime(p *Plan, parts []PlanPart) bool {
	fresh := Plan{Text: parts[0].Text, Timing: parts[0].Timing}
	return d.now+d.s.typing(&fresh) <= d.s.Due(p)
}
