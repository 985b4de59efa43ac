package turing

import (
	"fmt"
	"maps"
	"slices"

	"ringer/engine/referee/match"
	"ringer/engine/session"
)

const (
	elimination = "elimination"
	// leastRounds is the least number of players of a game with rounds: three would vote once, and
	// that game is turing.
	leastRounds = 4
	// remain is how many players are left when the machine has won.
	remain = 2
)

// Elimination are the rules of the game in rounds: one machine among people, and each round a vote
// puts one player out.
//
//	chat -- clock --> vote: one is out --> who has won? --> over
//	  ^                                        | nobody yet
//	  +----------------------------------------+
type Elimination struct{}

// ID returns the id of the rules.
func (Elimination) ID() string { return elimination }

// Empty returns a referee without state.
func (Elimination) Empty() match.Referee { return &rounds{} }

// Schema returns the JSON schema of the options.
func (Elimination) Schema() []byte { return Rules(elimination).Schema() }

// Hidden returns the roles that players conceal.
func (Elimination) Hidden() []string { return []string{machine} }

// Revotes says that a person may think again.
func (Elimination) Revotes() bool { return true }

// Deal makes one bot the machine, which the seed draws. Other bots play people. It returns
// session.Errors if players, machines, roles or options do not fit.
func (Elimination) Deal(s match.Start) (match.Deal, error) {
	errs := s.Check(leastRounds, most)
	options := match.ParseOptions[options](Elimination{}, s.Options, &errs)
	roles := oneMachine(&s, &errs)
	if len(errs) == 0 {
		Turing.checkKinds(roles, &errs)
	}
	if err := errs.Err(); err != nil {
		return match.Deal{}, err
	}
	return match.Deal{Players: s.Active(), Roles: roles, Conceal: match.Concealed(Elimination{}, roles), Phases: []session.Phase{{ID: chat}}, Phase: chat, Lasts: options.Chat, Options: match.Told(options)}, nil
}

// oneMachine returns the roles of a start. The seed draws which of several bots is the machine.
func oneMachine(s *match.Start, errs *session.Errors) map[string]string {
	roles, found := s.Kinds(errs, machine, person), false
	for _, seat := range match.Shuffled(s.Seats(), s.Seed, machine) {
		if roles[seat] == machine && len(s.Roles) == 0 {
			if found {
				roles[seat] = person
			}
			found = true
		}
	}
	return roles
}

// Begin returns the referee. Deal has checked the options.
func (Elimination) Begin(s match.Start, d match.Deal) match.Referee {
	options := match.ParseOptions[options](Elimination{}, s.Options, &session.Errors{})
	return &rounds{Match: match.New(s, d), Options: options, Round: 1, Ends: d.Lasts}
}

// rounds is the referee of a game of elimination.
type rounds struct {
	match.Match
	Options options `json:"options"`
	// Round numbers the rounds from 1.
	Round int `json:"round"`
	// Ends is when the talk of the round ends.
	Ends session.Millis `json:"ends_ms"`
}

// Clone returns a copy.
func (m *rounds) Clone() match.Referee {
	c := *m
	c.Match = m.Copy()
	return &c
}

func (m *rounds) voteID() string { return fmt.Sprintf("round-%d", m.Round) }

// Apply folds an event.
func (m *rounds) Apply(e session.Event, at session.Millis) {
	if !m.Fold(e.Data, at) {
		return
	}
	switch p := e.Data.(type) {
	case *session.VoteRequested:
		if p.ID == m.voteID() && m.Vote == nil {
			m.Open(p, chat, at, true)
		}
	case *session.ObservationReceived:
		if p.Kind == session.PhaseChanged && m.Vote == nil && len(m.Ballots) == m.Round {
			m.Round, m.Ends = m.Round+1, at+m.Options.Chat
			if p.EndsIn != nil {
				m.Ends = at + m.Played(*p.EndsIn)
			}
		}
	}
}

// Decide says what has to happen now.
func (m *rounds) Decide(now session.Millis) match.Decision {
	return m.Match.Decide(m.welcome, m.was, func() match.Decision {
		switch side, over := m.winner(m.Gone); {
		case over:
			return match.Decision{Orders: m.End(m.won(side))}
		case m.Vote != nil && m.VoteOver(now):
			return match.Decision{Orders: m.closeVote()}
		case m.Vote != nil:
			return match.Decision{Due: m.Vote.Closes}
		case now >= m.Ends:
			return match.Decision{Orders: m.callVote()}
		}
		return match.Decision{Due: m.Ends}
	})
}

// winner returns the role of the side that has won if these seats are out, and whether the game is
// over. If the machine has left, nobody has won.
func (m *rounds) winner(out map[string]bool) (side string, over bool) {
	left := 0
	for _, p := range m.Players {
		switch {
		case !out[p.ID]:
			left++
		case m.Roles[p.ID] == machine && slices.Contains(m.Departed, p.ID):
			return "", true
		case m.Roles[p.ID] == machine:
			return person, true
		}
	}
	return machine, left <= remain
}

// Result returns the result so far. The whole side has won, with those who are out.
func (m *rounds) Result() match.Result {
	r := m.Match.Result()
	if side, _ := m.winner(m.Gone); m.Over && m.ByRules {
		r.Winners = m.AllOf(func(role string) bool { return role == side })
	}
	return r
}

func (m *rounds) callVote() []session.Payload {
	q := session.VoteRequest{ID: m.voteID(), Kind: session.ChooseOne, Question: "Who is the machine?", Options: m.Choices(m.Living()), About: session.Suspicion}
	text := fmt.Sprintf("It is time to vote. Each of you names one player. Whoever gets most votes is out. You have %s.", session.Span(m.Options.Vote))
	return []session.Payload{match.Line(q.ID, "", text), m.Ask(q, m.Living(), m.Options.Vote)}
}

// closeVote puts out whom the vote has chosen. Then the game is over, or the next round begins.
func (m *rounds) closeVote() []session.Payload {
	b := m.Count()
	out := maps.Clone(m.Gone)
	out[b.Chosen] = true
	orders := []session.Payload{match.Line(b.Vote+match.ResultSuffix, "", m.WhoNamedWhom(b)), m.Out(b.Vote+match.OutSuffix, b.Chosen)}
	said := fmt.Sprintf("%s is out. %[1]s was %[2]s.", m.Name(b.Chosen), m.was(b.Chosen))
	if side, over := m.winner(out); over {
		return append(append(orders, match.Line(b.Vote+"-role", "", said)), m.End(m.won(side))...)
	}
	said += fmt.Sprintf(" Round %d. You may talk for %s.", m.Round+1, session.Span(m.Options.Chat))
	return append(orders, m.BeginPhase(chat, m.Options.Chat), match.Line(b.Vote+"-role", "", said))
}

func (m *rounds) was(seat string) string { return "a " + m.Roles[seat] }

func (m *rounds) won(side string) string {
	text := fmt.Sprintf("%s was the machine. ", m.Names(m.AllOf(func(role string) bool { return role == machine })))
	switch side {
	case person:
		return text + "It is out, and the people have won."
	case machine:
		return text + "It is among the last two players, and has won."
	}
	return text + "It has left. Nobody has won."
}

func (m *rounds) welcome() string {
	return fmt.Sprintf("There are %d players, and one of them is a machine. Round 1. You may talk for %s. Then a vote puts one player out.", len(m.Players), session.Span(m.Options.Chat))
}
