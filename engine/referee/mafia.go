package referee

import (
	"fmt"
	"slices"

	"ringer/engine/session"
)

// The words of the mafia rules.
const (
	mafiaID   = "mafia"
	day       = "day"
	night     = "night"
	mafioso   = "mafia"
	bystander = "bystander"
)

// Limits of a game of Mafia, from section 3 of the Time to Talk paper and its data.
const (
	mafiaLeast = 7  // players: with fewer, two mafiosi could win in the first night
	mafiaMost  = 12 // players: with more, three mafiosi would be too few
	// twoMafiosi is up to how many players two of them are mafiosi. Above it there are three, so
	// that the mafia stays about a quarter of the players.
	twoMafiosi = 10
)

type mafiaOptions struct {
	Day   session.Millis `json:"day_ms"`
	Night session.Millis `json:"night_ms"`
	Vote  session.Millis `json:"vote_ms"`
}

type mafiaRules struct{}

// ID returns the id of the rules.
func (mafiaRules) ID() string { return mafiaID }

// Deal gives each player a role. It returns session.Errors if the number of players, the roles or
// the options do not fit.
func (mafiaRules) Deal(s Start) (Deal, error) {
	errs := s.check(mafiaLeast, mafiaMost)
	options := parseOptions[mafiaOptions](mafiaID, s.Options, &errs)
	roles := dealMafia(&s, &errs)
	if err := errs.Err(); err != nil {
		return Deal{}, err
	}
	d := Deal{Players: s.active(), Roles: roles, Private: map[string]string{}, Allies: map[string][]string{}, Conceal: concealed(mafiaID, roles), Phase: day, Lasts: options.Day}
	m := match{Players: d.Players, Roles: roles}
	mafiosi := m.living(mafioso)
	for _, p := range d.Players {
		d.Private[p.ID] = privateMafia(&m, p.ID)
	}
	for _, seat := range mafiosi {
		d.Allies[seat] = m.partners(seat)
	}
	d.Channels = []session.Channel{{ID: night, Members: mafiosi}}
	d.Phases = []session.Phase{{ID: day}, {ID: night, Speakers: mafiosi, Channel: night}}
	return d, nil
}

// dealMafia returns the role of each seat: those of the start, else a draw by the seed.
func dealMafia(s *Start, errs *session.Errors) map[string]string {
	mafiosi := 2
	if len(s.Players) > twoMafiosi {
		mafiosi = 3
	}
	if len(s.Roles) > 0 {
		roles := s.checkRoles(errs, []string{mafioso, bystander})
		n := 0
		for _, role := range roles {
			if role == mafioso {
				n++
			}
		}
		if n != mafiosi && len(*errs) == 0 {
			errs.Add(session.CodeOutOfRange, "/roles", fmt.Sprintf("has %d mafiosi; a game of %d players has %d", n, len(s.Players), mafiosi))
		}
		return roles
	}
	roles := map[string]string{}
	for i, seat := range shuffled(s.seats(), s.Seed, "roles") {
		if roles[seat] = bystander; i < mafiosi {
			roles[seat] = mafioso
		}
	}
	return roles
}

// privateMafia says what only this seat knows from the start.
func privateMafia(m *match, seat string) string {
	if m.Roles[seat] != mafioso {
		return "You are a bystander. You know nobody's role but your own."
	}
	others := m.partners(seat)
	if len(others) == 1 {
		return fmt.Sprintf("You are a mafioso. The other mafioso is %s.", m.names(others))
	}
	return fmt.Sprintf("You are a mafioso. The other mafiosi are %s.", m.names(others))
}

// partners returns the other living mafiosi.
func (m *match) partners(seat string) []string {
	return slices.DeleteFunc(m.living(mafioso), func(s string) bool { return s == seat })
}

// Begin returns the referee. Deal has checked the options.
func (mafiaRules) Begin(s Start, d Deal) Referee {
	options := parseOptions[mafiaOptions](mafiaID, s.Options, &session.Errors{})
	return &mafia{match: newMatch(s, d), Options: options, Phase: d.Phase, Round: 1, Ends: d.Lasts}
}

// mafia is the referee of a game of Mafia.
type mafia struct {
	match
	Options mafiaOptions `json:"options"`
	Phase   string       `json:"phase"`
	// Round numbers days and nights from 1. Day 1 is before night 1.
	Round int `json:"round"`
	// Ends is when the talk of the phase ends.
	Ends session.Millis `json:"ends_ms"`
}

// Clone returns a copy.
func (m *mafia) Clone() Referee {
	c := *m
	c.match = m.clone()
	return &c
}

// Apply folds an event.
func (m *mafia) Apply(e session.Event, at session.Millis) {
	if !m.apply(e.Data, at) {
		return
	}
	switch p := e.Data.(type) {
	case *session.VoteRequested:
		if p.ID == m.voteID() && m.Vote == nil {
			m.open(p, m.Phase, at, true)
		}
	case *session.ObservationReceived:
		if p.Kind == session.PhaseChanged && p.Phase != m.Phase && (p.Phase == day || p.Phase == night) {
			m.turn(p, at)
		}
	}
}

// turn notes that the other phase has begun. A vote that was open is void.
func (m *mafia) turn(p *session.ObservationReceived, at session.Millis) {
	m.Vote, m.Phase, m.Ends = nil, p.Phase, at+m.Options.Night
	if p.Phase == day {
		m.Round, m.Ends = m.Round+1, at+m.Options.Day
	}
	if p.EndsIn != nil {
		m.Ends = at + m.played(*p.EndsIn)
	}
}

// voteID returns the id of this phase's vote.
func (m *mafia) voteID() string { return fmt.Sprintf("%s-%d", m.Phase, m.Round) }

// Decide says what has to happen now.
func (m *mafia) Decide(now session.Millis) Decision {
	if m.Over {
		return Decision{}
	}
	var orders []session.Payload
	if !m.Told[began] {
		orders = append(orders, line(began, "", m.welcome()))
	}
	orders = append(orders, m.presence(m.was)...)
	due := m.Ends
	if m.Vote != nil {
		due = m.Vote.Closes
	}
	switch side := m.winner(m.Gone); {
	case side != "":
		return Decision{Orders: append(orders, m.end(m.won(side))...)}
	case m.Vote == nil && (now >= m.Ends || m.alone()):
		orders = append(orders, m.callVote()...)
	case m.Vote != nil && m.ended(now):
		orders = append(orders, m.closeVote()...)
	}
	if len(orders) > 0 {
		due = 0
	}
	return Decision{Orders: orders, Due: due}
}

// alone reports whether it is night and one mafioso is left, who has nobody to talk to.
func (m *mafia) alone() bool { return m.Phase == night && len(m.living(mafioso)) == 1 }

// winner returns the side that has won, or "", if these seats are out.
func (m *mafia) winner(out map[string]bool) string {
	left := map[string]int{}
	for _, p := range m.Players {
		if !out[p.ID] {
			left[m.Roles[p.ID]]++
		}
	}
	switch {
	case left[mafioso] == 0:
		return bystander
	case left[mafioso] >= left[bystander]:
		return mafioso
	}
	return ""
}

// Result returns the result so far. The whole side has won, with those who are out.
func (m *mafia) Result() Result {
	r := m.match.Result()
	if side := m.winner(m.Gone); m.Over && m.ByRules {
		for _, p := range m.Players {
			if m.Roles[p.ID] == side {
				r.Winners = append(r.Winners, p.ID)
			}
		}
	}
	return r
}
