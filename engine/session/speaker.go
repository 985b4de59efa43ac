package session

import "slices"

// Speakers returns the players who may speak in this phase.
func (v *View) Speakers() []Player {
	roster := v.Roster()
	return slices.DeleteFunc(slices.Clone(v.Players), func(p Player) bool { return !roster.MaySpeak(p.ID) })
}

// PhaseTalk returns how many lines of this phase are the bot's, and those of all who may speak.
func (v *View) PhaseTalk() (own, all int) {
	for _, p := range v.Speakers() {
		all += v.Talk(p.ID).Phase
	}
	return v.Talk(v.Me.ID).Phase, all
}
