package gametest

import (
	"fmt"
	"slices"

	"ringer/engine/session"
)

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

func (m *mafiaGame) wrong(seat string, a session.Answer) string {
	if a.Abstain || a.Option != seat && slices.Contains(m.vote.options, a.Option) {
		return ""
	}
	return fmt.Sprintf("votes for %q", a.Option)
}

// out judges whom the rules put out.
func (m *mafiaGame) out(e session.Event, seat string) {
	if m.vote == nil || m.vote.over {
		m.blame(e, "%s is out without a vote", seat)
	} else {
		m.decide(e, seat)
	}
	if m.gone[seat] {
		m.blame(e, "%s was out already", seat)
		return
	}
	m.gone[seat] = true
	m.left(e, seat)
	m.wonByVote = m.decided && m.won != ""
}

// decide judges what the rules make of the vote.
func (m *mafiaGame) decide(e session.Event, seat string) {
	v := m.vote
	tally, most := map[string]int{}, 0
	for _, a := range v.answers {
		if a.Option != "" && !m.gone[a.Option] {
			tally[a.Option]++
			most = max(most, tally[a.Option])
		}
	}
	first := slices.DeleteFunc(slices.Clone(v.options), func(o string) bool { return m.gone[o] || tally[o] != most })
	if len(m.waits()) > 0 && steady(e).Before(v.closes.Add(-rounding)) {
		m.blame(e, "%s is out before all have voted", seat)
	}
	if !slices.Contains(first, seat) {
		m.blame(e, "%s is out, and most votes are for %v: %v", seat, first, v.answers)
	}
	if len(first) > 1 {
		m.Ties++
	}
	v.over, m.decided = true, true
	m.Out = append(m.Out, seat)
}
