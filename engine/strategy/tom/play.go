package tom

import (
	"slices"

	"ringer/engine/game"
)

// accusation is the type of a message that accuses somebody.
const accusation = "accusation"

// move brings the phase of play up to what has happened. Against another suspect all begins anew.
func (m *mind) move(v game.View, before mind) {
	from := m.Play
	if m.Intention.Suspect != before.Intention.Suspect && from != playChat {
		from = playSuspect
	}
	now := m.follows(v, from)
	if now != from || now != m.Play {
		m.Play, m.PlaySince = now, newest(v)
	}
}

// follows returns the phase of play that follows on a former one.
func (m *mind) follows(v game.View, former play) play {
	suspect := m.Intention.Suspect
	sure := m.doubts(v, suspect) >= highFrom
	switch {
	case asked(v):
		return playVote
	case m.doubts(v, suspect) < mediumFrom: // there is nobody to accuse
		if m.Knowledge.Latest == accusation || slices.ContainsFunc(v.OtherPlayers(), func(p game.Player) bool { return m.doubts(v, p.ID) >= mediumFrom }) {
			return playSuspect
		}
		return playChat
	case former == playAccuse && m.named(v):
		return playRecruit
	case (former == playRecruit || former == playVote) && m.joined(v):
		return playVote
	case former == playAccuse, former == playRecruit:
		return former
	case sure:
		return playAccuse
	}
	return playSuspect
}

// asked tells whether an open vote asks whom the bot suspects.
func asked(v game.View) bool {
	return slices.ContainsFunc(v.Votes, func(x game.Vote) bool { return x.About == game.Suspicion })
}

// doubts returns how much a player is suspected in percent, 0 for one who is not in the game or of whom nothing is known.
func (m *mind) doubts(v game.View, player string) int {
	if !plays(v, player) {
		return 0
	}
	return m.Beliefs[player].Suspicion
}

// named tells whether the bot has named its suspect since the phase of play began.
func (m *mind) named(v game.View) bool {
	return slices.ContainsFunc(v.After(m.PlaySince), func(x game.Message) bool { return x.Own && v.Names(x.Text, m.Intention.Suspect) })
}

// joined tells whether another player doubts the suspect, too.
func (m *mind) joined(v game.View) bool {
	return slices.ContainsFunc(v.OtherPlayers(), func(p game.Player) bool {
		return m.Beliefs[p.ID].OfOthers[m.Intention.Suspect] == stanceDoubts
	})
}
