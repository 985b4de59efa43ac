package session

import (
	"slices"
	"strings"

	"ringer/engine/timing"
)

// KindReconsider is the kind of the thought that looks at the plan again, because somebody has
// written something since.
const KindReconsider = CorePrefix + "reconsider"

// Look is what the bot does with its plan after a look at what came meanwhile.
type Look string

// The results of a look.
const (
	LookKeep    Look = "keep"    // the plan stays
	LookReplace Look = "replace" // another text takes its place
	LookDrop    Look = "drop"    // the bot says nothing
)

// Reconsidered is the finding of a thought of the kind KindReconsider.
type Reconsidered struct {
	Edit
	Look Look
}

// Limits of the looks at a plan.
const (
	// maxLooks is how often a model looks at one plan. Somebody who stops typing for every line
	// never writes one.
	maxLooks = 2
	// lookHold is how long a plan that is due waits for a thought about a new line, in
	// milliseconds. After that the rules alone judge it.
	lookHold = 5000
	// minLookUp is how long it takes to notice a new line, in milliseconds.
	minLookUp = 400
	// maxLookUp is the longest time until a new line was read, in milliseconds. Nobody is surprised
	// by a line that was sent within this time of another.
	maxLookUp = 2500
)

// readAt returns when the bot has read a new line while it writes one of its own.
func (m *Message) readAt() Millis {
	return m.At + min(minLookUp+timing.Reading(len(strings.Fields(m.Text))), maxLookUp)
}

// news returns the newest line of another player that everybody has read by a time, but that the
// bot has not considered for its plan. It returns nil if there is none. Only lines of the channel
// where the bot speaks count.
func (s *State) news(p *Plan, by Millis) *Message {
	here := s.here()
	for i := len(s.Messages) - 1; i >= 0 && s.Messages[i].Seq > max(p.BasedOn, p.Read); i-- {
		if m := &s.Messages[i]; m.Foreign() && m.Channel == here && m.At+maxLookUp <= by {
			return m
		}
	}
	return nil
}

// mayLook reports whether a model may look at the plan.
func (s *State) mayLook(p *Plan) bool {
	return p.Kind == Reply && p.Command == "" && s.Config.Timing == TimingHuman && s.Path.Name == PathFull && !s.stale(p)
}

// reconsiderWants asks for a look at the plan if somebody has written since. The bot looks when it
// has read the line, before the plan is due. It does not look if another thought considers the
// line.
func (d *decider) reconsiderWants(wants []Want) []Want {
	p := d.s.Plan
	if p == nil || p.Looks >= maxLooks || !d.s.mayLook(p) {
		return nil
	}
	line := d.s.news(p, d.s.Due(p))
	if line == nil || d.considers(wants, line) {
		return nil
	}
	return []Want{{Kind: KindReconsider, BasedOn: line.Seq, At: line.readAt()}}
}

// considers reports whether one of the thoughts is about a line. A thought that has just failed,
// and waits until it is tried again, does not count.
func (d *decider) considers(wants []Want, line *Message) bool {
	return slices.ContainsFunc(wants, func(w Want) bool {
		return !w.Silence && w.BasedOn >= line.Seq && d.s.Thoughts[w.Kind].RetryAt <= d.now
	})
}

// looksUp reports whether a plan that is due waits, because a thought considers a line that the bot
// could read before.
func (d *decider) looksUp(p *Plan, due Millis) bool {
	if d.now >= due+lookHold || !d.s.mayLook(p) {
		return false
	}
	line := d.s.news(p, due)
	if line == nil {
		return false
	}
	wants := d.strategy.Wants(d.s.View(d.now))
	if !d.considers(wants, line) {
		wants = d.reconsiderWants(wants)
	}
	return slices.ContainsFunc(wants, func(w Want) bool { return w.BasedOn >= line.Seq && max(w.At, d.s.Thoughts[w.Kind].RetryAt) <= d.now })
}

// heldUntil returns when a plan that is due could be sent: later than its due time if it waited for
// a thought about a new line.
func (d *decider) heldUntil(p *Plan, due Millis) Millis {
	end := min(due+lookHold, d.now)
	if read := d.s.Clock.Game(p.ReadAt); !p.ReadAt.IsZero() && read > due {
		return min(read, end)
	}
	if d.s.mayLook(p) && d.s.news(p, due) != nil {
		return end
	}
	return due
}

// concludeReconsider keeps, replaces or drops the plan.
func (d *decider) concludeReconsider(t Thought) {
	found, _ := t.Finding.(Reconsidered)
	t.Want.BasedOn = max(t.Want.BasedOn, found.Seen)
	done := &ThoughtCompleted{Kind: KindReconsider, BasedOn: t.Want.BasedOn, Read: t.Want.BasedOn, Began: t.Began(), Slot: SlotNone, Calls: t.Calls}
	p := d.s.Plan
	switch {
	case p == nil || p.ID != found.PlanID || p.Kind != Reply:
		d.emit(done)
	case found.Look == LookDrop:
		d.emit(done)
		d.cancel(CancelDropped)
	case found.Look == LookReplace && strings.TrimSpace(found.Text) != "" && !p.sameText(found.Text):
		done.Candidate = found.Text
		d.instructions = found.Instructions
		by := Want{Kind: p.Thought, BasedOn: t.Want.BasedOn}
		d.propose(done, t, d.s.Clock.Game(p.TriggerAt), &Candidate{Kind: Reply, Class: p.Class, Parts: d.write(by, found.Text), Whole: found.Text})
	default:
		done.Slot = SlotKept
		d.emit(done)
	}
}

// noteRead notes that a thought has looked at the chat, up to a seq, and left the plan as it is.
func (s *State) noteRead(p *ThoughtCompleted) {
	if s.Plan == nil || p.Slot == SlotCreated || p.Slot == SlotRevised {
		return // another plan takes its place
	}
	s.noteLook(p.Kind)
	if looked := p.Kind == KindReconsider; looked || p.Read > s.Plan.Read {
		s.changePlan(func(plan *Plan) {
			if plan.Read, plan.ReadAt = max(plan.Read, p.Read), s.Clock.Wall(s.Now); looked {
				plan.Kept = plan.Read
			}
		})
	}
}

// noteLook counts a look at the plan, also one that failed.
func (s *State) noteLook(kind string) {
	if kind == KindReconsider && s.Plan != nil {
		s.changePlan(func(p *Plan) { p.Looks++ })
	}
}
