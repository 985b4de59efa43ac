package gametest

import "ringer/engine/session"

func (m *mafiaGame) left(e session.Event, seat string) {
	m.untold, m.goneAt = append(m.untold, seat), steady(e)
	mafiosi, bystanders := len(m.living(mafia)), len(m.living(bystander))
	if m.phase == night && !m.voted && mafiosi == 1 && m.ready.After(steady(e)) {
		m.ready = steady(e) // a mafioso who is left alone has nobody to talk to, and votes at once
	}
	if mafiosi == 0 {
		m.wins(e, bystander)
	} else if mafiosi >= bystanders {
		m.wins(e, mafia)
	}
}

func (m *mafiaGame) turn(e session.Event, o *session.Observation) {
	next, lasts := night, m.limits.Night
	if m.phase == night {
		next, lasts = day, m.limits.Day
	} else if len(m.living(mafia)) == 1 {
		lasts = 0
	}
	switch {
	case o.Phase != next:
		m.blame(e, "%s follows %s", o.Phase, m.phase)
	case m.won != "":
		m.blame(e, "%s begins after the %s has won", o.Phase, m.won)
	case !m.decided:
		m.blame(e, "%s begins before a vote of the %s has put somebody out", o.Phase, m.phase)
	}
	m.takesAsLong(e, o, lasts)
	m.phase, m.ready, m.voted, m.decided, m.vote = o.Phase, steady(e).Add(m.wall(lasts)), false, false, nil
}

func (m *mafiaGame) ask(e session.Event, p *session.VoteRequested) {
	if m.voted {
		m.blame(e, "the %s has a vote already", m.phase)
	}
	v := m.open(e, p)
	m.voted = true
	m.inTime(e)
	m.lasts(e, v, m.limits.Vote)
	seats, options := m.living(), m.living()
	if m.phase == night {
		seats, options = m.living(mafia), m.living(bystander)
	}
	if p.Kind != session.ChooseOne || !same(v.Seats, seats) || !same(v.options, options) {
		m.blame(e, "%s of %v asks %v", p.Kind, v.options, v.Seats)
	}
}

// out judges whom the rules put out.
func (m *mafiaGame) out(e session.Event, seat string) {
	if m.vote == nil || m.vote.over {
		m.blame(e, "%s is out without a vote", seat)
	} else {
		m.mostVotes(e, seat)
		m.decided = true
	}
	if m.gone[seat] {
		m.blame(e, "%s was out already", seat)
		return
	}
	m.gone[seat] = true
	m.left(e, seat)
	m.wonByVote = m.decided && m.won != ""
}
