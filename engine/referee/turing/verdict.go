package turing

import (
	"fmt"
	"slices"

	"ringer/engine/referee/match"
	"ringer/engine/session"
)

// callVote returns the orders that begin the vote. Whoever has accused has voted.
func (m *game) callVote() []session.Payload {
	seats := slices.DeleteFunc(m.Living(), m.stands)
	question := "Who is the machine?"
	if m.Rules == Reverse {
		question = "Who is a machine?"
	}
	text := fmt.Sprintf("It is time to vote. Each of you names one player. You have %s.", session.Span(m.Options.Vote))
	orders := []session.Payload{match.Line(accusation, "", text)}
	if len(seats) > 0 {
		q := session.VoteRequest{ID: accusation, Kind: session.ChooseOne, Question: question, Options: m.Choices(m.Living()), About: session.Suspicion}
		orders = append(orders, m.Ask(q, seats, m.Options.Vote))
	}
	return orders
}

// winners returns the seats that have won by a vote.
func (m *game) winners(b match.Ballot) []string {
	if m.Rules == Turing {
		return m.turingWinners(b)
	}
	return m.reverseWinners(b)
}

// turingWinners returns the people if more than half of them have named the machine, else the
// machine. Of two people, both must: they win if they agree on who the machine is.
func (m *game) turingWinners(b match.Ballot) []string {
	people, named := m.Living(person), 0
	for _, seat := range people {
		if m.Roles[b.Answers[seat].Option] == machine {
			named++
		}
	}
	if 2*named > len(people) {
		return people
	}
	return m.Living(machine)
}

// reverseWinners returns the seats that have won in the reverse game, each for itself. A machine
// wins if it names a machine, and at most half of the others name it. The person wins by naming a
// machine, unless more than half of the machines have found one: then they know who the person is.
func (m *game) reverseWinners(b match.Ballot) (seats []string) {
	found, machines := 0, m.Living(machine)
	for _, seat := range machines {
		if m.Roles[b.Answers[seat].Option] == machine {
			found++
		}
	}
	for _, seat := range m.Living() {
		right := m.Roles[b.Answers[seat].Option] == machine
		exposed := 2*b.Tally[seat] > len(m.Living())-1
		if m.Roles[seat] == person {
			exposed = 2*found > len(machines)
		}
		if right && !exposed {
			seats = append(seats, seat)
		}
	}
	return seats
}

// verdict is the last line of the game.
func (m *game) verdict(winners []string) string {
	if m.Rules == Turing {
		text := m.Names(m.Living(machine)) + " was the machine. "
		if slices.Equal(winners, m.Living(machine)) {
			return text + "The people did not agree on it. The machine has won."
		}
		return text + "The people agreed on it, and have won."
	}
	return fmt.Sprintf("%s was the person. %s", m.Names(m.Living(person)), m.HaveWon(winners))
}

// welcome is the first line of the game.
func (m *game) welcome() string {
	one, _ := m.Rules.OddOne()
	return fmt.Sprintf("There are %d players, and one of them is a %s. You may talk for %s. Then each of you names one player.", len(m.Players), one, session.Span(m.Options.Chat))
}
