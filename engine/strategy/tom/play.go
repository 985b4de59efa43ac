package tom

import (
	"slices"

	"ringer/engine/game"
)

// accusation is the type of a message that accuses somebody.
const accusation = "accusation"

// The actions with which the bot says whom it suspects.
const (
	actionAccuse = "accuse"
	actionVote   = "vote"
)

// movePlay moves the phase of play by what has happened. With another suspect it starts again at
// suspect.
func (m *mind) movePlay(v game.View, before mind) {
	from := m.Play
	if m.Intention.Suspect != before.Intention.Suspect && from != playChat {
		from = playSuspect
	}
	now := m.nextPlay(v, from, before)
	if now != from || now != m.Play {
		m.Play, m.PlaySince = now, newest(v)
	}
}

// nextPlay returns the phase of play that follows the former one. before is the mind from which the
// bot has spoken since.
func (m *mind) nextPlay(v game.View, former play, before mind) play {
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
	case former == playAccuse && m.accused(v, before):
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

// asked reports whether an open vote asks whom the bot suspects.
func asked(v game.View) bool {
	return slices.ContainsFunc(v.Votes, func(x game.Vote) bool { return x.About == game.Suspicion })
}

// doubts returns how much a player is suspected, in percent. It is 0 for a player who has left or
// about whom nothing is known.
func (m *mind) doubts(v game.View, player string) int {
	if !inGame(v, player) {
		return 0
	}
	return m.Beliefs[player].Suspicion
}

// accused reports whether the bot has named its suspect while it meant to accuse. The message must
// be newer than the phase of play and than the mind that meant it.
func (m *mind) accused(v game.View, before mind) bool {
	if before.Intention.Action != actionAccuse && before.Intention.Action != actionVote {
		return false // it may only have asked a question
	}
	since := v.After(max(m.PlaySince, before.UpTo))
	return slices.ContainsFunc(since, func(x game.Message) bool { return x.Own && v.Names(x.Text, m.Intention.Suspect) })
}

// joined reports whether another player doubts the suspect, too.
func (m *mind) joined(v game.View) bool {
	return slices.ContainsFunc(v.OtherPlayers(), func(p game.Player) bool {
		return m.Beliefs[p.ID].OfOthers[m.Intention.Suspect] == stanceDoubts
	})
}
