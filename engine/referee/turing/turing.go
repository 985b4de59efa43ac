// Package turing has the rules of the games about machines. Those of turing and reverse_turing:
//
//	chat -- clock, or accusations --> vote of all who have not accused --> who has won --> over
//	  +------------- too few players are left: nobody has won ---------------------------> over
package turing

import (
	"embed"
	"fmt"
	"maps"
	"slices"

	"ringer/engine/referee/match"
	"ringer/engine/session"
)

const (
	machine    = "machine"
	person     = "person"
	chat       = "chat"
	accusation = "accusation"
)

// Limits of the games about machines.
const (
	least = 3  // players: two know each other's role at once
	most  = 16 // players: the line that tells who has named whom must fit into a message
)

// AccusationVote is the vote id with which a person accuses before the vote has begun. Bots accuse
// by an act of their own.
const AccusationVote = accusation

type options struct {
	Chat session.Millis `json:"chat_ms"`
	Vote session.Millis `json:"vote_ms"`
}

// Rules are the rules of the Turing Game, and of its reverse: one person among machines.
type Rules string

const (
	Turing  Rules = "turing"
	Reverse Rules = "reverse_turing"
)

//go:embed turing.json reverse_turing.json elimination.json three_party.json
var schemas embed.FS

// ID returns the id of the rules.
func (r Rules) ID() string { return string(r) }

// Empty returns a referee without state.
func (Rules) Empty() match.Referee { return &game{} }

// Schema returns the JSON schema of the options.
func (r Rules) Schema() []byte {
	b, _ := schemas.ReadFile(r.ID() + ".json") // it is embedded; TestOptions reads both
	return b
}

// Hidden returns the roles that players conceal.
func (Rules) Hidden() []string { return []string{machine} }

// Revotes says that a person may think again.
func (Rules) Revotes() bool { return true }

// OddOne returns the role that one player has, and the role of all others.
func (r Rules) OddOne() (one, others string) {
	if r == Reverse {
		return person, machine
	}
	return machine, person
}

// Deal makes the seats of bots machines. Fixed roles let a bot play the person. It returns
// session.Errors if players, machines, roles or options do not fit.
func (r Rules) Deal(s match.Start) (match.Deal, error) {
	errs := s.Check(least, most)
	options := match.ParseOptions[options](r, s.Options, &errs)
	roles := s.Kinds(&errs, machine, person)
	if len(errs) == 0 {
		r.checkKinds(roles, &errs)
	}
	if err := errs.Err(); err != nil {
		return match.Deal{}, err
	}
	return match.Deal{Players: s.Active(), Roles: roles, Conceal: match.Concealed(r, roles), Phases: []session.Phase{{ID: chat}}, Phase: chat, Lasts: options.Chat, Options: match.Told(options)}, nil
}

// checkKinds refuses other numbers of machines and people than the text of the rules preset names.
func (r Rules) checkKinds(roles map[string]string, errs *session.Errors) {
	n := map[string]int{}
	for _, role := range roles {
		n[role]++
	}
	switch {
	case r == Turing && n[machine] != 1:
		errs.Add(session.CodeOutOfRange, "/machines", fmt.Sprintf("has %d machines; this game has one machine, and all others are people", n[machine]))
	case r == Reverse && n[person] != 1:
		errs.Add(session.CodeOutOfRange, "/machines", fmt.Sprintf("leaves %d people; this game has one person, and all others are machines", n[person]))
	}
}

// Begin returns the referee. Deal has checked the options.
func (r Rules) Begin(s match.Start, d match.Deal) match.Referee {
	options := match.ParseOptions[options](r, s.Options, &session.Errors{})
	return &game{Match: match.New(s, d), Rules: r, Options: options, Ends: d.Lasts, Accused: map[string]string{}}
}

type game struct {
	match.Match
	Rules   Rules   `json:"rules"`
	Options options `json:"options"`
	// Ends is when the talk ends.
	Ends session.Millis `json:"ends_ms"`
	// Accused holds whom each seat has accused before the vote.
	Accused map[string]string `json:"accused"`
}

// Clone returns a copy.
func (m *game) Clone() match.Referee {
	c := *m
	c.Match = m.Copy()
	c.Accused = maps.Clone(m.Accused)
	return &c
}

// Apply folds an event.
func (m *game) Apply(e session.Event, at session.Millis) {
	if !m.Fold(e.Data, at) {
		return
	}
	switch p := e.Data.(type) {
	case *session.VoteCast:
		if p.Origin == session.FromAccusation {
			m.accuse(p.Seat, p.Answer.Option)
		}
	case *session.VoteReceived:
		if p.VoteID == AccusationVote {
			m.accuse(p.Seat, p.Answer.Option)
		}
	case *session.MessageReceived:
		if p.ID == match.Order(accusation) && p.Kind == session.FromGamemaster && m.Vote == nil && len(m.Ballots) == 0 {
			m.begin(at)
		}
	case *session.VoteRequested:
		if m.Vote != nil && p.ID == m.Vote.ID {
			m.Vote.Closes = at + m.Played(p.Within)
		}
	}
}

// accuse notes an accusation before the vote. The first one that names somebody in the game counts
// as the seat's vote.
func (m *game) accuse(seat, accused string) {
	if m.Vote != nil || len(m.Ballots) > 0 || seat == accused || !m.inGame(seat) || !m.inGame(accused) || m.stands(seat) {
		return
	}
	m.Accused[seat] = accused
}

func (m *game) inGame(seat string) bool { return m.Plays(seat) && !m.Gone[seat] }

// stands reports whether a seat has accused somebody who is still in the game.
func (m *game) stands(seat string) bool { return m.inGame(m.Accused[seat]) }

func (m *game) accusers() []string {
	return slices.DeleteFunc(m.Living(), func(seat string) bool { return !m.stands(seat) })
}

// begin opens the vote, with the accusations as its first answers.
func (m *game) begin(at session.Millis) {
	m.Vote = &match.Vote{ID: accusation, Phase: chat, Seats: m.Living(), Options: m.Living(), Closes: at + m.Options.Vote, Answers: map[string]session.Answer{}}
	for _, seat := range m.accusers() {
		m.Vote.Answers[seat] = session.Answer{Option: m.Accused[seat]}
	}
}

// sure reports whether accusations begin the vote. In the reverse game one does, as the text of the
// preset says. In the other game more than half of the players must have accused, because one bot
// that accuses early would leave the people no time to agree.
func (m *game) sure() bool {
	n := len(m.accusers())
	return m.Rules == Reverse && n > 0 || 2*n > len(m.Living())
}

// undecidable reports whether too few players are left: the one who is looked for, or two others.
func (m *game) undecidable() bool {
	one, others := m.Rules.OddOne()
	return len(m.Living(one)) == 0 || len(m.Living(others)) < 2
}

// Decide says what has to happen now.
func (m *game) Decide(now session.Millis) match.Decision {
	return m.Match.Decide(m.welcome, nil, func() match.Decision {
		switch {
		case m.undecidable():
			return match.Decision{Orders: m.End("Too few players are left. Nobody has won.")}
		case m.Vote != nil && m.VoteOver(now):
			b := m.Count()
			told := match.Line(accusation+match.ResultSuffix, "", m.WhoNamedWhom(b))
			return match.Decision{Orders: append([]session.Payload{told}, m.End(m.verdict(m.winners(b)))...)}
		case m.Vote != nil:
			return match.Decision{Due: m.Vote.Closes}
		case now >= m.Ends || m.sure():
			return match.Decision{Orders: m.callVote()}
		}
		return match.Decision{Due: m.Ends}
	})
}

// Result returns the result so far. A game that could not be decided has no winners.
func (m *game) Result() match.Result {
	r := m.Match.Result()
	if m.Over && m.ByRules && len(m.Ballots) > 0 {
		r.Winners = m.winners(m.Ballots[0])
	}
	return r
}
