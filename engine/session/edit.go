package session

import (
	"cmp"
	"strings"
)

// Two thoughts of the core edit the plan: KindRefine and KindReread.

func edits(kind string) bool { return kind == KindRefine || kind == KindReread }

// Edit is what a thought made of a text of the bot that is not sent yet.
type Edit struct {
	PlanID string // the id of the plan that was read
	Unsent Look   // what becomes of the plan
	// Answers is the seq of the line that the new text answers; 0 if the model has not said so.
	Answers int64
	// Text is the new text. An empty one leaves what there is.
	Text string
	Seen int64 // the seq of the last message that the prompt showed
	// Instructions holds the instructions that the model had. No message may recite them.
	Instructions []string
}

// editWants asks for the plan to be edited. A plan is refined before it is scored.
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

func (s *State) mayEdit(p *Plan, now Millis) bool {
	return p.Command == "" && s.Config.Timing == TimingHuman && s.Path.Name == PathFull && !s.stale(p) && now < s.Due(p) && !s.amongAllies()
}

// edit replaces the text of the plan, if it is still the one that the thought read.
func (d *decider) edit(done *ThoughtCompleted, t Thought, found Edit, may func(*Plan, Millis) bool) {
	p := d.s.Plan
	if p == nil || p.ID != found.PlanID || !may(p, d.now) {
		d.emit(done)
		return
	}
	by := Want{Kind: p.Thought, BasedOn: p.BasedOn}
	parts := d.write(by, found.Text)
	if found.Unsent != LookDrop && (strings.TrimSpace(found.Text) == "" || done.Kind == KindRefine && !d.inTime(p, parts)) {
		found.Unsent = LookKeep
	}
	if d.choose(done, found.Unsent, found.Text) {
		return
	}
	done.Candidate = found.Text
	d.instructions = found.Instructions
	t.Want = Want{Kind: done.Kind, BasedOn: max(p.BasedOn, found.Seen)}
	d.propose(done, t, d.s.Clock.Game(p.TriggerAt), &Candidate{Kind: p.Kind, Class: p.Class, Silence: p.Silence, Answers: cmp.Or(found.Answers, p.Answers), Parts: parts, Whole: found.Text})
}

func (d *decider) inTime(p *Plan, parts []PlanPart) bool {
	fresh := Plan{Text: parts[0].Text, Timing: parts[0].Timing}
	return d.now+d.s.typing(&fresh) <= d.s.Due(p)
}
