package tom

import (
	"slices"

	"ringer/engine/session"
)

// accusation is the type of a message that accuses somebody, as the model names it.
const accusation = "accusation"

// The actions with which the bot says whom it suspects.
const (
	actionAccuse = "accuse"
	actionVote   = "vote"
)

// recruitLines is how many lines of others may follow the bot's accusation before the bot gives it
// up: with three players each of the others has had three lines to agree.
const recruitLines = 6

// movePlay moves the phase of play by what was said. If the bot has picked another suspect, its
// accusation of the old one counts no more.
func (m *mind) movePlay(v session.View, before mind) {
	if m.Intention.Suspect != before.Intention.Suspect {
		m.Accused, m.Alone, m.PlaySince = 0, 0, lastSeq(v)
	}
	if voteAsksForSuspect(v) {
		m.VoteSeen = lastSeq(v)
	}
	m.findAccusation(v, before)
	m.giveUpAlone(v)
	if now := m.nextPlay(v); now != m.Play {
		m.Play, m.PlaySince = now, lastSeq(v)
	}
}

// nextPlay returns the phase of play.
func (m *mind) nextPlay(v session.View) play {
	suspect := m.Intention.Suspect
	doubted := m.suspicionOf(v, suspect) >= mediumFrom
	switch {
	case m.apart(v):
		return playAgree
	case voteAsksForSuspect(v):
		return playVote
	case doubted && m.Accused > 0 && m.othersDoubt(v):
		return playVote
	case doubted && m.Accused > 0:
		return playRecruit
	case doubted && m.mayAccuse(v):
		return playAccuse
	case doubted && len(m.Beliefs[suspect].Evidence) > 0, m.anybodyAccuses(v):
		return playSuspect
	}
	return playChat
}

// mayAccuse reports whether the bot has reasons enough to accuse its suspect: a line that speaks
// against the suspect and a high suspicion, or two such lines and another player who doubts the
// suspect, too. After an accusation that nobody followed one of the lines must be newer.
func (m *mind) mayAccuse(v session.View) bool {
	b := m.Beliefs[m.Intention.Suspect]
	reason := slices.ContainsFunc(b.Evidence, func(seq int64) bool { return seq > m.Alone })
	return reason && (b.Suspicion >= highFrom || len(b.Evidence) > 1 && m.othersDoubt(v))
}

// voteAsksForSuspect reports whether an open vote asks whom the bot suspects.
func voteAsksForSuspect(v session.View) bool {
	return slices.ContainsFunc(v.Votes, func(x session.Vote) bool { return x.About == session.Suspicion })
}

// suspicionOf returns how much the bot suspects a player, in percent. It is 0 for a player who is
// not in the game or about whom nothing is known.
func (m *mind) suspicionOf(v session.View, player string) int {
	if !inGame(v, player) {
		return 0
	}
	return m.Beliefs[player].Suspicion
}

// findAccusation looks for the bot's accusation of its suspect in the chat: a line of the bot that
// was written while it meant to accuse, and that names the suspect or does a goal that names the
// suspect. The line must be newer than the start of the phase of play, and newer than the mind that
// meant it. before is the mind on which the bot's newest lines are based.
func (m *mind) findAccusation(v session.View, before mind) {
	i := before.Intention
	if m.Accused > 0 || i.Suspect == "" || i.Suspect != m.Intention.Suspect || i.Action != actionAccuse && i.Action != actionVote {
		return // else the bot may only have asked a question
	}
	about, roster := v.Mentions(before.Goal, i.Suspect), v.Roster()
	for _, x := range v.After(max(m.PlaySince, before.UpTo)) {
		accuses := v.Mentions(x.Text, i.Suspect) || about && slices.ContainsFunc(before.GoalLines, func(line string) bool { return shares(line, x.Text) })
		if x.Own && accuses && roster.Sees(i.Suspect, x.Channel) {
			m.Accused = x.Seq
			return
		}
	}
}

// giveUpAlone ends an accusation that nobody has followed.
func (m *mind) giveUpAlone(v session.View) {
	if m.Accused == 0 || m.othersDoubt(v) {
		return
	}
	lines := 0
	for _, x := range v.After(m.Accused) {
		if x.Foreign() {
			lines++
		}
	}
	if lines >= recruitLines {
		m.Accused, m.Alone = 0, lastSeq(v)
	}
}

// othersDoubt reports whether another player doubts the suspect, too.
func (m *mind) othersDoubt(v session.View) bool {
	return slices.ContainsFunc(v.OtherPlayers(), func(p session.Player) bool {
		return m.Beliefs[p.ID].OfOthers[m.Intention.Suspect] == stanceDoubts
	})
}

// anybodyAccuses reports whether an accusation stands in the chat: the newest line, or a player who
// has shown doubts about another one.
func (m *mind) anybodyAccuses(v session.View) bool {
	return m.Knowledge.Latest == accusation || slices.ContainsFunc(v.OtherPlayers(), func(p session.Player) bool {
		b := m.Beliefs[p.ID]
		for _, other := range v.OtherPlayers() {
			if b.OfOthers[other.ID] == stanceDoubts {
				return true
			}
		}
		return b.OfMe == stanceDoubts
	})
}
