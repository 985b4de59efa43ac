package session

import (
	"encoding/json"
	"strings"

	"ringer/engine/timing"
)

// maxVoteTries is how often thoughts about one vote may fail before the bot answers without.
const maxVoteTries = 3

// needsThought reports whether the answer to a vote should wait for a thought. It should if the bot
// has a choice, time and budget, and no thought has judged the present options yet.
func (s *State) needsThought(v *Vote, now Millis) bool {
	t := s.Thoughts[v.thoughtKind()]
	switch {
	case v.Status != VoteOpen, v.UnaffordableSeq > s.Budget.Since, s.Path.outOfBudget(), s.mustNotSuspect(v):
		return false
	case v.Judgement != nil && v.Judgement.BasedOn >= v.ChangedSeq:
		return false
	}
	return t.Failures < maxVoteTries && max(now, t.RetryAt) < v.Last && s.hasChoice(v)
}

func (s *State) hasChoice(v *Vote) bool {
	n := len(s.options(v))
	switch {
	case !v.Kind.takes(fieldOptions):
		return true
	case n == 0:
		return false
	case v.AllowAbstain, v.Kind.takes(fieldLabels):
		return true
	case v.Kind.takes(fieldK):
		low, _ := v.countBounds(n)
		return low < n
	}
	return n > 1
}

func (d *decider) voteWants(view View) (wants []Want) {
	last, _ := view.Last()
	for i := range d.s.Votes {
		if v := &d.s.Votes[i]; d.s.needsThought(v, d.now) {
			wants = append(wants, Want{Kind: v.thoughtKind(), BasedOn: max(last.Seq, v.ChangedSeq)})
		}
	}
	return wants
}

// rationaleChars is the longest rationale, in characters: two sentences.
const rationaleChars = 400

// concludeVote keeps what a thought found. If the vote is over by now, only its cost counts.
func (d *decider) concludeVote(t Thought) {
	done := &ThoughtCompleted{Kind: t.Want.Kind, BasedOn: t.Want.BasedOn, Began: t.Began(), Slot: SlotNone, Calls: t.Calls}
	found, ok := t.Finding.(Judgement)
	if !ok || !found.storable() {
		t.Failure = "thought_failed"
		d.fail(t)
		return
	}
	if id := strings.TrimPrefix(t.Want.Kind, KindVotePrefix); d.s.openVoteIndex(id) >= 0 {
		found.VoteID, found.BasedOn, found.Took = id, t.Want.BasedOn, t.Took
		found.Chances = found.rounded()
		found.Rationale = cutSentence(strings.Join(strings.Fields(found.Rationale), " "), rationaleChars)
		done.Judgement = &found
	}
	d.emit(done)
}

// storable reports whether a judgement can be stored. JSON has no infinity and no NaN.
func (j *Judgement) storable() bool {
	_, err := json.Marshal(j)
	return err == nil
}

// castDueVotes casts the answers that are due, and returns when the next one is, 0 for never. Each
// cast is a barrier, so casts are the last acts of a decision.
func (d *decider) castDueVotes() (next Millis) {
	votes := d.s.Votes // casting replaces the slice
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

// castAt returns when an answer is cast: as a person would, after the thoughts, in time.
func (d *decider) castAt(v *Vote) Millis {
	if d.s.needsThought(v, min(d.now, v.Last-1)) {
		return v.Last
	}
	return min(max(d.readyAt(v.AskedAt, v.Delay), v.ChangedAt, d.s.Thoughts[v.thoughtKind()].FinishedAt), v.Last)
}

// readyAt returns when a person who is asked at some time could press a button, after a delay. A
// person first finishes the line that they are typing. A bot without human timing is ready at once.
func (d *decider) readyAt(asked Millis, t timing.Delay) Millis {
	if d.s.Config.Timing != TimingHuman {
		return asked // an empty delay would still take 0.8 s
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
	x := d.s.verdict(v, d.brief())
	due := d.s.Clock.Wall(dueAt)
	p := &VoteCast{
		VoteID: v.ID, Origin: v.Origin, Kind: v.Kind, Answer: x.explained(v), Chances: x.Chances, Confidence: x.confidence, AnsweredBy: x.by, BasedOn: x.basedOn,
		Timing: v.Delay, Model: x.model, Waited: d.now - v.AskedAt, DueAt: due, DeadlineAt: v.DeadlineAt,
	}
	at := d.s.Clock.Wall(d.now)
	p.Lateness, p.Late = at.Sub(due).Milliseconds(), at.After(v.DeadlineAt)
	d.emit(p)
}

// brief returns the brief of the strategy's mind. A session that has expired may have no strategy.
func (d *decider) brief() Brief {
	if d.strategy == nil {
		return Brief{}
	}
	return BriefOf(d.strategy, d.s.View(d.now))
}
