package avalon

import (
	"ringer/engine/referee/match"
	"ringer/engine/session"
)

// barred reports whether an event is an answer of one side, from a player of the other.
func (m *game) barred(p session.Payload) bool {
	var id, seat string
	var a session.Answer
	switch p := p.(type) {
	case *session.VoteReceived:
		id, seat, a = p.VoteID, p.Seat, p.Answer
	case *session.VoteCast:
		id, seat, a = p.VoteID, p.Seat, p.Answer
	}
	if m.Vote == nil || m.Vote.ID != id || a.Abstain {
		return false
	}
	side := m.Vote.Sides[a.Option]
	return side != "" && side != sideOf(m.Roles[seat])
}

// void reports whether a vote has asked one player alone, who has left without an answer.
func (m *game) void(v *match.Vote) bool {
	alone := m.Stage == session.StepTeam || m.Stage == session.StepAssassination
	return alone && m.Gone[v.Seats[0]] && len(v.Answers) == 0
}

// chose notes in the last ballot what its vote has decided: an answer may have come between the
// count and the ruling. A quest without anybody has no ballot.
func (m *game) chose(option string) {
	if last := len(m.Ballots) - 1; last >= 0 && m.Ballots[last].Vote == m.voteID() {
		m.Ballots[last].Chosen = option
	}
}
