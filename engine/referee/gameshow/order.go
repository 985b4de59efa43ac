package gameshow

import (
	"fmt"
	"slices"
	"strings"

	"ringer/engine/referee/match"
	"ringer/engine/session"
)

func (m *game) nextQuestion() []session.Payload {
	n := m.Asked + 1
	list := questions(m.Options.Questions, m.Seed)
	q := session.Post{ID: match.Order(fmt.Sprintf("%s%d", questionLine, n)), Kind: session.FromHost, Sender: "Host", Text: list[(n-1)%len(list)]}
	return []session.Payload{&session.MessageReceived{Post: q}, m.BeginPhase(round, m.Options.Answer)}
}

func (m *game) callVote() []session.Payload {
	seats := m.Living()
	q := session.VoteRequest{
		ID: labelVote, Kind: session.LabelEach, Question: "What is each of the contestants?", Options: m.Choices(seats), Labels: labels(), About: session.Other,
		AllowSelf: m.Options.SelfLabels,
	}
	over := "The questions are over."
	if m.Options.Host == hostNone {
		over = "The talk is over."
	}
	text := fmt.Sprintf("%s Say of each contestant: human, AI or unsure. You have %s.", over, session.Span(m.Options.Label))
	return []session.Payload{match.Line(labelVote, "", text), m.Ask(q, seats, m.Options.Label)}
}

func (m *game) closeVote() []session.Payload {
	b := m.Count()
	scores := m.scores(b)
	var said, points []string
	for _, seat := range asked(b) {
		var given []string
		for _, of := range asked(b) {
			if label := b.Answers[seat].Labels[of]; label != "" {
				given = append(given, of+" "+label)
			}
		}
		if len(given) == 0 {
			given = []string{"no labels"}
		}
		said = append(said, fmt.Sprintf("%s says: %s.", seat, strings.Join(given, ", ")))
		points = append(points, fmt.Sprintf("%s (%s) %d", seat, m.Roles[seat], scores[seat]))
	}
	outcome := fmt.Sprintf("The points: %s. %s", strings.Join(points, ", "), m.HaveWon(m.best(scores)))
	return append([]session.Payload{match.Line(labelVote+match.ResultSuffix, "", strings.Join(said, " "))}, m.End(outcome)...)
}

func asked(b match.Ballot) []string {
	seats := slices.Clone(b.Silent)
	for seat := range b.Answers {
		seats = append(seats, seat)
	}
	slices.Sort(seats)
	return seats
}

// scores returns the points of the contestants who were in the show when the labels were asked for.
func (m *game) scores(b match.Ballot) map[string]int {
	kinds, given := map[string]string{}, map[string]map[string]string{}
	for _, seat := range asked(b) {
		kinds[seat], given[seat] = m.Roles[seat], b.Answers[seat].Labels
	}
	return Score(kinds, given, m.Options.SelfLabels)
}

func (m *game) best(scores map[string]int) (seats []string) {
	for _, p := range m.Players {
		n, scored := scores[p.ID]
		switch {
		case !scored:
		case len(seats) == 0 || n > scores[seats[0]]:
			seats = []string{p.ID}
		case n == scores[seats[0]]:
			seats = append(seats, p.ID)
		}
	}
	return seats
}

func (m *game) welcome() string {
	if m.Options.Host == hostNone {
		return fmt.Sprintf("Welcome, %s. Talk to each other. At the end each of you says who is human and who is an AI.", m.Names(m.Living()))
	}
	return fmt.Sprintf("Welcome, %s. There are %d questions. At the end each of you says who is human and who is an AI.", m.Names(m.Living()), m.Options.Rounds)
}
