package game

import "ringer/engine/mouth"

// propose lets a candidate pass the mouth and takes it into the slot if it ranks higher than the plan there. done says what brought it.
func (d *decider) propose(done *ThoughtCompleted, t Thought, trigger Millis, c *Candidate) {
	parts, refused := d.speakable(t.Want.Kind, c)
	old := d.s.Plan
	wins := old == nil || d.s.replaces(old, c.Class, t.Want.BasedOn)
	switch {
	case t.Seq < d.s.Rhythm.PhaseSince:
		done.Slot, refused = SlotPassed, nil
	case d.s.barred() != "", c.Kind != Reserve && d.s.Rhythm.Dormant(d.now):
		done.Slot, refused = SlotBarred, nil
	case len(parts) == 0:
		done.Slot = SlotRejected
		if last := len(refused) - 1; wins && last >= 0 {
			refused[last].Rewrite = d.draft(t.Want, trigger, c, refused[last].Rule)
		}
	case old == nil:
		done.Slot = SlotCreated
	case wins:
		done.Slot = SlotRevised
	default:
		done.Slot, refused = SlotKept, nil
	}
	draft := d.s.Draft
	d.emit(done)
	for _, r := range refused {
		d.emit(r)
	}
	if done.Slot != SlotCreated && done.Slot != SlotRevised {
		return
	}
	if done.Kind == Rewrite {
		t.Want.Kind = draft.Thought // which is asked again, should the plan go stale
	}
	if old != nil && old.Kind == Reply && d.s.legal(old) {
		trigger = d.s.Clock.Game(old.TriggerAt) // a busy chat never postpones the bot for ever
	}
	if old != nil {
		d.stopTyping()
	}
	plan := d.plan(t, trigger, c, parts)
	plan.Rewritten = done.Kind == Rewrite
	if old == nil {
		d.emit(&PlanCreated{Plan: plan})
		return
	}
	plan.Rethinks = old.Rethinks
	if d.s.stale(old) && done.Kind != Rewrite { // whose text has been counted when it was refused
		plan.Rethinks++
	}
	d.emit(&PlanRevised{Plan: plan, Replaces: old.ID})
}

func (d *decider) plan(t Thought, trigger Millis, c *Candidate, parts []Part) Plan {
	p := Plan{
		ID: d.id("pln"), Kind: c.Kind, Class: c.Class, Text: parts[0].Text, Rest: parts[1:], Timing: parts[0].Timing, Model: t.Took,
		Channel: d.s.Roster.Current().Channel, Thought: t.Want.Kind, BasedOn: t.Want.BasedOn, Phase: d.s.Roster.Phase,
		Mentions: d.mentions(parts[0].Text, t.Want.BasedOn), TriggerAt: d.s.Clock.Wall(trigger), Silence: c.Silence,
	}
	d.schedule(&p)
	return p
}

// trigger returns the time of what a thought answers: the last message that it was the first to consider, else its start. What was said while the
// bot had to keep silent is answered from when it may speak: nobody can have begun to write before.
func (d *decider) trigger(t Thought) Millis {
	prior := d.s.Thoughts[t.Want.Kind].Considered
	for i := len(d.s.Messages) - 1; i >= 0 && !t.Want.Silence; i-- {
		m := d.s.Messages[i]
		if m.Seq <= prior {
			break
		}
		if m.Seq <= t.Want.BasedOn {
			return max(m.At, d.s.Rhythm.FreeSince)
		}
	}
	return t.Started
}

// schedule sets a plan's due time: the trigger plus the delay, and never in the past.
func (d *decider) schedule(p *Plan) {
	if p.Kind == Reserve {
		return
	}
	p.DueAt = d.s.Clock.Wall(max(d.now, d.s.Clock.Game(p.TriggerAt)+d.s.delay(p.Timing)))
}

// mentions returns the players whom a text names and who were in the game when it was thought.
func (d *decider) mentions(text string, basedOn int64) []string {
	var ids []string
	for _, p := range d.s.Roster.Players {
		there := p.Presence == Active || d.s.Gone[p.ID] > basedOn
		if p.ID != d.s.Roster.Seat && there && mouth.Mentions(text, p.Name) {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// obey carries out what others have said of the plan, before a thought that has just finished is weighed against it: a plan that is
// to be sent now is not replaced, and one that is to go stands in nobody's way.
func (d *decider) obeyCommand() {
	p := d.s.Plan
	if p == nil {
		return
	}
	switch reason := d.s.barred(); {
	case reason == CancelMuted, reason == CancelGone:
		d.cancel(reason)
	case p.Command == CancelPlan:
		d.cancel(CancelCommanded)
	case p.Dropped:
		d.cancel(CancelDropped)
	case p.Command == SendPlan:
		d.sendOrCancel(p, d.s.Due(p), reason)
	}
}

// supervise brings the slot up to the time: cancels, types, sends. It returns when the slot next asks for a decision, 0 when
// it does not.
func (d *decider) advancePlan() Millis {
	for d.s.Plan != nil {
		p := d.s.Plan
		reason := d.s.barred()
		if d.s.Config.Timing == TimingManual {
			return 0 // it waits for the platform's word
		}
		if p.Kind == Rest && d.s.stale(p) {
			d.cancel(CancelDropped)
			continue
		}
		if p.Kind == Reserve && d.s.Rhythm.Dormant(d.now) {
			return 0
		}
		due := d.s.Due(p)
		if typing := d.typingAt(p, due); typing > d.now {
			d.stopTyping() // of a reserve, when somebody spoke into the silence
			return typing
		}
		if d.now < due {
			if !p.Typing && reason == "" {
				d.emit(&TypingStarted{PlanID: p.ID})
			}
			return due
		}
		if d.held() {
			if p.Passed {
				d.stopTyping()
			}
			return 0
		}
		d.sendOrCancel(p, due, reason)
	}
	return 0
}

// typingAt returns when the bot starts to be seen typing.
func (d *decider) typingAt(p *Plan, due Millis) Millis {
	if d.s.Config.Timing == TimingInstant {
		return due
	}
	return due - min(p.Timing.Typing, p.Timing.Total())
}

// held tells whether the plan is due but stale, so that it waits to be thought again.
func (d *decider) held() bool {
	p := d.s.Plan
	if p == nil || d.s.Config.Timing == TimingManual || d.s.Path.outOfBudget() || p.Kind == Rest || p.Kind == Reserve && d.s.Rhythm.Dormant(d.now) {
		return false
	}
	if d.s.barred() != "" || d.now < d.s.Due(p) || !d.s.stale(p) || d.s.mayAdd(1) == 0 { // the last: nothing that is thought could be said
		return false
	}
	return p.Rethinks < maxRethinks || len(d.rewriteWants()) > 0
}

// fire sends a plan that is due, or gives it up.
func (d *decider) sendOrCancel(p *Plan, due Millis, reason CancelReason) {
	if reason != "" {
		d.cancel(reason)
		return
	}
	if !d.s.legal(p) {
		d.cancel(CancelStale)
		return
	}
	_, rule := d.room().Pass(p.Text)
	if rule == "" && d.s.mayAdd(1) == 0 {
		rule = mouth.RuleShare // that was not yet judged, or of fewer players, when it was planned
	}
	if rule != "" {
		d.rejectPlan(p, rule)
		return
	}
	at := d.s.Clock.Wall(due)
	d.emit(&MessageSent{
		MessageID: p.messageID(), PlanID: p.ID, Kind: p.Kind, Sender: d.s.Roster.Seat, Text: p.Text, Channel: p.Channel,
		BasedOn: p.BasedOn, Timing: p.Timing, Model: p.Model, Waited: d.now - d.s.Clock.Game(p.TriggerAt), DueAt: at,
		Lateness: d.s.Clock.Wall(d.now).Sub(at).Milliseconds(), Follows: p.Follows,
	})
	if len(p.Rest) > 0 {
		d.planRest(p)
	}
}

// refuse gives up a plan whose text has become one that must not be sent, such as what somebody else has said meanwhile.
func (d *decider) rejectPlan(p *Plan, rule string) {
	r := &TextRejected{Rule: rule, Text: p.Text, Kind: p.Thought, PlanID: p.ID}
	if p.Kind != Rest && !p.Rewritten {
		c := &Candidate{Kind: p.Kind, Class: p.Class, Silence: p.Silence, Parts: append([]Part{{Text: p.Text}}, p.Rest...)}
		r.Rewrite = d.draft(Want{Kind: p.Thought, BasedOn: p.BasedOn}, d.now, c, rule) // it is typed again
	}
	d.stopTyping()
	d.emit(r)
	d.emit(&PlanCancelled{PlanID: p.ID, Reason: CancelRejected})
}

// follow makes the next part of a message that was sent the plan. It rests on what was known when its first part went out.
func (d *decider) planRest(p *Plan) {
	part, head := p.Rest[0], p.Follows
	if head == "" {
		head = p.messageID()
	}
	next := Plan{
		ID: d.id("pln"), Kind: Rest, Class: p.Class, Text: part.Text, Rest: p.Rest[1:], Timing: part.Timing, Channel: p.Channel,
		Follows: head, Thought: p.Thought, BasedOn: d.cursor, Phase: p.Phase, Mentions: d.mentions(part.Text, d.cursor), TriggerAt: d.s.Clock.Wall(d.now),
	}
	d.schedule(&next)
	d.emit(&PlanCreated{Plan: next})
}

func (d *decider) cancel(reason CancelReason) {
	d.stopTyping()
	d.emit(&PlanCancelled{PlanID: d.s.Plan.ID, Reason: reason})
}

func (d *decider) stopTyping() {
	if d.s.Plan.Typing {
		d.emit(&TypingStopped{PlanID: d.s.Plan.ID})
	}
}
