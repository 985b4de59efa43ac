package session

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// Decision is what a session should do now.
type Decision struct {
	// Acts are to be appended, all of them or none. They conclude the whole inbox.
	Acts []Payload
	// Wants are the thoughts that the state calls for. The caller stops a running thought of
	// another kind. Acts change the state first, so beside them there are none.
	Wants []Want
	Due   Millis // the earliest time at which the state needs another decision
}

// Decide says what a session should do at a time. It judges the state as it is, not the last event,
// so it does not matter how the state was reached. The wall clock of the state must be at the shift
// of the present (StepTo). Decide changes nothing: the acts take effect once they are folded. It
// concludes the inbox in order. The strategy may be nil if the session has expired.
func Decide(s *State, strategy Strategy, inbox []Thought, now Millis) Decision {
	d := &decider{s: s, cursor: s.Seq, strategy: strategy, now: max(now, s.Now)}
	if d.s.Ended {
		return Decision{}
	}
	if s.Clock.Stands() {
		return d.stand(inbox)
	}
	if s.Expired(d.now) {
		if d.castDueVotes(); len(d.acts) == 0 { // votes are answered first, however late
			d.emit(&SessionEnded{Reason: EndedByTTL})
		}
		return Decision{Acts: d.acts}
	}
	if d.s.Mind == nil {
		d.start()
	}
	if s.StandIn {
		return d.standBy(inbox)
	}
	d.obeyCommand()
	for _, t := range inbox {
		d.conclude(t)
	}
	d.adjustPath()
	due := s.Expires()
	// The order matters: a vote is cast after what is due with the plan.
	plan := d.advancePlan()
	d.bid()
	for _, at := range []Millis{plan, d.castDueVotes(), d.accuseIfDue()} {
		if at > 0 && (due == 0 || at < due) {
			due = at
		}
	}
	if len(d.acts) > 0 {
		return Decision{Acts: d.acts, Due: due}
	}
	return Decision{Wants: d.wants(), Due: due}
}

type decider struct {
	// s is the state that was passed in, from the first act on a copy with the acts folded in.
	s            *State
	cursor       int64
	strategy     Strategy
	now          Millis
	acts         []Payload
	instructions []string // the core's own instructions to the model whose text is being concluded
	language     string   // the language in which the proposed text must be, or "" if any will do
}

func (d *decider) emit(p Payload) {
	if len(d.acts) == 0 {
		d.s = d.s.Clone()
	}
	d.acts = append(d.acts, p)
	d.s.Apply(Event{Seq: d.s.Seq + 1, At: d.s.Clock.Wall(d.now), Shift: d.s.Clock.Shift, Data: p})
}

// id returns the id of the next act. A retry of the decision gives the same id.
func (d *decider) id(prefix string) string { return ActID(prefix, d.s.Session, d.cursor, len(d.acts)) }

func (d *decider) start() {
	out := d.strategy.Conclude(d.s.View(d.now), Want{Kind: Start}, nil)
	if len(out.Mind) == 0 {
		out.Mind = json.RawMessage("{}")
	}
	d.emit(&ThoughtCompleted{Kind: Start, BasedOn: 0, Mind: out.Mind, Biography: d.firstBiography(), Slot: SlotNone})
}

// concluders turn the core's own thoughts into acts, by kind.
var concluders = map[string]func(*decider, Thought){
	KindSummary: (*decider).concludeSummary, KindVote: (*decider).concludeVote, KindRewrite: (*decider).concludeRewrite,
	KindReconsider: (*decider).concludeReconsider, KindRefine: (*decider).concludeRefine, KindReread: (*decider).concludeReread,
	KindBiography: (*decider).concludeBiography, KindSuspicion: (*decider).concludeScores, KindRead: (*decider).concludeRead,
}

func (d *decider) conclude(t Thought) {
	if d.s.outdated(&t) {
		t.Stop()
		t.Readings = nil
	}
	d.read(t, t.Readings)
	if t.Failure != "" {
		d.fail(t)
		return
	}
	if conclude, ok := concluders[KindOf(t.Want.Kind)]; ok {
		conclude(d, t)
		return
	}
	view := d.s.View(d.now)
	out := d.strategy.Conclude(view, t.Want, t.Finding)
	if len(out.Mind) > MaxMind || len(out.Mind) > 0 && !json.Valid(out.Mind) {
		t.Failure = "mind_unusable"
		d.fail(t)
		return
	}
	d.read(t, out.Readings)
	t.Want.BasedOn = max(t.Want.BasedOn, out.Considered)
	if bytes.Equal(out.Mind, d.s.Mind) {
		out.Mind = nil // the log holds it already
	}
	done := &ThoughtCompleted{Kind: t.Want.Kind, BasedOn: t.Want.BasedOn, Began: t.Began(), Mind: out.Mind, Slot: SlotNone, Calls: t.Calls}
	if done.Read = out.Considered; out.Candidate != nil {
		done.Read = max(done.Read, out.Candidate.BasedOn)
	}
	if out.Mind != nil && d.s.Config.AccuseAfter == AfterEvidence {
		view.Mind = out.Mind
	}
	done.Accusation, done.Urge = d.plannedAccusation(d.accused(view, out.Accuse), t), out.Urge
	defer func() {
		d.emitBeliefs(t, out.Beliefs)
		d.annotate(out.Annotations)
	}()
	c, text := out.Candidate, ""
	if c != nil && d.s.isHistory(c.Answers) {
		c = nil
	}
	if c != nil && len(c.Parts) > 0 {
		text = strings.Join(c.texts(), " ")
		done.Candidate = c.Parts[0].Text
		t.Want.BasedOn = max(t.Want.BasedOn, c.BasedOn)
	}
	switch unsent, text := d.choice(t, out.Unsent, text); {
	case unsent.Settled():
		d.choose(done, unsent, text)
	case text == "":
		d.emit(done)
	default:
		c.replaces = unsent == LookReplace && c.Kind == Reply
		d.propose(done, t, d.trigger(t, c), c)
	}
}

// maxBackoff is the longest wait after failures, in milliseconds: half a minute.
const maxBackoff = 30 * 1000

func (d *decider) fail(t Thought) {
	if t.Failure == ThoughtStopped {
		d.emit(&ThoughtFailed{Kind: t.Want.Kind, BasedOn: t.Want.BasedOn, Began: t.Began(), Code: t.Failure, Calls: t.Calls})
		return
	}
	n := d.s.Thoughts[t.Want.Kind].Failures
	wait := min(Millis(1000)<<min(n, 5), maxBackoff)
	d.emit(&ThoughtFailed{
		Kind: t.Want.Kind, BasedOn: t.Want.BasedOn, Began: t.Began(), Code: t.Failure, Attempt: n + 1, Calls: t.Calls,
		RetryAt: d.s.Clock.Wall(d.now + wait),
	})
}

// thoughtGap is the least time between two thoughts of a kind: a burst costs few calls.
const thoughtGap = 1000

func (d *decider) wants() []Want {
	if d.s.Ended || d.s.Path.outOfBudget() {
		return nil
	}
	view := d.s.View(d.now)
	var wants []Want
	if !d.s.Roster.Muted {
		wants = d.chatWants(view)
	}
	wants = slices.Insert(wants, 0, d.voteWants(view)...) // they have a deadline
	for i := range wants {
		w := &wants[i]
		t := d.s.Thoughts[w.Kind]
		w.At = max(w.At, t.RetryAt)
		if t.Count+t.Failures > 0 {
			w.At = max(w.At, t.FinishedAt+thoughtGap)
		}
	}
	return wants
}

// chatWants returns the thoughts that the chat calls for. The first line needs a biography. After
// the end of the game nothing is thought.
func (d *decider) chatWants(view View) []Want {
	if view.Over() {
		return nil
	}
	if wants := d.biographyWants(); wants != nil {
		return append(wants, d.coreWants(view)...)
	}
	wants := slices.DeleteFunc(d.strategy.Wants(view), func(w Want) bool { return IsCore(w.Kind) || d.tooLate(w) })
	d.takeTurns(wants)
	if d.s.Rhythm.Dormant(d.now) || !d.s.mayBreakSilence() {
		wants = slices.DeleteFunc(wants, func(w Want) bool { return w.Silence })
	}
	rewrite := d.rewriteWants()
	if d.held() && len(rewrite) == 0 { // else the refused new text is being rewritten
		wants = d.rethink(wants, view)
	}
	wants = append(append(wants, d.reconsiderWants(wants)...), d.editWants()...)
	wants = append(append(wants, d.readWants(wants, view)...), rewrite...)
	return append(wants, d.coreWants(view)...)
}

func (d *decider) rethink(wants []Want, view View) []Want {
	kind := d.s.Plan.Thought
	wants = slices.DeleteFunc(wants, func(w Want) bool { return w.Kind == kind })
	here := view.Here()
	last, _ := here.Last()
	return append(wants, Want{Kind: kind, BasedOn: max(last.Seq, d.s.Plan.BasedOn+1), At: d.now})
}
