package tom

import (
	"slices"

	"ringer/engine/session"
	"ringer/engine/timing"
)

const accusation = "accusation"

const (
	actionChat   = "chat"
	actionAccuse = "accuse"
	actionVote   = "vote"
)

// recruitLines is how many lines of others may follow an accusation before the bot gives it up:
// with three players each of the others has had three.
const recruitLines = 6

// movePlay moves the phase of play by what was said. An accusation of an old suspect counts no
// more.
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

func (m *mind) nextPlay(v session.View) play {
	suspect := m.Intention.Suspect
	doubted := m.suspicionOf(v, suspect) >= mediumFrom
	switch {
	case m.apart(v):
		return playAgree
	case votes(v):
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

// mayAccuse reports whether the bot has a line against its suspect and a high suspicion, or two
// lines and another player who doubts the suspect, too. After an accusation that nobody followed
// one of the lines must be newer.
func (m *mind) mayAccuse(v session.View) bool {
	b := m.Beliefs[m.Intention.Suspect]
	if suspect := m.Intention.Suspect; mended(v) && suspect != "" && v.Accused.Suspect() == suspect {
		return true // the chat may hear what the vote says
	}
	reason := slices.ContainsFunc(b.Evidence, func(seq int64) bool { return seq > m.Alone })
	return reason && (b.Suspicion >= highFrom || len(b.Evidence) > 1 && m.othersDoubt(v))
}

func voteAsksForSuspect(v session.View) bool {
	return slices.ContainsFunc(v.Votes, func(x session.Vote) bool { return x.About == session.Suspicion })
}

// soon is how long before the end of a phase it is time to say whom the bot suspects, since most
// rules have a vote then.
const soon = 30 * timing.Second

// votes reports whether the players vote on whom they suspect, or will soon. In a game of quests
// they vote on teams, in one with rounds only after the last, and a phase with one speaker is a
// turn of many.
func votes(v session.View) bool {
	near := v.Config.Generation > 3 && v.PhaseEnds > 0 && v.PhaseEnds-v.Now <= soon
	preset, _ := session.FindPreset(v.Config.Game.Rules)
	return voteAsksForSuspect(v) || near && v.Quarry() != "" && !v.Config.Quests() && !preset.Rounds && len(v.Speakers()) > 1
}

// suspicionOf returns a suspicion in percent, 0 for a player who is not in the game.
func (m *mind) suspicionOf(v session.View, player string) int {
	if !inGame(v, player) {
		return 0
	}
	return m.Beliefs[player].Suspicion
}

// findAccusation looks for a line in which the bot accuses its suspect: it was written while the
// bot meant to accuse, is newer than the phase of play and the mind that meant it, and names the
// suspect or does a goal that does. before is the mind on which the bot's newest lines are based.
func (m *mind) findAccusation(v session.View, before mind) {
	i := before.Intention
	if m.Accused > 0 || i.Suspect == "" || i.Suspect != m.Intention.Suspect || i.Action != actionAccuse && i.Action != actionVote {
		return // else the bot may only have asked a question
	}
	about, roster := v.Mentions(before.Goal, i.Suspect), v.Roster()
	for _, x := range v.After(max(m.PlaySince, before.UpTo)) {
		accuses := v.Mentions(x.Text, i.Suspect) && !(mended(v) && asksSomething(v, x)) || about && slices.ContainsFunc(before.GoalLines, func(line string) bool { return shares(line, x.Text) })
		if x.Own && accuses && roster.Sees(i.Suspect, x.Channel) {
			m.Accused = x.Seq
			return
		}
	}
}

// mended reports whether the session was begun since these faults of the mind were mended.
func mended(v session.View) bool { return v.Config.Generation >= 3 }

// asksSomething reports whether a line of the bot is a question, which tells nobody of a doubt.
func asksSomething(v session.View, line session.Message) bool {
	return slices.ContainsFunc(v.Questions(), func(q session.Question) bool { return q.Seq == line.Seq })
}

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

func (m *mind) othersDoubt(v session.View) bool {
	return slices.ContainsFunc(v.OtherPlayers(), func(p session.Player) bool {
		return m.Beliefs[p.ID].OfOthers[m.Intention.Suspect] == stanceDoubts
	})
}

// anybodyAccuses reports whether the newest line accuses, or a player has shown doubts about
// another.
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
