package session

import (
	"slices"

	"ringer/engine/mouth"
)

// propose lets the mouth check a candidate, and fills the slot with it if it may replace the plan.
// The parameter done is the event of its thought. A text that tells of silence counts as none.
func (d *decider) propose(done *ThoughtCompleted, t Thought, trigger Millis, c *Candidate) {
	basedOn, here := d.s.basis(t.Want)
	d.language = d.languageOf(t)
	d.inOnePart(c)
	parts, refused := d.speakableParts(t.Want.Kind, c)
	silent := len(parts) == 0 && len(refused) > 0 && refused[len(refused)-1].Rule == mouth.RuleSilence
	old := d.s.Plan
	t.Want.BasedOn = basedOn
	c.Answers = d.s.answered(t.Want, c)
	wins, looked := d.wins(old, t, c)
	switch {
	case t.Seq < d.s.Rhythm.PhaseSince:
		done.Slot, refused = SlotPassed, nil
	case d.s.barred() != "", c.Kind != Reserve && d.s.Rhythm.Dormant(d.now):
		done.Slot, refused = SlotBarred, nil
	case !here, d.s.severalChats() && t.Seq < d.s.Rhythm.ChannelSince, (t.Want.Silence || c.Class == ClassReserve || basedOn < d.s.Rhythm.ChannelSince) && !d.s.mayBreakSilence():
		done.Slot, refused = SlotElsewhere, nil
	case silent:
		done.Slot, refused = SlotNone, nil
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
		if done.Slot == SlotNone && wins && !edits(done.Kind) {
			if old != nil && old.Kind == Reply && d.shown(t, old) {
				d.cancel(CancelDropped) // as an empty text does
			}
		}
		return
	}
	parts = d.typedAsHere(d.inTwoLines(parts, c, basedOn), basedOn)
	switch done.Kind { // this kind of thought runs again if the plan goes stale
	case KindRewrite:
		t.Want.Kind = draft.Thought
	case KindReconsider, KindRefine, KindReread:
		t.Want.Kind = old.Thought
	}
	if old != nil && old.Kind == Reply && d.s.legal(old) {
		trigger = d.s.Clock.Game(old.TriggerAt) // else a busy chat could delay the bot for ever
	}
	typed := 0
	if old != nil {
		typed = d.s.typed(old, parts[0].Text, d.now)
		d.stopTyping()
	}
	plan := d.plan(t, trigger, c, parts, typed)
	plan.Rewritten, plan.Refined, plan.Reread = done.Kind == KindRewrite, done.Kind == KindRefine, done.Kind == KindReread
	if edits(done.Kind) {
		plan.Refined = plan.Refined || old.Refined
		if done.Kind == KindRefine || plan.DueAt.Before(old.DueAt) { // a refined text can be typed in time
			plan.DueAt = old.DueAt
		}
	}
	if old == nil {
		d.emit(&PlanCreated{Plan: plan})
		return
	}
	plan.Rethinks, plan.Looks = old.Rethinks, old.Looks
	if looked {
		plan.Looks++
	}
	if d.s.stale(old) && done.Kind != KindRewrite {
		// The refusal of the old text was counted already.
		plan.Rethinks++
	}
	d.emit(&PlanRevised{Plan: plan, Replaces: old.ID})
}

// languageOf returns the language of a thought's text. The offline player's may be in any.
func (d *decider) languageOf(t Thought) string {
	if slices.ContainsFunc(t.Calls, func(c Call) bool { return c.Model != OfflineModel }) {
		return d.s.Config.Language
	}
	return ""
}

func (d *decider) plan(t Thought, trigger Millis, c *Candidate, parts []PlanPart, typed int) Plan {
	p := Plan{
		ID: d.id("pln"), Kind: c.Kind, Class: c.Class, Text: parts[0].Text, Rest: parts[1:], Timing: parts[0].Timing, Model: t.Took,
		Channel: d.s.here(), Thought: t.Want.Kind, BasedOn: t.Want.BasedOn, Answers: c.Answers, Phase: d.s.Roster.Phase,
		Mentions: d.mentions(parts[0].Text, t.Want.BasedOn), TriggerAt: d.s.Clock.Wall(trigger), Silence: c.Silence, Typed: typed,
	}
	d.slip(&p)
	d.pace(&p, t.Want.Silence)
	d.schedule(&p)
	return p
}

// schedule sets a plan's due time: trigger plus delay, but not before it can have been typed.
func (d *decider) schedule(p *Plan) {
	if p.Kind == Reserve {
		return
	}
	typed := d.now
	if !p.Timing.Meanwhile {
		typed += d.s.typing(p)
	}
	p.DueAt = d.s.Clock.Wall(max(typed, d.s.Clock.Game(p.TriggerAt)+d.s.delay(p.Timing)))
}

// mentions returns the players whom a text names and who were in the game at basedOn.
func (d *decider) mentions(text string, basedOn int64) []string {
	var ids []string
	for _, p := range d.s.Roster.Players {
		present := p.Presence == Active || d.s.Gone[p.ID] > basedOn
		if p.ID != d.s.Roster.Seat && present && mouth.Mentions(text, p.Name) {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// obeyCommand carries out the platform's command on the plan, and cancels a plan that can no longer
// be sent. It runs before any thought is concluded: so no candidate replaces a plan that is to be
// sent, and a cancelled one does not block the slot.
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
	case d.s.closed(p): // it answers what was said there, so no thought can find it a place here
		d.cancel(CancelStale)
	case p.Command == SendPlan:
		d.sendOrCancel(p, d.s.Due(p), reason)
	}
}

// advancePlan does what is due with the plan: it cancels, starts or stops typing, and sends. It
// returns when the slot needs the next decision, 0 for never.
func (d *decider) advancePlan() Millis {
	for d.s.Plan != nil {
		p := d.s.Plan
		reason := d.s.barred()
		if d.s.Config.Timing == TimingManual {
			return 0 // the plan waits for a command
		}
		if p.Kind == Rest && d.s.stale(p) || p.Class == ClassReserve && !d.s.mayBreakSilence() || d.s.overtaken(p) {
			d.cancel(CancelDropped)
			continue
		}
		if p.Kind == Reserve && d.s.Rhythm.Dormant(d.now) {
			return 0
		}
		due := d.s.Due(p)
		if typing := d.typingAt(p, due); typing > d.now {
			d.stopTyping() // somebody has ended the silence that a reserve waits for
			return typing
		}
		if d.s.waitsForFloor() {
			switch d.stopTyping(); {
			case p.Kind == Rest, d.now >= due && d.s.stale(p) && !d.held():
				d.emit(&PlanCancelled{PlanID: p.ID, Reason: CancelDropped})
				continue
			case d.now < due:
				return due
			}
			return 0
		}
		if d.now < due {
			if !p.Typing && reason == "" {
				d.emit(&TypingStarted{PlanID: p.ID, Channel: p.Channel})
			}
			return due
		}
		if d.held() {
			if p.Passed {
				d.stopTyping()
			}
			return 0
		}
		if reason == "" && d.looksUp(p, due) {
			return due + d.s.hold(p)
		}
		if reason == "" && !p.Passed && d.s.untyped(p) {
			d.emit(&TypingStarted{PlanID: p.ID, Channel: p.Channel})
			continue
		}
		d.sendOrCancel(p, due, reason)
	}
	return 0
}

func (d *decider) typingAt(p *Plan, due Millis) Millis {
	if d.s.Config.Timing == TimingInstant {
		return due
	}
	if p.Kind == Rest { // it is typed straight on, whatever comes
		due = d.s.Clock.Game(p.DueAt)
	}
	return due - d.s.typing(p)
}

// held reports whether the plan is due but stale, and waits until its thought has run again.
func (d *decider) held() bool {
	p := d.s.Plan
	if p == nil || d.s.Config.Timing == TimingManual || d.s.Path.outOfBudget() || p.Kind == Rest || p.Kind == Reserve && d.s.Rhythm.Dormant(d.now) {
		return false
	}
	// Without a share of the talk the bot could not say the result.
	if d.s.barred() != "" || d.now < d.s.Due(p) || !d.s.stale(p) || d.s.messagesLeft(1) == 0 {
		return false
	}
	return p.Rethinks < maxRethinks || len(d.rewriteWants()) > 0
}

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
	if rule == "" && d.s.messagesLeft(1) == 0 {
		// Meanwhile a player may have joined, or the phase have got enough messages for a share.
		rule = mouth.RuleShare
	}
	if rule != "" {
		d.rejectPlan(p, rule)
		return
	}
	if p.Kind != Reserve && p.Command == "" {
		due = d.s.readFirst(p, d.s.Clock.Game(p.DueAt)) // also if the typing began too late
	}
	at := d.s.Clock.Wall(d.heldUntil(p, due))
	d.emit(&MessageSent{
		MessageID: p.messageID(), PlanID: p.ID, Kind: p.Kind, Sender: d.s.Roster.Seat, Text: p.Text, Channel: p.Channel,
		BasedOn: p.BasedOn, Answers: p.Answers, Read: max(p.BasedOn, p.Read), Timing: p.Timing, Model: p.Model, Waited: d.now - d.s.Clock.Game(p.TriggerAt), DueAt: at,
		Lateness: d.s.Clock.Wall(d.now).Sub(at).Milliseconds(), Follows: p.Follows,
	})
	if len(p.Rest) > 0 {
		d.planRest(p)
	}
}

// rejectPlan gives up a plan whose text must no longer be sent: somebody else has said it.
func (d *decider) rejectPlan(p *Plan, rule string) {
	r := &TextRejected{Rule: rule, Text: p.Text, Kind: p.Thought, PlanID: p.ID}
	if p.Kind != Rest && !p.Rewritten {
		c := &Candidate{Kind: p.Kind, Class: p.Class, Silence: p.Silence}
		for _, line := range p.Lines() {
			c.Parts = append(c.Parts, PlanPart{Text: line})
		}
		// The new text is typed again, so its delay counts from now.
		r.Rewrite = d.draft(Want{Kind: p.Thought, BasedOn: p.BasedOn}, d.now, c, rule)
	}
	d.stopTyping()
	d.emit(r)
	d.emit(&PlanCancelled{PlanID: p.ID, Reason: CancelRejected})
}

// planRest makes the next part of a sent message the new plan, based on what the bot knew then.
func (d *decider) planRest(p *Plan) {
	part, head := p.Rest[0], p.Follows
	if head == "" {
		head = p.messageID()
	}
	next := Plan{
		ID: d.id("pln"), Kind: Rest, Class: p.Class, Text: part.Text, Rest: p.Rest[1:], Timing: part.Timing, Channel: p.Channel,
		Follows: head, Thought: p.Thought, BasedOn: d.cursor, Answers: p.Answers, Phase: p.Phase, Mentions: d.mentions(part.Text, d.cursor), TriggerAt: d.s.Clock.Wall(d.now),
	}
	if d.s.Config.lifelike() {
		next.BasedOn = min(d.cursor, max(d.s.readBy(d.now), p.BasedOn, p.Read))
	}
	d.pace(&next, false)
	d.schedule(&next)
	d.emit(&PlanCreated{Plan: next})
}

func (d *decider) cancel(reason CancelReason) {
	d.stopTyping()
	d.emit(&PlanCancelled{PlanID: d.s.Plan.ID, Reason: reason})
}

func (d *decider) stopTyping() {
	if d.s.Plan.Typing {
		d.emit(&TypingStopped{PlanID: d.s.Plan.ID, Channel: d.s.Plan.Channel})
	}
}
