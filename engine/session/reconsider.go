package session

import (
	"slices"
	"strings"

	"ringer/engine/timing"
)

// KindReconsider is the kind of the thought that looks at the plan again after a new line.
const KindReconsider = CorePrefix + "reconsider"

// Reconsidered is the finding of a thought of the kind KindReconsider.
type Reconsidered struct{ Edit }

// Limits of the looks at a plan.
const (
	maxLooks  = 2    // how often a model looks at one plan, so that it is ever written
	lookHold  = 5000 // how long, in milliseconds, a plan that is due waits for a thought
	minHold   = 3000 // the same for the pace of people, who wait for a time that nobody can tell
	maxHold   = 7000
	minLookUp = 400  // how long it takes to notice a new line, in milliseconds
	maxLookUp = 2500 // the longest time until a new line was read, in milliseconds
	// mostLookedUp is a number of words that takes longer to read.
	mostLookedUp = 10
)

// hold returns how long a plan that is due waits for a thought.
func (s *State) hold(p *Plan) Millis {
	if !s.Config.lifelike() {
		return lookHold
	}
	return minHold + Millis(Draw(s.Seed, p.BasedOn, "hold", 0).Float64()*(maxHold-minHold))
}

func (m *Message) readAt() Millis {
	words := 0
	for range strings.FieldsSeq(m.Text) {
		if words++; words == mostLookedUp {
			break // a long text is not read to its end each time
		}
	}
	return m.At + min(minLookUp+timing.Reading(words), maxLookUp)
}

// news returns the newest foreign line where the bot speaks that the plan does not consider; nil
// for none. Everybody has read it by a time, or the bot looks at it first.
func (s *State) news(p *Plan, by Millis) *Message {
	here := s.here()
	for i := len(s.Messages) - 1; i >= 0 && s.Messages[i].Seq > max(p.BasedOn, p.Read); i-- {
		if m := &s.Messages[i]; m.Foreign() && m.Channel == here && (p.Kind == Rest || m.At+maxLookUp <= by || m.At <= by && s.looksFirst(m)) {
			return m
		}
	}
	return nil
}

// looksFirst reports whether the bot looks at a line before it sends, however new the line is: it
// is put to the bot.
func (s *State) looksFirst(m *Message) bool {
	return s.Config.Lively() && (m.Addressed || s.asks(m.Seq))
}

func (s *State) mayLook(p *Plan) bool {
	return (p.Kind == Reply || p.Kind == Rest && s.Config.lifelike()) && p.Command == "" && s.Config.Timing == TimingHuman && s.Path.Name == PathFull && !s.stale(p)
}

// reconsiderWants asks for a look at the plan once the bot has read a new line that no other
// thought considers.
func (d *decider) reconsiderWants(wants []Want) []Want {
	p := d.s.Plan
	if p == nil || p.Looks >= maxLooks || !d.s.mayLook(p) {
		return nil
	}
	due := d.s.Due(p)
	line := d.s.news(p, due)
	if line == nil || d.considers(wants, line, due) {
		return nil
	}
	return []Want{{Kind: KindReconsider, BasedOn: line.Seq, At: line.readAt()}}
}

// considers reports whether a thought is about a line. One that waits after a failure is not, nor
// one that begins only after the plan is due.
func (d *decider) considers(wants []Want, line *Message, due Millis) bool {
	return slices.ContainsFunc(wants, func(w Want) bool {
		return !w.Silence && w.BasedOn >= line.Seq && d.s.Thoughts[w.Kind].RetryAt <= d.now && w.At <= max(d.now, due)
	})
}

// looksUp reports whether a plan that is due waits for a thought about a line that was read.
func (d *decider) looksUp(p *Plan, due Millis) bool {
	if d.now >= due+d.s.hold(p) || !d.s.mayLook(p) {
		return false
	}
	line := d.s.news(p, due)
	if line == nil {
		return false
	}
	wants := d.strategy.Wants(d.s.View(d.now))
	if !d.considers(wants, line, due) {
		wants = d.reconsiderWants(wants)
	}
	by := d.now
	if d.s.looksFirst(line) { // the line may still be read
		by = due + maxLookUp
	}
	return slices.ContainsFunc(wants, func(w Want) bool { return w.BasedOn >= line.Seq && max(w.At, d.s.Thoughts[w.Kind].RetryAt) <= by })
}

// heldUntil returns when a plan could be sent: after its due time if it waited for a thought.
func (d *decider) heldUntil(p *Plan, due Millis) Millis {
	end := min(due+d.s.hold(p), d.now)
	if read := d.s.Clock.Game(p.ReadAt); !p.ReadAt.IsZero() && read > due {
		return min(read, end)
	}
	if d.s.mayLook(p) && d.s.news(p, due) != nil {
		return end
	}
	return due
}

func (d *decider) concludeReconsider(t Thought) {
	found, _ := t.Finding.(Reconsidered)
	t.Want.BasedOn = max(t.Want.BasedOn, found.Seen)
	done := &ThoughtCompleted{Kind: KindReconsider, BasedOn: t.Want.BasedOn, Read: t.Want.BasedOn, Began: t.Began(), Slot: SlotNone, Calls: t.Calls}
	p := d.s.Plan
	if p == nil || p.ID != found.PlanID || p.Kind != Reply && p.Kind != Rest {
		d.emit(done)
		return
	}
	if strings.TrimSpace(found.Text) == "" && found.Unsent != LookDrop {
		found.Unsent = LookKeep
	}
	if p.Kind == Reply && found.Unsent != LookKeep && d.s.spokeLast(t.Want.BasedOn) {
		found.Unsent = LookDrop // somebody has written for the bot meanwhile
	}
	if d.choose(done, found.Unsent, found.Text) {
		return
	}
	done.Candidate = found.Text
	d.instructions = found.Instructions
	by := Want{Kind: p.Thought, BasedOn: t.Want.BasedOn}
	d.propose(done, t, d.s.Clock.Game(p.TriggerAt), &Candidate{Kind: Reply, Class: p.Class, Answers: found.Answers, Parts: d.write(by, found.Text), Whole: found.Text})
}

// spokeLast reports whether the bot's seat has the last word where the bot speaks, up to a line. It
// does not if a question waits for the bot.
func (s *State) spokeLast(seq int64) bool {
	here := s.here()
	if slices.ContainsFunc(s.openQuestions(s.Now), func(q Question) bool { return q.Seq <= seq }) {
		return false
	}
	m, _ := findLast(s.Messages, func(m *Message) bool { return m.Seq <= seq && m.Channel == here && (m.Own || m.Foreign()) })
	return m.Own
}

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

func (s *State) noteLook(kind string) {
	if kind == KindReconsider && s.Plan != nil {
		s.changePlan(func(p *Plan) { p.Looks++ })
	}
}
