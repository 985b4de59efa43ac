package tom_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"ringer/engine/mouth"
	"ringer/engine/prompt"
	"ringer/engine/session"
)

// law checks what must be true in every game.
type law struct {
	// phaseSince is the seq at which the current phase began.
	phaseSince int64
	// silent says that there was nothing to say into the last silence.
	silent bool
	// began is the last event that the thought of a plan knew when it began, by the plan's id.
	began map[string]int64
	// considered is the seq that each kind of thought had considered when it last completed.
	considered map[string]int64
	// thought is the last thought that completed.
	thought *session.ThoughtCompleted
	// unreported are the players whose suspicion that thought changed, until an event reports it.
	unreported []string
	// last is the last message of the bot, nil if the platform rejected it.
	last *session.MessageSent
	// run is how many messages the bot has sent since another player wrote.
	run int
	// sent are the ids of the plans that were sent.
	sent map[string]bool
	// strategy has the present options.
	strategy prompt.Thinker
	options  []byte
	events   int
}

// Bounds of a mind and of waits.
const (
	maxMind    = 20 << 10 // bytes, less than the core takes
	maxBackoff = 30_000   // milliseconds
)

// event checks an event against the state before it.
func (l *law) event(g *table, before *session.State, e session.Event) {
	if l.events++; l.began == nil {
		l.began, l.considered, l.sent = map[string]int64{}, map[string]int64{}, map[string]bool{}
	}
	if _, done := e.Data.(*session.ThoughtCompleted); done && len(l.unreported) > 0 {
		g.wrong("no belief.updated has the new suspicion of %v", l.unreported)
	}
	switch p := e.Data.(type) {
	case *session.BeliefUpdated:
		for _, c := range p.Changes {
			l.unreported = slices.DeleteFunc(l.unreported, func(id string) bool { return id == c.Player && c.Belief == "suspicion_percent" })
		}
	case *session.MessageReceived:
		if p.Kind == session.FromPlayer && p.Sender != before.Roster.Seat {
			l.run = 0
		}
	case *session.ObservationReceived:
		if p.Kind == session.PhaseChanged && p.Phase != before.Roster.Phase {
			l.phaseSince = e.Seq
		}
	case *session.ThoughtCompleted:
		l.completed(g, before, p)
	case *session.ThoughtFailed:
		if wait := g.state.Clock.Game(p.RetryAt) - g.state.Now; p.Code != session.ThoughtStopped && wait != min(maxBackoff, session.Millis(1000)<<min(p.Attempt-1, 5)) {
			g.wrong("%s is tried again after %d ms, the attempt was number %d", p.Kind, wait, p.Attempt)
		}
	case *session.PlanCreated:
		if before.Plan != nil {
			g.wrong("a second plan %+v beside %+v", p.Plan, before.Plan)
		}
		l.planned(g, before, &p.Plan)
	case *session.PlanRevised:
		if before.Plan == nil || before.Plan.ID != p.Replaces {
			g.wrong("%+v replaces %s, the plan is %+v", p.Plan, p.Replaces, before.Plan)
		} else if v := before.View(before.Now); !v.PlanStale {
			l.revised(g, v, before.Plan, &p.Plan)
		}
		l.planned(g, before, &p.Plan)
	case *session.MessageSent:
		l.message(g, before, e, p)
	case *session.MessageReceipt:
		if l.last != nil && l.last.MessageID == p.MessageID && p.Status == session.Rejected {
			l.last = nil // nobody has seen the message
		}
	}
}

// revised checks a plan that replaces another one which still fits the chat. An answer to an open
// question to the bot alone stays fresh for longer.
func (l *law) revised(g *table, v session.View, old, p *session.Plan) {
	limit := 3
	if slices.ContainsFunc(v.OpenQuestions(), func(q session.Question) bool { return q.To == v.Me.ID && q.Seq <= p.BasedOn }) {
		limit = 12
	}
	switch {
	case p.Class < old.Class && p.Answers <= old.Answers: // a newer line goes first
		g.wrong("%+v replaces %+v, which has a higher class", p, old)
	case !fresh(v, p.BasedOn, limit):
		g.wrong("%+v replaces %+v, but is stale at once", p, old)
	case old.Kind == session.Reply && !p.TriggerAt.Equal(old.TriggerAt):
		g.wrong("%+v replaces %+v, but has another trigger", p, old)
	}
}

// fresh reports whether less than limit messages, and none to the bot, have come since a seq.
func fresh(v session.View, seq int64, limit int) bool {
	foreign := 0
	for _, m := range v.After(seq) {
		if m.Foreign() {
			foreign++
		}
		if m.Addressed && !m.Own {
			return false
		}
	}
	return foreign < limit
}

// completed checks a thought and its change of the mind.
func (l *law) completed(g *table, before *session.State, p *session.ThoughtCompleted) {
	l.thought = p
	if done := before.Thoughts[p.Kind]; p.Began != nil && done.Count+done.Failures > 0 && !session.IsCore(p.Kind) && p.Began.At < done.FinishedAt+1000 {
		g.wrong("%s began at %d, within a second of the one before, at %d", p.Kind, p.Began.At, done.FinishedAt)
	}
	l.considered[p.Kind] = max(l.considered[p.Kind], p.BasedOn)
	v, old := before.View(before.Now), before.Plan
	quick := old != nil && old.Class == session.ClassReflex && old.Kind == session.Reply
	if p.Kind == "cognition" && p.Slot == session.SlotKept && quick && mouth.Normalise(p.Candidate) != mouth.Normalise(old.Text) && fresh(v, p.BasedOn, 3) && !answered(v, p.BasedOn) {
		g.wrong("cognition about %d does not take the place of %+v", p.BasedOn, old)
	}
	if p.Kind == "reflex" && len(strings.Fields(p.Candidate)) > 15 {
		g.wrong("a reflex of more than 15 words: %q", p.Candidate)
	}
	if p.Kind == "reserve" {
		l.silent = p.Candidate == ""
	}
	if p.Mind == nil {
		return
	}
	if bytes.Equal(p.Mind, before.Mind) {
		g.wrong("%s stores a mind that is as it was", p.Kind)
	}
	if len(p.Mind) > maxMind {
		g.wrong("a mind of %d bytes", len(p.Mind))
	}
	var was, is mental
	if err := json.Unmarshal(p.Mind, &is); err != nil {
		g.wrong("no mind: %v", err)
	}
	if len(before.Mind) > 0 {
		_ = json.Unmarshal(before.Mind, &was) // it was checked before
		for _, wrong := range is.withoutReason(was, before, p.BasedOn) {
			g.wrong("%s: %s", p.Kind, wrong)
		}
		l.unreported = is.changedPlayers(was)
	}
}

// planned checks a plan that enters the slot.
func (l *law) planned(g *table, before *session.State, p *session.Plan) {
	v := before.View(before.Now)
	if p.Kind == session.Rest {
		l.began[p.ID] = l.began[l.last.PlanID]
		return
	}
	if l.thought.Began != nil {
		l.began[p.ID] = l.thought.Began.Seq
	}
	if l.began[p.ID] < l.phaseSince {
		g.wrong("a plan of a phase that is over: %+v", p)
	}
	if p.Kind == session.Reply && answered(v, p.BasedOn) && !slices.ContainsFunc(v.OpenQuestions(), func(q session.Question) bool { return q.Seq <= p.BasedOn }) {
		g.wrong("a reply to what the bot has answered: %+v", p)
	}
	if p.Kind == session.Reply && !p.Rewritten && g.config.Timing != session.TimingInstant {
		least := map[string]session.Millis{"reflex": 2000, "single": 2000, "cognition": 4000}[p.Thought]
		if p.Timing.Thinking < least || p.Timing.Thinking >= least+3000 {
			g.wrong("%s thinks for %d ms", p.Thought, p.Timing.Thinking)
		}
		if p.DueAt.IsZero() || g.state.Clock.Game(p.DueAt) < g.state.Clock.Game(p.TriggerAt)+p.Timing.Total() {
			g.wrong("a reply is due before it can be written: %+v", p)
		}
	}
}

// answered reports whether the bot has spoken since the last message of somebody else up to a seq.
func answered(v session.View, seq int64) (spoken bool) {
	for _, m := range v.Messages {
		if m.Own {
			spoken = true
		} else if m.Seq <= seq {
			spoken = false
		}
	}
	return spoken
}

// repeatAfter is how many lines of the seat, also a person's, must come before a short one repeats.
const repeatAfter = 5

// message checks a message that is sent.
func (l *law) message(g *table, before *session.State, e session.Event, p *session.MessageSent) {
	plan := before.Plan
	if plan == nil || plan.ID != p.PlanID || plan.Text != p.Text || l.sent[p.PlanID] {
		g.wrong("sends %+v, the plan is %+v", p, plan)
		return
	}
	l.sent[p.PlanID] = true
	now, written := before.Clock.Game(e.At), before.Clock.Game(plan.TriggerAt)+plan.Timing.Total()
	if plan.Command == "" && (now < before.Due(plan) || g.config.Timing != session.TimingInstant && now < written) {
		g.wrong("sends %+v too early, the plan is %+v", p, plan)
	}
	me, _ := before.Roster.Player("red")
	if before.Roster.Muted || me.Presence != session.Active || !before.Roster.MaySpeak("red") {
		g.wrong("speaks, though it may not: %+v", p)
	}
	if l.began[p.PlanID] < l.phaseSince {
		g.wrong("says what was thought in a phase that is over: %+v", p)
	}
	v := before.View(before.Now)
	own := slices.DeleteFunc(slices.Clone(v.Messages), func(m session.Message) bool { return !m.Own })
	for _, m := range own[max(0, len(own)-repeatAfter):] {
		if m.Text == p.Text {
			g.wrong("says the same twice: %q", p.Text)
		}
	}
	if made := before.Thoughts[session.KindBiography]; g.config.Biography == nil && made.Count+made.Failures == 0 && before.Talk["red"].Total == 0 {
		g.wrong("speaks before it is anybody: %q", p.Text)
	}
	asked := slices.ContainsFunc(v.OpenQuestions(), func(q session.Question) bool { return q.Seq <= p.BasedOn }) // the last line answered another
	if l.last != nil && l.last.Kind != session.Reserve && p.Kind == session.Reply && !asked {
		if !slices.ContainsFunc(v.After(l.last.BasedOn), func(m session.Message) bool { return !m.Own && m.Seq <= p.BasedOn }) {
			g.wrong("answers twice what was said once: %q and %q", l.last.Text, p.Text)
		}
	}
	if p.Kind != session.Rest { // a rest continues the same message
		l.run++
	}
	if l.run > 2 && p.Kind == session.Reserve {
		g.wrong("speaks %d times into a silence: %q", l.run, p.Text)
	}
	l.last = p
}
