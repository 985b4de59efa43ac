package tom

import (
	"slices"

	"ringer/engine/game"
)

// accusation is the type of a message that accuses somebody, as the model names it.
const accusation = "accusation"

// The actions with which the bot says whom it suspects.
const (
	actionAccuse = "accuse"
	actionVote   = "vote"
)

// movePlay moves the phase of play by what has happened. If the bot has picked another suspect, the
// phase starts again at playSuspect.
func (m *mind) movePlay(v game.View, before mind) {
	from := m.Play
	if m.Intention.Suspect != before.Intention.Suspect && from != playChat {
		from = playSuspect
	}
	now := m.nextPlay(v, from, before)
	if now != from || now != m.Play {
		m.Play, m.PlaySince = now, lastSeq(v)
	}
}

// nextPlay returns the phase of play that follows another one. before is the mind on which the
// bot's newest messages are based.
func (m *mind) nextPlay(v game.View, from play, before mind) play {
	suspect := m.Intention.Suspect
	sure := m.suspicionOf(v, suspect) >= highFrom
	switch {
	case voteAsksForSuspect(v):
		return playVote
	case m.suspicionOf(v, suspect) < mediumFrom: // there is nobody to accuse
		if m.Knowledge.Latest == accusation || slices.ContainsFunc(v.OtherPlayers(), func(p game.Player) bool { return m.suspicionOf(v, p.ID) >= mediumFrom }) {
			return playSuspect
		}
		return playChat
	case from == playAccuse && m.hasAccused(v, before):
		return playRecruit
	case (from == playRecruit || from == playVote) && m.othersDoubt(v):
		return playVote
	case from == playAccuse, from == playRecruit:
		return from
	case sure:
		return playAccuse
	}
	return playSuspect
}

// voteAsksForSuspect reports whether an open vote asks whom the bot suspects.
func voteAsksForSuspect(v game.View) bool {
	return slices.ContainsFunc(v.Votes, func(x game.Vote) bool { return x.About == game.Suspicion })
}

// suspicionOf returns how much the bot suspects a player, in percent. It is 0 for a player who is
// not in the game or about whom nothing is known.
func (m *mind) suspicionOf(v game.View, player string) int {
	if !inGame(v, player) {
		return 0
	}
	return m.Beliefs[player].Suspicion
}

// hasAccused reports whether the bot has named its suspect while it meant to accuse. The message
// must be newer than the start of the phase of play, and newer than the mind that meant it.
func (m *mind) hasAccused(v game.View, before mind) bool {
	if before.Intention.Action != actionAccuse && before.Intention.Action != actionVote {
		return false // the bot may only have asked a question
	}
	since := v.After(max(m.PlaySince, before.UpTo))
	return slices.ContainsFunc(since, func(x game.Message) bool { return x.Own && v.Mentions(x.Text, m.Intention.Suspect) })
}

// othersDoubt reports whether another player doubts the suspect, too.
func (m *mind) othersDoubt(v game.View) bool {
	return slices.ContainsFunc(v.OtherPlayers(), func(p game.Player) bool {
		return m.Beliefs[p.ID].OfOthers[m.Intention.Suspect] == stanceDoubts
	})
}
