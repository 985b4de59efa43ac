package avalon

import (
	"fmt"
	"slices"
	"strings"

	"ringer/engine/referee/match"
	"ringer/engine/session"
)

// firstLeader returns the place of the first leader, which the seed draws.
func (m *game) firstLeader() int {
	return session.Draw(m.Seed, 0, match.Order("leader"), 0).IntN(len(m.Players))
}

// talkPhase returns the phase in which the player in a place talks.
func (m *game) talkPhase(place int) string {
	return match.TalkPhase(discussion, m.Options.Discussion == inTurn, place)
}

func (m *game) voteID() string {
	switch m.Stage {
	case session.StepQuest:
		return fmt.Sprintf("%s-%d", m.Stage, m.Quest)
	case session.StepAssassination:
		return fmt.Sprintf("%s-%d", m.Stage, m.Try)
	}
	return fmt.Sprintf("%s-%d-%d", m.Stage, m.Quest, m.Try)
}

func (m *game) ruling(u session.Ruling) session.Payload {
	u.Step = m.Stage
	return &session.ObservationReceived{Observation: session.Observation{ID: match.Order(m.voteID() + "-ruling"), Kind: session.RulingMade, Ruling: &u}}
}

func (m *game) proceed() []session.Payload {
	switch m.Stage {
	case session.StepTeam:
		return m.callTeam()
	case session.StepApproval:
		return m.callTalk()
	case session.StepQuest:
		return m.callQuest()
	}
	if m.Phase != assassination {
		return m.callEvil()
	}
	return m.callAssassin()
}

// leader returns the place of the leader: the next one who is in the game.
func (m *game) leader() int {
	for i := range m.Players {
		if !m.Gone[m.at(i)] {
			return (m.Lead + i) % len(m.Players)
		}
	}
	return m.Lead
}

// callTeam asks the leader. In a talk in turn it is the leader's turn.
func (m *game) callTeam() (orders []session.Payload) {
	place, size, id := m.leader(), m.size(), m.voteID()
	if phase := m.talkPhase(place); phase != m.Phase {
		orders = append(orders, m.BeginPhase(phase, m.Options.Team))
	}
	leader := m.Players[place]
	text := fmt.Sprintf("Quest %d. %s leads and names a team of %d players within %s.", m.Quest, leader.Name, size, session.Span(m.Options.Team))
	switch last := m.Options.Refusals - 1; {
	case last == 0:
		text += " If this team is refused, evil wins."
	case last > 0 && m.Refused == last:
		text += " If this team is refused, too, evil wins."
	}
	q := session.VoteRequest{
		ID: id, Kind: session.ChooseMany, Step: m.Stage, K: size, Options: m.Choices(m.Living()), AllowSelf: true,
		Question: fmt.Sprintf("Which %d players go on quest %d?", size, m.Quest),
	}
	return append(orders, match.Line(id, "", text), m.Ask(q, []string{leader.ID}, m.Options.Team))
}

// callTalk returns the orders that begin a talk, or its next turn. After the talk they ask for the
// vote on the team.
func (m *game) callTalk() []session.Payload {
	if m.Options.Discussion != inTurn && m.Turns == 0 {
		return []session.Payload{m.BeginPhase(discussion, m.Options.Talk)}
	}
	for turn := m.Turns; m.Options.Discussion == inTurn && turn < len(m.Players); turn++ {
		if !m.Gone[m.at(turn)] {
			return []session.Payload{m.BeginPhase(m.talkPhase((m.Lead+turn)%len(m.Players)), m.Options.Turn)}
		}
	}
	voters := m.Living()
	if !m.Options.LeaderVotes {
		leader := m.at(0)
		voters = slices.DeleteFunc(voters, func(seat string) bool { return seat == leader })
	}
	id := m.voteID()
	text := fmt.Sprintf("It is time to vote on the team: %s. You have %s.", m.Names(m.Team), session.Span(m.Options.Vote))
	q := session.VoteRequest{
		ID: id, Kind: session.YesNo, Step: m.Stage, Question: fmt.Sprintf("Do you want %s to go on quest %d?", m.Names(m.Team), m.Quest),
		Options: []session.Option{{ID: session.Yes, Label: session.Yes}, {ID: session.No, Label: session.No}},
	}
	return []session.Payload{match.Line(id, "", text), m.Ask(q, voters, m.Options.Vote)}
}

// callQuest asks the team. If its players have left, the quest succeeds.
func (m *game) callQuest() []session.Payload {
	team := slices.DeleteFunc(slices.Clone(m.Team), func(seat string) bool { return m.Gone[seat] })
	if len(team) == 0 {
		return m.closeQuest(match.Ballot{Vote: m.voteID()})
	}
	id := m.voteID()
	text := fmt.Sprintf("%s %s on quest %d. Each of the team chooses success or fail in secret, within %s.", m.Names(team), goOrGoes(team), m.Quest, session.Span(m.Options.Vote))
	q := session.VoteRequest{
		ID: id, Kind: session.ChooseOne, Step: m.Stage, Question: fmt.Sprintf("Does quest %d succeed or fail?", m.Quest),
		Options: []session.Option{{ID: session.QuestSuccess, Label: session.QuestSuccess}, {ID: session.QuestFail, Label: session.QuestFail, Side: session.Evil}},
	}
	return []session.Payload{match.Line(id, "", text), m.Ask(q, team, m.Options.Vote)}
}

func (m *game) callEvil() []session.Payload {
	lasts := m.Options.Assassin
	text := fmt.Sprintf("Three quests have succeeded. The evil players talk among themselves for %s. Then the assassin names one player.", session.Span(lasts))
	if m.lone() {
		lasts, text = 0, "Three quests have succeeded. The assassin names one player."
	}
	return []session.Payload{m.BeginPhase(assassination, lasts), match.Line("assassination-begins", "", text)}
}

// callAssassin returns the orders that ask the assassin. If it has left, another evil player names
// somebody. Players who have left can be named, too: otherwise Merlin would win by leaving.
func (m *game) callAssassin() []session.Payload {
	names := append(m.Living(assassin), append(m.Living(morgana, minion, mordred), m.Living(oberon)...)...)[0]
	known := m.known(names)
	var options []string
	for _, p := range m.Players {
		if p.ID != names && known[p.ID] == nil {
			options = append(options, p.ID)
		}
	}
	id := m.voteID()
	q := session.VoteRequest{ID: id, Kind: session.ChooseOne, Step: m.Stage, Question: "Who is Merlin?", Options: m.Choices(options)}
	text := fmt.Sprintf("The assassin now says who Merlin is, within %s.", session.Span(m.Options.Vote))
	return []session.Payload{match.Line(id, "", text), m.Ask(q, []string{names}, m.Options.Vote)}
}

func (m *game) closeVote() []session.Payload {
	b := m.Count()
	if m.void(m.Vote) {
		return []session.Payload{match.Line(b.Vote+match.ResultSuffix, "", m.Name(m.Vote.Seats[0])+" has left and decides nothing.")}
	}
	switch m.Stage {
	case session.StepTeam:
		return m.closeTeam(b)
	case session.StepApproval:
		return m.closeApproval(b)
	case session.StepQuest:
		return m.closeQuest(b)
	}
	by := m.Vote.Seats[0]
	text := fmt.Sprintf("%s takes %s for Merlin.", m.Name(by), m.Name(b.Chosen))
	if b.Drawn {
		text = fmt.Sprintf("%s names nobody in time. A draw names %s.", m.Name(by), m.Name(b.Chosen))
	}
	found := m.Roles[b.Chosen] == merlin
	return []session.Payload{match.Line(b.Vote+match.ResultSuffix, "", text), m.ruling(session.Ruling{By: by, Players: []string{b.Chosen}, Passed: found})}
}

// closeTeam returns the orders that tell the team. A leader who is silent goes with players whom
// the seed draws. It also draws for players who have left since they were named.
func (m *game) closeTeam(b match.Ballot) []session.Payload {
	leader := m.Vote.Seats[0]
	team := slices.DeleteFunc(slices.Clone(b.Answers[leader].Options), func(seat string) bool { return m.Gone[seat] })
	text := fmt.Sprintf("%s proposes the team: ", m.Name(leader))
	if b.Drawn {
		team, text = []string{leader}, fmt.Sprintf("%s names no team in time. A draw gives the team: ", m.Name(leader))
	}
	for _, seat := range match.Shuffled(m.Living(), m.Seed, b.Vote) {
		if len(team) < m.size() && !slices.Contains(team, seat) {
			team = append(team, seat)
		}
	}
	text += m.Names(team) + ". "
	if m.Options.Discussion == inTurn {
		text += fmt.Sprintf("Each of you may talk for %s, one after the other, %s first.", session.Span(m.Options.Turn), m.Name(leader))
	} else {
		text += fmt.Sprintf("Everybody may talk for %s.", session.Span(m.Options.Talk))
	}
	return []session.Payload{match.Line(b.Vote+match.ResultSuffix, "", text), m.ruling(session.Ruling{By: leader, Players: team})}
}

// closeApproval returns the orders that tell who wants the team. Silence is a no. The answer of
// somebody who has left since counts; who has left without one is not counted.
func (m *game) closeApproval(b match.Ballot) []session.Payload {
	answers, said := map[string]string{}, map[string][]string{}
	for _, p := range m.Players {
		a, answered := b.Answers[p.ID]
		if !answered && (m.Gone[p.ID] || !slices.Contains(b.Silent, p.ID)) {
			continue
		}
		if answers[p.ID] = session.No; a.Option == session.Yes {
			answers[p.ID] = session.Yes
		}
		said[answers[p.ID]] = append(said[answers[p.ID]], p.Name)
	}
	passed := 2*len(said[session.Yes]) > len(answers)
	text := fmt.Sprintf("Yes: %s. No: %s. ", orNobody(said[session.Yes]), orNobody(said[session.No]))
	if passed {
		text += "The team goes on the quest."
	} else if text += "The team is refused."; m.Options.Refusals > 0 {
		text += fmt.Sprintf(" This is refusal %d of %d in a row.", m.Refused+1, m.Options.Refusals)
	}
	return []session.Payload{match.Line(b.Vote+match.ResultSuffix, "", text), m.ruling(session.Ruling{Players: m.Team, Answers: answers, Passed: passed})}
}

// closeQuest returns the orders that say how a quest went. Silence is a success.
func (m *game) closeQuest(b match.Ballot) []session.Payload {
	fails, needed := b.Tally[session.QuestFail], 1
	if m.Quest == 4 && len(m.Players) >= twoFails {
		needed = 2
	}
	succeeded, failed, how := m.Succeeded, m.Failed, "failed"
	if fails < needed {
		succeeded, how = succeeded+1, "succeeded"
	} else {
		failed++
	}
	text := fmt.Sprintf("Quest %d has %s: %s. Quests so far: %d succeeded, %d failed.", m.Quest, how, countOf(fails, "player", "chose fail"), succeeded, failed)
	return []session.Payload{match.Line(b.Vote+match.ResultSuffix, "", text), m.ruling(session.Ruling{Players: m.Team, Passed: fails < needed, Fails: fails})}
}

func (m *game) welcome() string {
	evil := evilPlayers[len(m.Players)]
	var roles []string
	for _, role := range slices.Compact(m.roleList()) {
		n := len(slices.DeleteFunc(m.roleList(), func(r string) bool { return r != role }))
		if name := roleNames[role]; n == 1 {
			roles = append(roles, name)
		} else {
			roles = append(roles, fmt.Sprintf("%d %ss", n, strings.TrimPrefix(name, "a ")))
		}
	}
	return fmt.Sprintf("There are %d players: %d are good and %d are evil. The roles are: %s.", len(m.Players), len(m.Players)-evil, evil, strings.Join(roles, ", "))
}

// wholeReveal says who Merlin was and who was evil.
func (m *game) wholeReveal() string {
	var evil []string
	text := ""
	for _, p := range m.Players {
		if role := m.Roles[p.ID]; role == merlin {
			text = fmt.Sprintf("Merlin was %s. ", p.Name)
		} else if sideOf(role) == session.Evil {
			evil = append(evil, fmt.Sprintf("%s (%s)", p.Name, roleNames[role]))
		}
	}
	return text + fmt.Sprintf("The evil players were %s.", strings.Join(evil, ", "))
}

// countOf writes a number with a noun and what follows, such as "2 players chose fail".
func countOf(n int, noun, rest string) string {
	switch n {
	case 0:
		return fmt.Sprintf("no %s %s", noun, rest)
	case 1:
		return fmt.Sprintf("1 %s %s", noun, rest)
	}
	return fmt.Sprintf("%d %ss %s", n, noun, rest)
}

// orNobody lists names.
func orNobody(names []string) string {
	if len(names) == 0 {
		return "nobody"
	}
	return strings.Join(names, ", ")
}

// goOrGoes returns the verb for some players.
func goOrGoes(team []string) string {
	if len(team) == 1 {
		return "goes"
	}
	return "go"
}
