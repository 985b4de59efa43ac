package game

import "strings"

// KindRefine is the kind of the thought that reads a plan as others would, and revises it.
const KindRefine = CorePrefix + "refine"

// RefineMode says whether the core refines what a strategy wants to say.
type RefineMode string

// The modes.
const (
	RefineOff   RefineMode = "off"   // what the strategy writes is said
	RefineReCon RefineMode = "recon" // it is read by the second order of the ReCon paper (§3.2), and revised
)

// Refined is the finding of a thought of the kind KindRefine.
type Refined struct {
	// PlanID is the id of the plan that was read.
	PlanID string
	Refinement
	// Text is the better text. An empty one leaves the plan.
	Text string
	// Seen is the seq of the last message that the prompt showed.
	Seen int64
	// Instructions holds the instructions that the model had. No message may recite them.
	Instructions []string
}

// Refinement is how others would read a text, before it was revised.
type Refinement struct {
	// Draft is the text as it was.
	Draft string `json:"draft"`
	// Readings say how each role, or each player, would read it.
	Readings []RoleReading `json:"readings,omitempty"`
	// GivesAway is what the text would tell of the bot's role; empty for nothing.
	GivesAway string `json:"gives_away,omitempty"`
}

// RoleReading is how one role, or one player, would read a text.
type RoleReading struct {
	// Role is the name of the role or the player.
	Role string `json:"role"`
	// Reads is what that player would think of the bot after the text.
	Reads string `json:"reads_it_as"`
}

// MaxReadings is how many readings of one text are kept: more roles than any game has.
const MaxReadings = 12

// refineWants asks for the plan to be refined. That happens while it waits, before the bot types
// it. So a reply is never late for it: a plan that is typed is not changed any more.
func (d *decider) refineWants() []Want {
	p := d.s.Plan
	if p == nil || !d.s.mayRefine(p, d.now) || d.s.Thoughts[KindRefine].Considered >= p.Since {
		return nil
	}
	return []Want{{Kind: KindRefine, BasedOn: p.Since}}
}

// mayRefine reports whether there is still time to refine a plan, and somebody to hide from.
func (s *State) mayRefine(p *Plan, now Millis) bool {
	return s.Config.Refine == RefineReCon && p.Kind == Reply && !p.Refined && !p.Typing && p.Command == "" && s.Config.Timing == TimingHuman &&
		s.Path.Name == PathFull && !s.stale(p) && now < s.Due(p)-s.typing(p) && !s.amongAllies()
}

// concludeRefine replaces the text of the plan, if it still waits and the new text can be typed in
// time. The time of the plan stays.
func (d *decider) concludeRefine(t Thought) {
	found, _ := t.Finding.(Refined)
	done := &ThoughtCompleted{Kind: KindRefine, BasedOn: t.Want.BasedOn, Began: t.Began(), Slot: SlotNone, Calls: t.Calls, Refinement: &found.Refinement}
	p := d.s.Plan
	if p == nil || p.ID != found.PlanID || !d.s.mayRefine(p, d.now) {
		d.emit(done)
		return
	}
	by := Want{Kind: p.Thought, BasedOn: p.BasedOn}
	if strings.TrimSpace(found.Text) == "" || p.sameText(found.Text) || !d.inTime(p, d.write(by, found.Text)) {
		done.Slot = SlotKept
		d.emit(done)
		return
	}
	done.Candidate = found.Text
	d.instructions = found.Instructions
	t.Want = Want{Kind: KindRefine, BasedOn: max(p.BasedOn, found.Seen)}
	d.propose(done, t, d.s.Clock.Game(p.TriggerAt), &Candidate{Kind: Reply, Class: p.Class, Parts: d.write(by, found.Text), Whole: found.Text})
}

// inTime reports whether a text can be typed until a plan is due.
func (d *decider) inTime(p *Plan, parts []PlanPart) bool {
	fresh := Plan{Text: parts[0].Text, Timing: parts[0].Timing}
	return d.now+d.s.typing(&fresh) <= d.s.Due(p)
}
