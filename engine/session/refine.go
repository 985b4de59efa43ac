package session

// KindRefine is the kind of the thought that reads a plan as others would, and revises it.
const KindRefine = CorePrefix + "refine"

// RefineMode says whether the core refines what a strategy wants to say.
type RefineMode string

const (
	RefineOff   RefineMode = "off"   // what the strategy writes is said
	RefineReCon RefineMode = "recon" // it is read by the second order of the ReCon paper (§3.2), and revised
)

// Refined is the finding of a thought of the kind KindRefine.
type Refined struct {
	Edit
	Refinement
}

// Refinement is how others would read a text, before it was revised.
type Refinement struct {
	Draft string `json:"draft"` // Draft is the text as it was.
	// Readings say how each role, or each player, would read it.
	Readings []RoleReading `json:"readings,omitempty"`
	// GivesAway is what the text would tell of the bot's role; empty for nothing.
	GivesAway string `json:"gives_away,omitempty"`
}

// RoleReading is how one role, or one player, would read a text.
type RoleReading struct {
	Role string `json:"role"` // Role is the name of the role or the player.
	// Reads is what that player would think of the bot after the text.
	Reads string `json:"reads_it_as"`
}

// MaxReadings is how many readings of one text are kept: more roles than any game has.
const MaxReadings = 12

// mayRefine reports whether a plan is to be refined, before the bot types it.
func (s *State) mayRefine(p *Plan, now Millis) bool {
	return s.Config.Refine == RefineReCon && p.Kind == Reply && !p.Refined && !p.Typing && now < s.Due(p)-s.typing(p) && s.mayEdit(p, now)
}

// concludeRefine replaces the text of the plan if the new one can be typed until the plan is due.
func (d *decider) concludeRefine(t Thought) {
	found, _ := t.Finding.(Refined)
	done := &ThoughtCompleted{Kind: KindRefine, BasedOn: t.Want.BasedOn, Began: t.Began(), Slot: SlotNone, Calls: t.Calls, Refinement: &found.Refinement}
	d.edit(done, t, found.Edit, d.s.mayRefine)
}
