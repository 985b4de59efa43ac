package gametest

import (
	"slices"
	"strconv"

	"ringer/engine/session"
)

var nightRoles = map[session.Step]string{session.StepAttack: werewolf, session.StepDivine: seer, session.StepProtect: doctor}

func atoi(text string) int {
	n, _ := strconv.Atoi(text) // the phases of a deal have numbers
	return n
}

func (m *werewolfGame) ask(e session.Event, p *session.VoteRequested) {
	v := m.open(e, p)
	m.lasts(e, v, m.limits.Vote)
	role := nightRoles[p.Step]
	if (role != "") != (m.phase == night) || p.Kind != session.ChooseOne || role == "" && p.Step != session.StepExile {
		m.blame(e, "a vote %s of the step %s in the phase %s", p.Kind, p.Step, m.phase)
		return
	}
	barred := map[string]bool{}
	for _, seat := range m.living(role) {
		barred[seat] = role == werewolf || role == seer || role == doctor && !m.limits.ProtectSelf
	}
	switch {
	case role == "":
		m.askExile(e, v)
		return
	case m.tonight[p.Step] != nil || m.nights == 1 && m.limits.FirstNight == "divine" && role != seer:
		m.blame(e, "night %d has no vote of the step %s", m.nights, p.Step)
	case role == doctor && !m.limits.ProtectAgain:
		barred[m.guarded] = true
	}
	want := slices.DeleteFunc(m.living(), func(s string) bool { return barred[s] || role == seer && m.seen[s] })
	if m.tonight[p.Step] = v; !same(v.Seats, m.living(role)) || !same(v.options, want) {
		m.blame(e, "%v are asked about %v, and not %v about %v", v.Seats, v.options, m.living(role), want)
	}
}

func (m *werewolfGame) askExile(e session.Event, v *vote) {
	if again := m.exile != nil; again != (m.phase == runOff) {
		m.blame(e, "in the phase %s comes a vote, and there was one before: %v", m.phase, again)
	}
	for _, o := range v.options {
		if m.gone[o] {
			m.blame(e, "%s may be named and is out", o)
		}
	}
	if !same(v.Seats, m.living()) || m.phase != runOff && !same(v.options, m.living()) {
		m.blame(e, "%v are asked about %v", v.Seats, v.options)
	}
	m.exile = v
}

// wrong also lets the doctor name itself.
func (m *werewolfGame) wrong(seat string, a session.Answer) string {
	if m.vote.Step == session.StepProtect && m.limits.ProtectSelf && slices.Contains(m.vote.options, a.Option) {
		return ""
	}
	return m.votesOut.wrong(seat, a)
}

func (m *werewolfGame) out(e session.Event, seat string) {
	v, by := m.exile, "a day"
	if m.phase == night {
		v, by = m.tonight[session.StepAttack], "a night"
	}
	if v == nil || v.over || m.gone[seat] {
		m.blame(e, "%s is out after %s without a vote", seat, by)
		return
	}
	m.vote = v
	m.mostVotes(e, seat)
	if m.phase == night && m.saved() == seat {
		m.blame(e, "%s is out, whom the doctor has protected", seat)
	}
	if most, _, in := m.count(v); m.phase != night && (m.limits.Exile == "majority" && 2*most <= in || !m.draws() && (most == 0 || m.tied(v))) {
		m.blame(e, "%s is exiled with %d votes of %d: %v", seat, most, in, v.answers)
	}
	m.gone[seat], m.goneNow = true, seat
	if m.phase != night {
		for _, other := range m.living(medium) {
			m.due[other] = m.nature(seat)
		}
	}
	m.left(e, seat)
	if m.won != "" {
		m.due = map[string]string{} // the game is over
	}
}

// draws reports whether a tie of the vote by day is drawn.
func (m *werewolfGame) draws() bool {
	return m.limits.Exile == "draw" && (m.phase == runOff || !m.limits.RunOff)
}

// count returns the most votes that a seat in the game has, and who has them.
func (m *werewolfGame) count(v *vote) (most int, first []string, in int) {
	tally := map[string]int{}
	for _, a := range v.answers {
		tally[a.Option]++
	}
	for _, o := range v.options {
		switch {
		case m.gone[o]:
		case tally[o] > most || len(first) == 0:
			most, first = tally[o], []string{o}
		case tally[o] == most:
			first = append(first, o)
		}
	}
	return most, first, len(m.living())
}

func (m *werewolfGame) tied(v *vote) bool {
	_, first, _ := m.count(v)
	return len(first) > 1
}

// saved returns whom the doctor has protected tonight.
func (m *werewolfGame) saved() string {
	v := m.tonight[session.StepProtect]
	if v == nil {
		return ""
	}
	if seat := v.answers[v.Seats[0]].Option; !m.gone[seat] {
		return seat
	}
	return ""
}

func (m *werewolfGame) closeNight(e session.Event) {
	attack := m.tonight[session.StepAttack]
	m.guarded = m.saved()
	if attack != nil && m.goneNow == "" {
		if _, first, _ := m.count(attack); !slices.Contains(first, m.guarded) {
			m.blame(e, "nobody is out after %v, and the doctor has protected %q", attack.answers, m.guarded)
		}
	}
	if divine := m.tonight[session.StepDivine]; divine != nil {
		if named := divine.answers[divine.Seats[0]].Option; named != "" && !m.seen[named] && !m.gone[named] {
			m.blame(e, "the seer has named %s, and is told nothing", named)
		}
	}
	if attack == nil && !(m.nights == 1 && m.limits.FirstNight == "divine") {
		m.blame(e, "night %d has no attack", m.nights)
	}
	for _, v := range m.tonight {
		v.over = true
	}
}

// closeDay judges a vote that exiles nobody.
func (m *werewolfGame) closeDay(e session.Event, again bool) {
	v := m.exile
	if v == nil {
		m.blame(e, "the day ends without a vote")
		return
	}
	most, _, in := m.count(v)
	decided := most > 0 && !m.tied(v) && (m.limits.Exile != "majority" || 2*most > in)
	if m.goneNow == "" && (decided || m.draws()) || again && (m.goneNow != "" || !m.limits.RunOff || m.phase == runOff) || !again && m.goneNow == "" && m.limits.RunOff && m.phase != runOff {
		m.blame(e, "%q is exiled after %v, a run-off follows: %v", m.goneNow, v.answers, again)
	}
	v.over = true
}

func (m *werewolfGame) left(e session.Event, _ string) {
	pack, others, good := len(m.living(werewolf)), len(m.living())-len(m.living(werewolf)), len(m.living(seer, doctor, medium, "villager"))
	switch {
	case pack == 0:
		m.wins(e, villages)
	case m.limits.Win == "last" && good == 0, m.limits.Win == "parity" && pack >= others:
		m.wins(e, wolves)
	}
}
