package tom

import (
	"slices"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// enter fits the mind to the newest lines, the phase and the channel. An accusation ends with its
// phase. What the bot means to do is forgotten in another channel.
func (m *mind) enter(v session.View) {
	roster := v.Roster()
	moved := m.Channel != v.Channel && roster.Sees(v.Me.ID, v.Channel)
	if moved {
		m.Channel, m.Intention = v.Channel, intention{}
		m.GoalFor = ""
		m.Goal, m.GoalSince, m.GoalLines, m.GoalSaid, m.LastGoals, m.Unsaid = "", 0, nil, false, nil, nil
	}
	m.noteSaid(v)
	turned := m.PhaseSince < v.PhaseSince
	m.PhaseSince = v.PhaseSince
	if moved || turned {
		m.Accused, m.Alone, m.PlaySince = 0, 0, lastSeq(v)
		m.Play = m.nextPlay(v)
	}
}

// apart reports whether the suspect does not read the channel where the bot speaks. Without a
// suspect, nobody may read it who may be against the bot.
func (m *mind) apart(v session.View) bool {
	roster := v.Roster()
	if v.Channel == "" || !roster.Sees(v.Me.ID, v.Channel) {
		return false
	}
	if suspect := m.Intention.Suspect; inGame(v, suspect) {
		return !roster.Sees(suspect, v.Channel)
	}
	return !slices.ContainsFunc(v.Opponents(), func(p session.Player) bool { return roster.Sees(p.ID, v.Channel) })
}

// opensPrivately reports whether nobody has written in this phase in the private channel of the
// bot. The phase may be short, so the first line waits for no silence.
func opensPrivately(v session.View) bool {
	here := v.Here()
	return prompt.IsPrivate(v, v.Channel) && !slices.ContainsFunc(here.After(v.PhaseSince), func(m session.Message) bool { return m.Own || m.Foreign() })
}
