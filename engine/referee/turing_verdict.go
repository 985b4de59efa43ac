package referee

import (
	"fmt"
	"slices"

	"ringer/engine/session"
)

// callVote returns the orders that begin the vote. Whoever has accused has voted.
func (m *turing) callVote() []session.Payload {
	seats := slices.DeleteFunc(m.living(), m.stands)
	question := "Who is the machine?"
	if m.Rules == reverseTuringID {
		question = "Who is a machine?"
	}
	text := fmt.Sprintf("It is time to vote. Each of you names one player. You have %s.", span(m.Options.Vote))
	orders := []session.Payload{line(accusation, "", text)}
	if len(seats) > 0 {
		q := session.VoteRequest{ID: accusation, Kind: session.ChooseOne, Question: question, Options: m.options(m.living()), About: session.Suspicion}
		orders = append(orders, m.ask(q, seats, m.Options.Vote))
	}
	return orders
}

// winners returns the seats that have won by a vote.
func (m *turing) winners(b Ballot) []string {
	if m.Rules == turingID {
		return m.turingWinners(b)
	}
	return m.reverseWinners(b)
}

// turingWinners returns the people if more than half of them have named the machine, else the
// machine. Of two people, both must: they win if they agree on who the machine is.
func (m *turing) turingWinners(b Ballot) []string {
	people, named := m.living(person), 0
	for _, seat := range people {
		if m.Roles[b.Answers[seat].Option] == machine {
			named++
		}
	}
	if 2*named > len(people) {
		return people
	}
	return m.living(machine)
}

// reverseWinners returns the seats that have won in the reverse game, each for itself. A machine
// wins if it names a machine, and at most half of the others name it. The person wins by naming a
// machine, unless more than half of the machines have found one: then they know who the person is.
func (m *turing) reverseWinners(b Ballot) (seats []string) {
	found, machines := 0, m.living(machine)
	for _, seat := range machines {
		if m.Roles[b.Answers[seat].Option] == machine {
			found++
		}
	}
	for _, seat := range m.living() {
		right := m.Roles[b.Answers[seat].Option] == machine
		exposed := 2*b.Tally[seat] > len(m.living())-1
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
func (m *turing) verdict(winners []string) string {
	if m.Rules == turingID {
		text := m.names(m.living(machine)) + " was the machine. "
		if slices.Equal(winners, m.living(machine)) {
			return text + "The people did not agree on it. The machine has won."
		}
		return text + "The people agreed on it, and have won."
	}
	return fmt.Sprintf("%s was the person. %s", m.names(m.living(person)), m.haveWon(winners))
}

// haveWon says who has won.
func (m *match) haveWon(winners []string) string {
	switch len(winners) {
	case 0:
		return "Nobody has won."
	case 1:
		return m.names(winners) + " has won."
	}
	return m.names(winners) + " have won."
}

// welcome is the first line of the game.
func (m *turing) welcome() string {
	one := machine
	if m.Rules == reverseTuringID {
		one = person
	}
	return fmt.Sprintf("There are %d players, and one of them is a %s. You may talk for %s. Then each of you names one player.", len(m.Players), one, span(m.Options.Chat))
}
