package werewolf

import (
	"fmt"
	"maps"
	"slices"

	"ringer/engine/referee/match"
	"ringer/engine/session"
)

// nightID returns the id of a vote of a night.
func nightID(step session.Step, round int) string { return fmt.Sprintf("%s-%d", step, round) }

// ofTonight reports whether an id is one of a vote of this night that was not asked yet.
func (m *game) ofTonight(id string) bool {
	open := slices.ContainsFunc(m.OpenVotes(), func(v *match.Vote) bool { return v.ID == id })
	return !open && slices.ContainsFunc(nightSteps, func(s session.Step) bool { return nightID(s, m.Round) == id })
}

var nightSteps = []session.Step{session.StepAttack, session.StepDivine, session.StepProtect}

func (m *game) decideNight(now session.Millis) match.Decision {
	if now < m.Ends {
		return match.Decision{Due: m.Ends}
	}
	if votes := m.nightVotes(); !m.Asked && len(votes) > 0 {
		return match.Decision{Orders: votes}
	}
	if now < m.Dawn {
		return match.Decision{Due: m.Dawn}
	}
	return match.Decision{Orders: m.closeNight()}
}

// nightVotes asks for the acts of a night. All are asked at once, and nothing that others can see
// says who was asked.
func (m *game) nightVotes() (orders []session.Payload) {
	about := map[session.Step]session.About{session.StepAttack: session.Suspicion, session.StepDivine: session.Suspicion, session.StepProtect: session.Trust}
	question := map[session.Step]string{
		session.StepAttack: "Whom do the werewolves attack tonight?", session.StepDivine: "About whom do you ask tonight: is that a werewolf?", session.StepProtect: "Whom do you protect tonight?",
	}
	for _, step := range nightSteps {
		seats, options := m.actors(step), m.targets(step)
		if len(seats) == 0 || len(options) == 0 {
			continue
		}
		id := nightID(step, m.Round)
		if step == session.StepAttack {
			orders = append(orders, match.Line(id, night, fmt.Sprintf("Name the player whom you attack. You have %s.", session.Span(m.Options.Vote))))
		}
		q := session.VoteRequest{
			ID: id, Kind: session.ChooseOne, Step: step, About: about[step], Question: question[step], Options: m.Choices(options),
			AllowSelf: step == session.StepProtect && m.Options.ProtectSelf,
		}
		orders = append(orders, m.Ask(q, seats, m.Options.Vote))
	}
	return orders
}

// actors returns who decides in a step of this night.
func (m *game) actors(step session.Step) []string {
	switch {
	case step == session.StepDivine:
		return m.Living(seer)
	case m.Round == 1 && m.Options.FirstNight == onlyDivine:
		return nil
	case step == session.StepProtect:
		return m.Living(doctor)
	}
	return m.Living(werewolf)
}

// targets returns who may be named in a step of this night.
func (m *game) targets(step session.Step) []string {
	barred := map[string]bool{}
	switch step {
	case session.StepAttack:
		for _, seat := range m.Living(werewolf) {
			barred[seat] = true
		}
	case session.StepDivine: // itself, and whom it has asked about
		for _, seat := range m.Living(seer) {
			barred[seat] = true
		}
		for round := range m.Round {
			barred[m.chosen(step, round)] = true
		}
	case session.StepProtect:
		for _, seat := range m.Living(doctor) {
			barred[seat] = !m.Options.ProtectSelf
		}
		if !m.Options.ProtectAgain {
			barred[m.chosen(step, m.Round-1)] = true
		}
	}
	return slices.DeleteFunc(m.Living(), func(seat string) bool { return barred[seat] })
}

// chosen returns whom the vote of a step has chosen in a night that is over.
func (m *game) chosen(step session.Step, round int) string {
	i := slices.IndexFunc(m.Ballots, func(b match.Ballot) bool { return b.Vote == nightID(step, round) })
	if i < 0 {
		return ""
	}
	return m.Ballots[i].Chosen
}

// closeNight ends a night. The votes are closed by then, so that their count is final.
func (m *game) closeNight() (orders []session.Payload) {
	chosen := map[session.Step]string{}
	for _, v := range m.OpenVotes() {
		b := m.CountOf(v)
		chosen[v.Step] = b.Chosen
		switch about := m.Name(b.Chosen); {
		case v.Step == session.StepAttack:
			orders = append(orders, match.Line(b.Vote+match.ResultSuffix, night, fmt.Sprintf("%s You attack %s.", m.WhoNamedWhom(b), about)))
		case b.Chosen == "":
		case v.Step == session.StepDivine:
			orders = append(orders, m.tell(b.Vote+"-told", v.Seats[0], m.nature(b.Chosen)))
		default:
			orders = append(orders, m.tell(b.Vote+"-told", v.Seats[0], fmt.Sprintf("You protected %s in night %d.", about, m.Round)))
		}
	}
	out, said := maps.Clone(m.Gone), "Nobody was taken out in the night."
	if victim := chosen[session.StepAttack]; victim != "" && victim != chosen[session.StepProtect] {
		out[victim] = true
		orders = append(orders, m.Out(nightID(session.StepAttack, m.Round)+match.OutSuffix, victim))
		said = m.Name(victim) + " was taken out in the night." + m.revealed(victim)
	}
	if _, text := m.verdict(out, false); text != "" {
		return append(append(orders, match.Line(fmt.Sprintf("night-%d-ends", m.Round), "", said)), m.End(text+m.wholeReveal())...)
	}
	return append(orders, m.dawn(said, out)...)
}

// dawn returns the orders that begin a day, with what happened in the night.
func (m *game) dawn(said string, out map[string]bool) []session.Payload {
	next := *m
	next.Gone, next.Turns = out, 0
	if m.Options.FirstNight == noNight {
		next.Round++
	}
	phase := day
	if m.Options.Discussion == inTurn {
		phase = next.nextTurn()
	}
	text := fmt.Sprintf("Day %d. %s %s", next.Round, said, m.dayText())
	return []session.Payload{m.BeginPhase(phase, m.lasts(phase)), match.Line(fmt.Sprintf("day-%d-begins", next.Round), "", text)}
}

// nightfall returns the orders that begin a night. They are the same whoever is in the game.
func (m *game) nightfall() []session.Payload {
	round := m.Round
	if m.Options.FirstNight != noNight {
		round++
	}
	return []session.Payload{m.BeginPhase(night, m.lasts(night)), match.Line(fmt.Sprintf("night-%d-begins", round), "", m.nightText(round))}
}

func (m *game) nightText(round int) string {
	text := fmt.Sprintf("Night %d. Only the werewolves may talk, among themselves, for %s.", round, session.Span(m.Options.Night))
	if round == 1 && m.Options.FirstNight == onlyDivine {
		text += " They attack nobody tonight."
	}
	return text
}
