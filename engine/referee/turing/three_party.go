package turing

import (
	"fmt"
	"slices"

	"ringer/engine/referee/match"
	"ringer/engine/session"
)

const (
	threeParty   = "three_party"
	interrogator = "interrogator"
	verdict      = "verdict"
	oneChat      = "one"
)

// witnessChats are the channels of the two chats, in the order of the witnesses.
var witnessChats = []string{"chat-1", "chat-2"}

// ThreeParty are the rules of Turing's own game, as Jones and Bergen play it: an interrogator talks
// with two witnesses, a person and a machine, and says which one is the person.
//
//	chat -- clock --> verdict of the interrogator --> over
//	  +------- somebody has left: nobody has won ---> over
type ThreeParty struct{}

type threePartyOptions struct {
	Chats string `json:"chats"`
	options
}

// ID returns the id of the rules.
func (ThreeParty) ID() string { return threeParty }

// Empty returns a referee without state.
func (ThreeParty) Empty() match.Referee { return &interview{} }

// Schema returns the JSON schema of the options.
func (ThreeParty) Schema() []byte { return Rules(threeParty).Schema() }

// Hidden returns the roles that players conceal.
func (ThreeParty) Hidden() []string { return []string{machine} }

// Revotes says that a person may think again.
func (ThreeParty) Revotes() bool { return true }

// Deal draws a bot as the machine, and a person as the interrogator, by the seed. Bots take the
// roles that no person is left for. It returns session.Errors if players, machines, roles or
// options do not fit.
func (ThreeParty) Deal(s match.Start) (match.Deal, error) {
	errs := s.Check(least, least)
	options := match.ParseOptions[threePartyOptions](ThreeParty{}, s.Options, &errs)
	roles := threeRoles(&s, &errs)
	if err := errs.Err(); err != nil {
		return match.Deal{}, err
	}
	d := match.Deal{
		Players: s.Active(), Roles: roles, Conceal: match.Concealed(ThreeParty{}, roles), Private: map[string]string{}, KnownRoles: map[string]map[string][]string{},
		Phases: []session.Phase{{ID: chat}}, Phase: chat, Lasts: options.Chat, Options: match.Told(options),
	}
	m := interview{Match: match.Match{Players: d.Players, Roles: roles}}
	asks, witnesses := m.interrogator(), m.Living(person, machine)
	for _, seat := range witnesses {
		d.Private[seat] = fmt.Sprintf("You are a witness. The interrogator is %s.", m.Name(asks))
		d.KnownRoles[seat] = map[string][]string{asks: {interrogator}}
	}
	d.Private[asks] = fmt.Sprintf("You are the interrogator. The witnesses are %s.", m.Names(witnesses))
	if options.Chats != oneChat {
		d.Phases[0].Channels = witnessChats
		for i, seat := range witnesses {
			d.Channels = append(d.Channels, session.Channel{ID: witnessChats[i], Members: []string{asks, seat}})
		}
	}
	return d, nil
}

// threeRoles returns the roles of a start, each of which one player has.
func threeRoles(s *match.Start, errs *session.Errors) map[string]string {
	if len(s.Roles) == 0 {
		return drawThree(s, errs)
	}
	list := []string{interrogator, person, machine}
	roles, before := s.CheckRoles(errs, list), len(*errs)
	for _, role := range list {
		n := 0
		for _, has := range roles {
			if has == role {
				n++
			}
		}
		if n != 1 && before == 0 {
			errs.Add(session.CodeOutOfRange, "/roles", fmt.Sprintf("has %d of the role %s; each role is one player's", n, role))
		}
	}
	return roles
}

func drawThree(s *match.Start, errs *session.Errors) map[string]string {
	kinds := s.Kinds(errs, machine, person)
	seats := match.Shuffled(s.Seats(), s.Seed, "roles")
	roles, one, asks := map[string]string{}, "", ""
	for _, seat := range seats {
		if roles[seat] = person; kinds[seat] == machine && one == "" {
			one = seat
		} else if asks == "" || kinds[asks] == machine && kinds[seat] == person {
			asks = seat
		}
	}
	if one == "" {
		errs.Add(session.CodeOutOfRange, "/machines", "has no machine; one witness is a bot")
	}
	roles[asks], roles[one] = interrogator, machine
	return roles
}

// Begin returns the referee. Deal has checked the options.
func (ThreeParty) Begin(s match.Start, d match.Deal) match.Referee {
	options := match.ParseOptions[threePartyOptions](ThreeParty{}, s.Options, &session.Errors{})
	return &interview{Match: match.New(s, d), Options: options, Ends: d.Lasts}
}

// interview is the referee of a game of three_party.
type interview struct {
	match.Match
	Options threePartyOptions `json:"options"`
	// Ends is when the talk ends.
	Ends session.Millis `json:"ends_ms"`
}

// Clone returns a copy.
func (m *interview) Clone() match.Referee {
	c := *m
	c.Match = m.Copy()
	return &c
}

// Apply folds an event.
func (m *interview) Apply(e session.Event, at session.Millis) {
	if !m.Fold(e.Data, at) {
		return
	}
	if p, ok := e.Data.(*session.VoteRequested); ok && p.ID == verdict && m.Vote == nil && len(m.Ballots) == 0 {
		m.Open(p, chat, at, false)
	}
}

// Decide says what has to happen now.
func (m *interview) Decide(now session.Millis) match.Decision {
	return m.Match.Decide(m.welcome, nil, func() match.Decision {
		switch {
		case len(m.Living()) < least:
			return match.Decision{Orders: m.End("A player has left. Nobody has won.")}
		case m.Vote != nil && m.VoteOver(now):
			b := m.Count()
			return match.Decision{Orders: append([]session.Payload{match.Line(verdict+match.ResultSuffix, "", m.WhoNamedWhom(b))}, m.End(m.outcome(b))...)}
		case m.Vote != nil:
			return match.Decision{Due: m.Vote.Closes}
		case now >= m.Ends:
			return match.Decision{Orders: m.callVote()}
		}
		return match.Decision{Due: m.Ends}
	})
}

func (m *interview) interrogator() string {
	return m.AllOf(func(role string) bool { return role == interrogator })[0]
}

func (m *interview) callVote() []session.Payload {
	witnesses := m.Living(person, machine)
	q := session.VoteRequest{ID: verdict, Kind: session.ChooseOne, Question: "Which witness is the person?", Options: m.Choices(witnesses), About: session.Trust, Explain: true}
	text := fmt.Sprintf("The talk is over. The interrogator says which witness is the person, and has %s.", session.Span(m.Options.Vote))
	return []session.Payload{match.Line(verdict, "", text), m.Ask(q, []string{m.interrogator()}, m.Options.Vote)}
}

// winners returns who has won by a verdict: the interrogator and the person if the interrogator has
// named the person, else the machine. Without a verdict nobody has.
func (m *interview) winners(b match.Ballot) []string {
	named := b.Answers[m.interrogator()].Option
	return m.AllOf(func(role string) bool {
		return named != "" && (role == machine) == (m.Roles[named] == machine)
	})
}

func (m *interview) outcome(b match.Ballot) string {
	is := func(role string) string { return m.Names(m.AllOf(func(r string) bool { return r == role })) }
	return fmt.Sprintf("%s was the person, and %s was the machine. %s", is(person), is(machine), m.HaveWon(m.winners(b)))
}

// Result returns the result so far. A game that could not be decided has no winners.
func (m *interview) Result() match.Result {
	r := m.Match.Result()
	if m.Over && m.ByRules && len(m.Ballots) > 0 && slices.Equal(m.Living(), m.AllOf(func(string) bool { return true })) {
		r.Winners = m.winners(m.Ballots[0])
	}
	return r
}

func (m *interview) welcome() string {
	return fmt.Sprintf("%s is the interrogator. The witnesses are %s: one is a person, and one is a machine. You may talk for %s.", m.Name(m.interrogator()), m.Names(m.Living(person, machine)), session.Span(m.Options.Chat))
}
