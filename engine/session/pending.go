package session

import (
	"strings"

	"ringer/engine/mouth"
)

// Look is what becomes of the line that waits in the slot, after a look at what came meanwhile.
type Look string

const (
	LookNone    Look = "none"    // nothing was said about it
	LookKeep    Look = "keep"    // the plan stays
	LookReplace Look = "replace" // another text takes its place
	LookDrop    Look = "drop"    // the bot says nothing
)

// Settled reports whether no text is needed: the line is kept or dropped.
func (l Look) Settled() bool { return l == LookKeep || l == LookDrop }

// Answered returns the line that a plan answers, and false for none. Plans of older sessions do not
// say it: there it is the newest line of another player that their thought had considered.
func (v *View) Answered(p *Plan) (Message, bool) {
	if p.Answers > 0 || v.Config.Precedence != "" {
		return v.Message(p.Answers)
	}
	return findLast(v.Messages, func(m *Message) bool { return m.Foreign() && m.Seq <= p.BasedOn && m.Channel == p.Channel })
}

// choice returns what becomes of the plan by a thought of the strategy, and the text that is left
// to propose: what the thought says if it was shown the plan, else LookNone. The plan's own text
// keeps it. Silence of a thought that runs again for a stale plan drops it. If the plan was sent
// since, there is nothing to keep or to replace.
func (d *decider) choice(t Thought, unsent Look, text string) (Look, string) {
	p := d.s.Plan
	if p == nil || p.Kind != Reply || !d.shown(t, p) {
		if own, sent := findLast(d.s.Messages, func(m *Message) bool { return m.Own }); sent && own.Seq > t.knew() && (unsent == LookKeep || unsent == LookReplace) {
			text = ""
		}
		unsent = LookNone
	}
	if p == nil || p.Kind != Reply {
		return LookNone, text
	}
	again := text != "" && p.sameText(text)
	if again && unsent != LookDrop {
		unsent = LookKeep
	} else if unsent == LookKeep {
		text = ""
	}
	_, here := d.s.basis(t.Want)
	maySay := here && !(d.s.severalChats() && t.Seq < d.s.Rhythm.ChannelSince) && d.s.legal(p) && d.s.barred() == "" && t.Seq >= d.s.Rhythm.PhaseSince
	switch {
	case unsent == LookDrop, text == "" && !(unsent == LookKeep && maySay) && d.withdraws(t.Want.Kind, t.Want.BasedOn):
		return LookDrop, ""
	case unsent == LookKeep && maySay, unsent == LookReplace && text != "":
		return unsent, text
	}
	return LookNone, text
}

func (d *decider) withdraws(kind string, basedOn int64) bool {
	return d.held() && d.s.Plan.Thought == kind && basedOn > d.s.Plan.BasedOn
}

// choose keeps or drops the plan, if that is the choice or the text is that of the plan. It reports
// whether it did.
func (d *decider) choose(done *ThoughtCompleted, unsent Look, text string) bool {
	p, reason := d.s.Plan, CancelDropped
	if d.withdraws(done.Kind, done.BasedOn) {
		reason = CancelWithdrawn
	}
	switch {
	case unsent == LookDrop:
		d.emit(done)
		d.cancel(reason)
	case unsent == LookKeep || p.sameText(text):
		if done.Slot = SlotKept; !IsCore(done.Kind) {
			// The plan's own words: the thought may have cut them in other places, or written none.
			done.Candidate = p.Lines()[0]
		}
		d.emit(done)
	default:
		return false
	}
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

// shown reports whether the prompt of a thought's last call showed the plan.
func (d *decider) shown(t Thought, p *Plan) bool { return p.Since > 0 && p.Since <= t.knew() }

// knew returns the seq of the last event that the prompt of the thought's last call showed.
func (t *Thought) knew() int64 {
	knew := max(t.Seq, t.Want.BasedOn)
	if n := len(t.Calls); n > 0 {
		knew = max(knew, t.Calls[n-1].Known)
	}
	return knew
}
