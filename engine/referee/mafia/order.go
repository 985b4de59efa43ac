package mafia

import (
	"fmt"
	"maps"

	"ringer/engine/referee/match"
	"ringer/engine/session"
)

func (m *game) callVote() []session.Payload {
	q := session.VoteRequest{ID: m.voteID(), Kind: session.ChooseOne, About: session.Suspicion}
	seats, channel, options := m.Living(), "", m.Living()
	q.Question = "Who should be out?"
	text := fmt.Sprintf("It is time to vote. Each of you names one player who should be out. You have %s.", session.Span(m.Options.Vote))
	if m.Phase == night {
		// A mafioso suspects others of being able to give the mafia away, as the aims of the preset
		// say, and its vote says so. So the suspicion also weighs at night.
		seats, channel, options = m.Living(mafioso), night, m.Living(bystander)
		q.Question = "Which bystander does the mafia take out tonight?"
		text = fmt.Sprintf("Name the bystander who should be out. You have %s.", session.Span(m.Options.Vote))
	}
	q.Options = m.Choices(options)
	return []session.Payload{match.Line(q.ID, channel, text), m.Ask(q, seats, m.Options.Vote)}
}

// closeVote ends a vote. The mafia's votes stay in its own channel.
func (m *game) closeVote() []session.Payload {
	b := m.Count()
	channel, how := "", "was voted out"
	if m.Phase == night {
		channel, how = night, "was taken out in the night"
	}
	orders := []session.Payload{match.Line(b.Vote+match.ResultSuffix, channel, m.WhoNamedWhom(b)), m.Out(b.Vote+match.OutSuffix, b.Chosen)}
	said := match.Line(b.Vote+"-role", "", fmt.Sprintf("%s %s. %[1]s was %[3]s.", m.Name(b.Chosen), how, m.was(b.Chosen)))
	out := maps.Clone(m.Gone)
	out[b.Chosen] = true
	if side := m.winner(out); side != "" {
		return append(append(orders, said), m.End(m.won(side))...)
	}
	if m.Phase == night {
		text := fmt.Sprintf("Day %d. Everybody may talk for %s.", m.Round+1, session.Span(m.Options.Day))
		return append(orders, m.BeginPhase(day, m.Options.Day), said, match.Line(fmt.Sprintf("day-%d-begins", m.Round+1), "", text))
	}
	return append(append(orders, said), m.nightfall(out)...)
}

// nightfall begins a night. A mafioso who is alone has nobody to talk to, so its talk is over at
// once.
func (m *game) nightfall(out map[string]bool) []session.Payload {
	mafiosi := 0
	for _, p := range m.Players {
		if m.Roles[p.ID] == mafioso && !out[p.ID] {
			mafiosi++
		}
	}
	lasts := m.Options.Night
	text := fmt.Sprintf("Night %d. Only the mafia may talk, among themselves, for %s.", m.Round, session.Span(lasts))
	if mafiosi == 1 {
		lasts, text = 0, fmt.Sprintf("Night %d. One mafioso is left, who votes at once.", m.Round)
	}
	return []session.Payload{m.BeginPhase(night, lasts), match.Line(fmt.Sprintf("night-%d-begins", m.Round), "", text)}
}

func (m *game) welcome() string {
	return fmt.Sprintf("There are %d players, and %d of them are mafiosi. Day 1. Everybody may talk for %s.", len(m.Players), len(m.mafiosi()), session.Span(m.Options.Day))
}

func (m *game) won(side string) string {
	text := "No mafioso is left. The bystanders have won."
	if side == mafioso {
		text = "There are at least as many mafiosi as bystanders. The mafia has won."
	}
	return fmt.Sprintf("%s The mafiosi were %s.", text, m.Names(m.mafiosi()))
}

// mafiosi returns all, with those who are out.
func (m *game) mafiosi() []string {
	return m.AllOf(func(role string) bool { return role == mafioso })
}

func (m *game) was(seat string) string {
	if m.Roles[seat] == mafioso {
		return "a mafioso"
	}
	return "a bystander"
}
