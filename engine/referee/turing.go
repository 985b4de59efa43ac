package referee

import (
	"fmt"
	"maps"
	"slices"

	"ringer/engine/session"
)

// The words of the games about machines.
const (
	turingID        = "turing"
	reverseTuringID = "reverse_turing"
	machine         = "machine"
	person          = "person"
	chat            = "chat"
	// accusation is the id of their only vote.
	accusation = "accusation"
)

// Limits of the games about machines.
const (
	turingLeast = 3  // players: two know each other's role at once
	turingMost  = 16 // players: the line that tells who has named whom must fit into a message
)

// AccusationVote is the vote id with which a person accuses before the vote has begun. Bots accuse
// by an act of their own.
const AccusationVote = accusation

type turingOptions struct {
	Chat session.Millis `json:"chat_ms"`
	Vote session.Millis `json:"vote_ms"`
}

// turingRules are the rules of the Turing Game, and of its reverse: one person among machines.
type turingRules struct{ id string }

// ID returns the id of the rules.
func (r turingRules) ID() string { return r.id }

// Deal makes the seats of bots machines. Fixed roles let a bot play the person. It returns
// session.Errors if players, machines, roles or options do not fit.
func (r turingRules) Deal(s Start) (Deal, error) {
	errs := s.check(turingLeast, turingMost)
	options := parseOptions[turingOptions](r.id, s.Options, &errs)
	roles := s.kinds(&errs, machine, person)
	if len(errs) == 0 {
		r.checkKinds(roles, &errs)
	}
	if err := errs.Err(); err != nil {
		return Deal{}, err
	}
	return Deal{Players: s.active(), Roles: roles, Conceal: concealed(r.id, roles), Phases: []session.Phase{{ID: chat}}, Phase: chat, Lasts: options.Chat}, nil
}

// checkKinds refuses other numbers of machines and people than the text of the rules preset names.
func (r turingRules) checkKinds(roles map[string]string, errs *session.Errors) {
	n := map[string]int{}
	for _, role := range roles {
		n[role]++
	}
	switch {
	case r.id == turingID && n[machine] != 1:
		errs.Add(session.CodeOutOfRange, "/machines", fmt.Sprintf("has %d machines; this game has one machine, and all others are people", n[machine]))
	case r.id == reverseTuringID && n[person] != 1:
		errs.Add(session.CodeOutOfRange, "/machines", fmt.Sprintf("leaves %d people; this game has one person, and all others are machines", n[person]))
	}
}

// Begin returns the referee. Deal has checked the options.
func (r turingRules) Begin(s Start, d Deal) Referee {
	options := parseOptions[turingOptions](r.id, s.Options, &session.Errors{})
	return &turing{match: newMatch(s, d), Rules: r.id, Options: options, Ends: d.Lasts, Accused: map[string]string{}}
}

// turing is the referee of a game about machines.
type turing struct {
	match
	Rules   string        `json:"rules"`
	Options turingOptions `json:"options"`
	// Ends is when the talk ends.
	Ends session.Millis `json:"ends_ms"`
	// Accused holds whom each seat has accused before the vote.
	Accused map[string]string `json:"accused"`
}

// Clone returns a copy.
func (m *turing) Clone() Referee {
	c := *m
	c.match = m.clone()
	c.Accused = maps.Clone(m.Accused)
	return &c
}

// Apply folds an event.
func (m *turing) Apply(e session.Event, at session.Millis) {
	if !m.apply(e.Data, at) {
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
		if p.ID == orderPrefix+accusation && p.Kind == session.FromGamemaster && m.Vote == nil && len(m.Ballots) == 0 {
			m.begin(at)
		}
	case *session.VoteRequested:
		if m.Vote != nil && p.ID == m.Vote.ID {
			m.Vote.Closes = at + m.played(p.Within)
		}
	}
}

// accuse notes an accusation before the vote. The first one that names somebody in the game counts
// as the seat's vote.
func (m *turing) accuse(seat, accused string) {
	if m.Vote != nil || len(m.Ballots) > 0 || seat == accused || !m.inGame(seat) || !m.inGame(accused) || m.stands(seat) {
		return
	}
	m.Accused[seat] = accused
}

func (m *turing) inGame(seat string) bool { return m.plays(seat) && !m.Gone[seat] }

// stands reports whether a seat has accused somebody who is still in the game.
func (m *turing) stands(seat string) bool { return m.inGame(m.Accused[seat]) }

// accusers returns the seats whose accusations stand.
func (m *turing) accusers() []string {
	return slices.DeleteFunc(m.living(), func(seat string) bool { return !m.stands(seat) })
}

// begin opens the vote, with the accusations as its first answers.
func (m *turing) begin(at session.Millis) {
	m.Vote = &vote{ID: accusation, Phase: chat, Seats: m.living(), Options: m.living(), Closes: at + m.Options.Vote, Answers: map[string]session.Answer{}}
	for _, seat := range m.accusers() {
		m.Vote.Answers[seat] = session.Answer{Option: m.Accused[seat]}
	}
}

// sure reports whether accusations begin the vote. In the reverse game one does, as the text of the
// preset says. In the other game more than half of the players must have accused, because one bot
// that accuses early would leave the people no time to agree.
func (m *turing) sure() bool {
	n := len(m.accusers())
	return m.Rules == reverseTuringID && n > 0 || 2*n > len(m.living())
}

// undecidable reports whether too few players are left: the one who is looked for, or two others.
func (m *turing) undecidable() bool {
	one, others := machine, person
	if m.Rules == reverseTuringID {
		one, others = person, machine
	}
	return len(m.living(one)) == 0 || len(m.living(others)) < 2
}

// Decide says what has to happen now.
func (m *turing) Decide(now session.Millis) Decision {
	if m.Over {
		return Decision{}
	}
	var orders []session.Payload
	if !m.Told[began] {
		orders = append(orders, line(began, "", m.welcome()))
	}
	orders = append(orders, m.presence(func(string) string { return "" })...)
	due := m.Ends
	if m.Vote != nil {
		due = m.Vote.Closes
	}
	switch {
	case m.undecidable():
		orders = append(orders, m.end("Too few players are left. Nobody has won.")...)
	case m.Vote == nil && (now >= m.Ends || m.sure()):
		orders = append(orders, m.callVote()...)
	case m.Vote != nil && m.ended(now):
		b := m.count()
		orders = append(orders, line(accusation+result, "", m.told(b)))
		orders = append(orders, m.end(m.verdict(m.winners(b)))...)
	}
	if len(orders) > 0 {
		due = 0
	}
	return Decision{Orders: orders, Due: due}
}

// Result returns the result so far. A game that could not be decided has no winners.
func (m *turing) Result() Result {
	r := m.match.Result()
	if m.Over && m.ByRules && len(m.Ballots) > 0 {
		r.Winners = m.winners(m.Ballots[0])
	}
	return r
}
