package werewolf

import (
	"fmt"
	"maps"

	"ringer/engine/referee/match"
	"ringer/engine/session"
)

// exileID returns the id of the vote of the day, or of its run-off.
func (m *game) exileID() string {
	if m.Phase == runOff {
		return fmt.Sprintf("run-off-%d", m.Round)
	}
	return fmt.Sprintf("exile-%d", m.Round)
}

// final reports whether no run-off follows the next vote.
func (m *game) final() bool { return m.Phase == runOff || !m.Options.RunOff }

// speechless reports whether it is the turn of a player who is gone.
func (m *game) speechless() bool {
	return m.Options.Discussion == inTurn && m.Phase != runOff && m.Gone[m.at(m.Turns-1)]
}

// at returns the player who talks after so many turns of the day.
func (m *game) at(turn int) string { return m.Players[(m.start()+turn)%len(m.Players)].ID }

// nextTurn returns the phase of the next turn of the day; "" for none.
func (m *game) nextTurn() string {
	for turn := m.Turns; turn < len(m.Players); turn++ {
		if !m.Gone[m.at(turn)] {
			return m.talkPhase((m.start() + turn) % len(m.Players))
		}
	}
	return ""
}

// afterTalk begins the next turn, or asks for the vote.
func (m *game) afterTalk() []session.Payload {
	if m.Options.Discussion == inTurn && m.Phase != runOff {
		if next := m.nextTurn(); next != "" {
			return []session.Payload{m.BeginPhase(next, m.Options.Turn)}
		}
	}
	q := session.VoteRequest{ID: m.exileID(), Kind: session.ChooseOne, Step: session.StepExile, About: session.Suspicion, Options: m.Choices(m.candidates()), Question: "Who should be exiled?"}
	text := fmt.Sprintf("It is time to vote. Each of you names one player to exile. You have %s.", session.Span(m.Options.Vote))
	if len(q.Options) < len(m.Living()) {
		text = fmt.Sprintf("It is time to vote again. Each of you names one of %s. You have %s.", m.Names(m.candidates()), session.Span(m.Options.Vote))
	}
	return []session.Payload{match.Line(q.ID, "", text), m.Ask(q, m.Living(), m.Options.Vote)}
}

// candidates returns who may be named: in a run-off those who had most votes, if at least two of
// them are in the game, else everybody.
func (m *game) candidates() []string {
	if m.Phase == runOff {
		if first := match.Leading(m.Ballots[len(m.Ballots)-1].Tally, m.Living()); len(first) > 1 {
			return first
		}
	}
	return m.Living()
}

// closeExile ends a vote by day. Somebody is exiled, or a run-off follows, or nobody is exiled.
func (m *game) closeExile() []session.Payload {
	b := m.Count()
	orders := []session.Payload{match.Line(b.Vote+match.ResultSuffix, "", m.WhoNamedWhom(b))}
	if b.Chosen == "" && !m.final() {
		text := fmt.Sprintf("Nobody is exiled yet. Everybody may talk for %s. Then you vote again.", session.Span(m.Options.RunOffTalk))
		return append(orders, m.BeginPhase(runOff, m.Options.RunOffTalk), match.Line(fmt.Sprintf("run-off-%d-begins", m.Round), "", text))
	}
	out, said := maps.Clone(m.Gone), "Nobody is exiled."
	if b.Chosen != "" {
		out[b.Chosen] = true
		orders = append(orders, m.Out(b.Vote+match.OutSuffix, b.Chosen))
		said = m.Name(b.Chosen) + " was exiled." + m.revealed(b.Chosen)
	}
	orders = append(orders, match.Line(b.Vote+"-role", "", said))
	if _, text := m.verdict(out, true); text != "" {
		return append(orders, m.End(text+m.wholeReveal())...)
	}
	for _, seat := range m.Living(medium) {
		if b.Chosen != "" && !out[seat] {
			orders = append(orders, m.tell(fmt.Sprintf("medium-%d", m.Round), seat, m.nature(b.Chosen)))
		}
	}
	return append(orders, m.nightfall()...)
}

// revealed says what a player was who is out, if the players learn it.
func (m *game) revealed(seat string) string {
	if !m.Options.Reveal {
		return ""
	}
	return fmt.Sprintf(" %s was %s.", m.Name(seat), m.was(seat))
}

// nature says whether a player is a werewolf.
func (m *game) nature(seat string) string {
	if m.Roles[seat] == werewolf {
		return m.Name(seat) + " is a werewolf."
	}
	return m.Name(seat) + " is not a werewolf."
}

// tell returns what only one seat learns.
func (m *game) tell(id, seat, text string) session.Payload {
	return &session.ObservationReceived{Seat: seat, Observation: session.Observation{ID: match.Order(id), Kind: session.PrivateInfo, Text: text}}
}

func (m *game) welcome() string {
	text := fmt.Sprintf("There are %d players: %s. ", len(m.Players), m.rolesLine())
	if m.Options.FirstNight == noNight {
		return text + "Day 1. " + m.dayText()
	}
	return text + m.nightText(1)
}

func (m *game) dayText() string {
	if m.Options.Discussion == inTurn {
		return fmt.Sprintf("Each of you may talk for %s, one after the other.", session.Span(m.Options.Turn))
	}
	return fmt.Sprintf("Everybody may talk for %s.", session.Span(m.Options.Day))
}
