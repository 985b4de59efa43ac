package game

import (
	"encoding/json"
	"strings"

	"ringer/engine/timing"
)

// maxVoteTries bounds the thoughts about a vote that fail: after some seconds without a model a person would answer by what they know.
const maxVoteTries = 3

// unjudged tells whether an answer should wait for a thought: there is something to choose, no thought has weighed what may be chosen now, and
// there are time and means left for one.
func (s *State) needsThought(v *Vote, now Millis) bool {
	t := s.Thoughts[v.thought()]
	switch {
	case v.Status != VoteOpen, v.Unaffordable > s.Budget.Since, s.Path.outOfBudget(), s.mustNotSuspect(v):
		return false
	case v.Judgement != nil && v.Judgement.BasedOn >= v.Changed:
		return false
	}
	return t.Failures < maxVoteTries && max(now, t.RetryAt) < v.Last && s.hasChoice(v)
}

// undecided tells whether a vote leaves a choice.
func (s *State) hasChoice(v *Vote) bool {
	n := len(s.options(v))
	switch {
	case v.Kind == PickNumber:
		return true
	case n == 0:
		return false
	case v.AllowAbstain, v.Kind == LabelEach:
		return true
	case v.Kind == ChooseMany:
		low, _ := v.count(n)
		return low < n
	}
	return n > 1
}

// voteWants returns the thoughts that votes call for.
func (d *decider) voteWants(view View) (wants []Want) {
	last, _ := view.Last()
	for i := range d.s.Votes {
		if v := &d.s.Votes[i]; d.s.needsThought(v, d.now) {
			wants = append(wants, Want{Kind: v.thought(), BasedOn: max(last.Seq, v.Changed)})
		}
	}
	return wants
}

// rationaleChars bounds a reason: two sentences.
const rationaleChars = 400

// concludeVote keeps what a thought about a vote found. If the vote is over meanwhile, it only counts what the thought has cost.
func (d *decider) concludeVote(t Thought) {
	done := &ThoughtCompleted{Kind: t.Want.Kind, BasedOn: t.Want.BasedOn, Began: t.began(), Slot: SlotNone, Calls: t.Calls}
	found, ok := t.Finding.(Judgement)
	if !ok || !found.storable() {
		t.Failure = "thought_failed"
		d.fail(t)
		return
	}
	if id := strings.TrimPrefix(t.Want.Kind, VoteThought); d.s.openAt(id) >= 0 {
		found.VoteID, found.BasedOn, found.Took = id, t.Want.BasedOn, t.Took
		found.Odds = found.rounded()
		found.Rationale = cutSentence(strings.Join(strings.Fields(found.Rationale), " "), rationaleChars)
		done.Judgement = &found
	}
	d.emit(done)
}

// sane tells whether a judgement can be stored: JSON knows neither infinity nor what is not a number.
func (j *Judgement) storable() bool {
	_, err := json.Marshal(j)
	return err == nil
}

// vote casts the answers that are due. It returns when the next one is, 0 for never. Casts are the last acts of a decision, since each is a
// barrier: what a platform says of a vote meets it either open or answered.
func (d *decider) vote() (next Millis) {
	votes := d.s.Votes // as they are now: casting replaces them
	for i := range votes {
		v := &votes[i]
		if v.Status != VoteOpen {
			continue
		}
		if due := d.castAt(v); d.now >= due {
			d.cast(v, due)
		} else if next == 0 || due < next {
			next = due
		}
	}
	return next
}

// castAt returns when an answer is cast: when a person would give it, once the thoughts about what may be chosen are over, and in time in
// any case.
func (d *decider) castAt(v *Vote) Millis {
	if d.s.needsThought(v, min(d.now, v.Last-1)) {
		return v.Last
	}
	return min(max(d.freeAt(v.AskedAt, v.Delay), v.ChangedAt, d.s.Thoughts[v.thought()].FinishedAt), v.Last)
}

// freeAt returns when a person who is asked at a time has done with a delay and has the hands free for a button: what they were typing then
// they finish first. Who is not to seem a person is free at once.
func (d *decider) freeAt(asked Millis, t timing.Delay) Millis {
	if d.s.Config.Timing != TimingHuman {
		return asked // and not after a delay of no parts, which is one of 0.8 s
	}
	due := asked + t.Total()
	if p := d.s.Plan; p != nil && p.Typing && d.s.Clock.Game(p.TypingSince) <= asked {
		return max(due, d.s.Due(p)+t.Typing)
	}
	for i := len(d.s.Messages) - 1; i >= 0; i-- {
		if m := d.s.Messages[i]; m.Own {
			return max(due, m.At+t.Typing)
		}
	}
	return due
}

func (d *decider) cast(v *Vote, dueAt Millis) {
	x := d.s.verdict(v, d.suspicion())
	due := d.s.Clock.Wall(dueAt)
	p := &VoteCast{
		VoteID: v.ID, Origin: v.Origin, Kind: v.Kind, Answer: x.answer, Odds: x.Odds, Confidence: x.confidence, AnsweredBy: x.by, BasedOn: x.basedOn,
		Timing: v.Delay, Model: x.model, Waited: d.now - v.AskedAt, DueAt: due, DeadlineAt: v.DeadlineAt,
	}
	at := d.s.Clock.Wall(d.now)
	p.Lateness, p.Late = at.Sub(due).Milliseconds(), at.After(v.DeadlineAt)
	d.emit(p)
}

// suspicion is what the strategy's mind suspects. A session that has expired may have no strategy any more.
func (d *decider) suspicion() map[string]float64 {
	if d.strategy == nil {
		return nil
	}
	return d.strategy.Brief(d.s.View(d.now)).Suspicion
}
