package session

import "slices"

// Speakers returns the players who may speak now where the bot does.
func (v *View) Speakers() []Player {
	roster := v.Roster()
	return slices.DeleteFunc(slices.Clone(v.Players), func(p Player) bool { return !roster.MaySpeakIn(p.ID, v.Channel) })
}

// PhaseTalk returns how many lines of this phase are the bot's, and those of all who may speak, in
// all chats that it sees.
func (v *View) PhaseTalk() (own, all int) {
	roster := v.Roster()
	for _, p := range v.Players {
		if roster.MaySpeak(p.ID) {
			all += v.Talk(p.ID).Phase
		}
	}
	return v.Talk(v.Me.ID).Phase, all
}
