package gametest

import (
	"slices"
	"time"

	"ringer/engine/session"
)

// rounding is by how much times may differ, since the log counts in whole milliseconds.
const rounding = 2 * time.Millisecond

// observe judges phases, and players who go.
func (m *mafiaGame) observe(e session.Event, o *session.Observation) {
	switch o.Kind {
	case session.PhaseChanged:
		m.turn(e, o)
	case session.PlayerLeft:
		if m.leave(o.Player.ID, e) {
			m.Left = append(m.Left, o.Player.ID)
		}
	case session.PlayerOut:
		m.out(e, o.Player.ID)
	case session.PlayerJoined:
		m.blame(e, "%s comes into a game that has begun", o.Player.ID)
	}
}

// leave notes that a seat is gone, and reports whether it was there.
func (m *mafiaGame) leave(seat string, e session.Event) bool {
	if m.gone[seat] {
		return false
	}
	m.gone[seat] = true
	m.untold, m.goneAt = append(m.untold, seat), steady(e)
	mafiosi, bystanders := len(m.living(mafia)), len(m.living(bystander))
	if m.phase == night && !m.voted && mafiosi == 1 && m.talkEnds.After(steady(e)) {
		m.talkEnds = steady(e) // a mafioso who is left alone has nobody to talk to, and votes at once
	}
	if m.won == "" && mafiosi == 0 {
		m.won, m.wonAt = bystander, steady(e)
	} else if m.won == "" && mafiosi >= bystanders {
		m.won, m.wonAt = mafia, steady(e)
	}
	return true
}

// turn judges the beginning of a phase.
func (m *mafiaGame) turn(e session.Event, o *session.Observation) {
	next, lasts := night, m.options.Night
	if m.phase == night {
		next, lasts = day, m.options.Day
	}
	if m.lone = next == night && len(m.living(mafia)) == 1; m.lone {
		lasts = 0
	}
	switch {
	case o.Phase != next:
		m.blame(e, "%s follows %s", o.Phase, m.phase)
	case m.won != "":
		m.blame(e, "%s begins after the %s has won", o.Phase, m.won)
	case m.vote != nil || !m.decided:
		m.blame(e, "%s begins before a vote of the %s has put somebody out", o.Phase, m.phase)
	}
	if o.EndsIn == nil || (time.Duration(*o.EndsIn)*time.Millisecond-m.wall(lasts)).Abs() > rounding {
		m.blame(e, "%s does not take %g ms of game time", o.Phase, lasts)
	}
	m.phase, m.talkEnds, m.voted, m.decided, m.vote = o.Phase, steady(e).Add(m.wall(lasts)), false, false, nil
}

// ask judges the question of a vote.
func (m *mafiaGame) ask(e session.Event, p *session.VoteRequested) {
	m.Votes++
	v := &mafiaVote{id: p.ID, seats: p.Seats, closes: steady(e).Add(time.Duration(p.Within) * time.Millisecond), answers: map[string]string{}}
	for _, o := range p.Options {
		v.options = append(v.options, o.ID)
	}
	seats, options := m.living(), m.living()
	if m.phase == night {
		seats, options = m.living(mafia), m.living(bystander)
	}
	switch late := steady(e).Sub(m.talkEnds); {
	case m.vote != nil || m.voted:
		m.blame(e, "the %s has a vote already", m.phase)
	case m.asked[p.ID]:
		m.blame(e, "%s was asked before", p.ID)
	case m.won != "":
		m.blame(e, "the %s has won", m.won)
	case late < -rounding || late > m.late+rounding:
		m.blame(e, "it is asked %s after the end of the talk", late)
	}
	if p.Kind != session.ChooseOne || !same(v.seats, seats) || !same(v.options, options) {
		m.blame(e, "%s of %v asks %v", p.Kind, v.options, v.seats)
	}
	if p.Within <= 0 && p.Deadline == nil {
		m.blame(e, "it has no deadline")
	} else if (v.closes.Sub(steady(e)) - m.wall(m.options.Vote)).Abs() > rounding {
		m.blame(e, "it stays open for %d ms", p.Within)
	}
	m.vote, m.voted, m.asked[p.ID], m.closed[p.ID] = v, true, true, v.closes
}

// answer judges the answer of one seat. A late one does not count.
func (m *mafiaGame) answer(e session.Event, id, seat string, a session.Answer) {
	m.Answers++
	v := m.vote
	if closed, over := m.closed[id]; over && steady(e).After(closed) && !steady(e).After(closed.Add(m.late)) {
		m.Late++
		return
	}
	if v == nil || v.id != id {
		m.blame(e, "%s answers %s, which is not open", seat, id)
		return
	}
	_, again := v.answers[seat]
	switch {
	case !slices.Contains(v.seats, seat):
		m.blame(e, "%s votes and was not asked", seat)
	case m.gone[seat]:
		m.blame(e, "%s votes and is out", seat)
	case again:
		m.blame(e, "%s votes twice", seat)
	case steady(e).After(v.closes.Add(rounding)):
		m.blame(e, "%s votes %s late", seat, steady(e).Sub(v.closes))
	case a.Abstain:
		v.answers[seat] = ""
	case a.Option == seat || !slices.Contains(v.options, a.Option):
		m.blame(e, "%s votes for %q", seat, a.Option)
	default:
		v.answers[seat] = a.Option
	}
}

// out judges whom the rules put out.
func (m *mafiaGame) out(e session.Event, seat string) {
	v := m.vote
	if v == nil {
		m.blame(e, "%s is out without a vote", seat)
		m.leave(seat, e)
		return
	}
	tally, most := map[string]int{}, 0
	for _, option := range v.answers {
		if option != "" && !m.gone[option] {
			tally[option]++
			most = max(most, tally[option])
		}
	}
	var first []string
	for _, o := range v.options {
		if !m.gone[o] && tally[o] == most {
			first = append(first, o)
		}
	}
	waits := slices.ContainsFunc(v.seats, func(s string) bool {
		_, answered := v.answers[s]
		return !answered && !m.gone[s]
	})
	if waits && steady(e).Before(v.closes.Add(-rounding)) {
		m.blame(e, "%s is out before all have voted", seat)
	}
	if !slices.Contains(first, seat) {
		m.blame(e, "%s is out, and most votes are for %v: %v", seat, first, v.answers)
	}
	if len(first) > 1 {
		m.Ties++
	}
	m.vote, m.decided = nil, true
	if !m.leave(seat, e) {
		m.blame(e, "%s was out already", seat)
	}
	m.wonByVote = m.won != ""
	m.Out = append(m.Out, seat)
}
