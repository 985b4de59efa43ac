// Package mafia has the rules of Mafia.
//
//	      +-> day: all talk -- clock --> all living vote --+
//	      |                                                | one is out
//	      |                                                v
//	      |                                          who has won? --> over
//	      | one is out                                     | nobody yet
//	      |                                                v
//	who has won? <-- mafia votes <-- clock, or one -- night: mafia talks
//	      |                           mafioso alone
//	      +--> over
package mafia

import (
	_ "embed"
	"fmt"
	"slices"

	"ringer/engine/referee/match"
	"ringer/engine/session"
)

const (
	id        = "mafia"
	day       = "day"
	night     = "night"
	mafioso   = "mafia"
	bystander = "bystander"
)

// Limits of the game, from section 3 of the Time to Talk paper and its data.
const (
	least = 7  // players: with fewer, two mafiosi could win in the first night
	most  = 12 // players: with more, three mafiosi would be too few
	// twoMafiosi is up to how many players two of them are mafiosi. Above it there are three, so
	// that the mafia stays about a quarter of the players.
	twoMafiosi = 10
)

type options struct {
	Day   session.Millis `json:"day_ms"`
	Night session.Millis `json:"night_ms"`
	Vote  session.Millis `json:"vote_ms"`
}

//go:embed options.json
var schema []byte

// Rules are the rules of Mafia.
type Rules struct{}

// ID returns the id of the rules.
func (Rules) ID() string { return id }

// Empty returns a referee without state.
func (Rules) Empty() match.Referee { return &game{} }

// Schema returns the JSON schema of the options.
func (Rules) Schema() []byte { return schema }

// Hidden returns the roles that players conceal.
func (Rules) Hidden() []string { return []string{mafioso} }

// Revotes says that a person may think again.
func (Rules) Revotes() bool { return true }

// Deal gives each player a role. It returns session.Errors if the number of players, the roles or
// the options do not fit.
func (Rules) Deal(s match.Start) (match.Deal, error) {
	errs := s.Check(least, most)
	options := match.ParseOptions[options](Rules{}, s.Options, &errs)
	roles := deal(&s, &errs)
	if err := errs.Err(); err != nil {
		return match.Deal{}, err
	}
	d := match.Deal{Players: s.Active(), Roles: roles, Private: map[string]string{}, Allies: map[string][]string{}, Conceal: match.Concealed(Rules{}, roles), Phase: day, Lasts: options.Day, Options: match.Told(options)}
	m := game{Match: match.Match{Players: d.Players, Roles: roles}}
	mafiosi := m.Living(mafioso)
	for _, p := range d.Players {
		d.Private[p.ID] = m.private(p.ID)
	}
	for _, seat := range mafiosi {
		d.Allies[seat] = m.partners(seat)
	}
	d.Channels = []session.Channel{{ID: night, Members: mafiosi}}
	d.Phases = []session.Phase{{ID: day}, {ID: night, Speakers: mafiosi, Channel: night}}
	return d, nil
}

func deal(s *match.Start, errs *session.Errors) map[string]string {
	mafiosi := 2
	if len(s.Players) > twoMafiosi {
		mafiosi = 3
	}
	if len(s.Roles) > 0 {
		roles := s.CheckRoles(errs, []string{mafioso, bystander})
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
	for i, seat := range match.Shuffled(s.Seats(), s.Seed, "roles") {
		if roles[seat] = bystander; i < mafiosi {
			roles[seat] = mafioso
		}
	}
	return roles
}

func (m *game) private(seat string) string {
	if m.Roles[seat] != mafioso {
		return "You are a bystander. You know nobody's role but your own."
	}
	others := m.partners(seat)
	if len(others) == 1 {
		return fmt.Sprintf("You are a mafioso. The other mafioso is %s.", m.Names(others))
	}
	return fmt.Sprintf("You are a mafioso. The other mafiosi are %s.", m.Names(others))
}

func (m *game) partners(seat string) []string {
	return slices.DeleteFunc(m.Living(mafioso), func(s string) bool { return s == seat })
}

// Begin returns the referee. Deal has checked the options.
func (Rules) Begin(s match.Start, d match.Deal) match.Referee {
	options := match.ParseOptions[options](Rules{}, s.Options, &session.Errors{})
	return &game{Match: match.New(s, d), Options: options, Phase: d.Phase, Round: 1, Ends: d.Lasts}
}

// game is the referee of a game of Mafia.
type game struct {
	match.Match
	Options options `json:"options"`
	Phase   string  `json:"phase"`
	// Round numbers days and nights from 1. Day 1 is before night 1.
	Round int `json:"round"`
	// Ends is when the talk of the phase ends.
	Ends session.Millis `json:"ends_ms"`
}

// Clone returns a copy.
func (m *game) Clone() match.Referee {
	c := *m
	c.Match = m.Copy()
	return &c
}

// Apply folds an event.
func (m *game) Apply(e session.Event, at session.Millis) {
	if !m.Fold(e.Data, at) {
		return
	}
	switch p := e.Data.(type) {
	case *session.VoteRequested:
		if p.ID == m.voteID() && m.Vote == nil {
			m.Open(p, m.Phase, at, true)
		}
	case *session.ObservationReceived:
		if p.Kind == session.PhaseChanged && p.Phase != m.Phase && (p.Phase == day || p.Phase == night) {
			m.turn(p, at)
		}
	}
}

// turn notes that the other phase has begun. An open vote is void.
func (m *game) turn(p *session.ObservationReceived, at session.Millis) {
	m.Vote, m.Phase, m.Ends = nil, p.Phase, at+m.Options.Night
	if p.Phase == day {
		m.Round, m.Ends = m.Round+1, at+m.Options.Day
	}
	if p.EndsIn != nil {
		m.Ends = at + m.Played(*p.EndsIn)
	}
}

func (m *game) voteID() string { return fmt.Sprintf("%s-%d", m.Phase, m.Round) }

// Decide says what has to happen now.
func (m *game) Decide(now session.Millis) match.Decision {
	return m.Match.Decide(m.welcome, m.was, func() match.Decision {
		switch side := m.winner(m.Gone); {
		case side != "":
			return match.Decision{Orders: m.End(m.won(side))}
		case m.Vote != nil && m.VoteOver(now):
			return match.Decision{Orders: m.closeVote()}
		case m.Vote != nil:
			return match.Decision{Due: m.Vote.Closes}
		case now >= m.Ends || m.alone():
			return match.Decision{Orders: m.callVote()}
		}
		return match.Decision{Due: m.Ends}
	})
}

// alone reports whether it is night and one mafioso is left, who has nobody to talk to.
func (m *game) alone() bool { return m.Phase == night && len(m.Living(mafioso)) == 1 }

// winner returns the side that has won, or "", if these seats are out.
func (m *game) winner(out map[string]bool) string {
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
func (m *game) Result() match.Result {
	r := m.Match.Result()
	if side := m.winner(m.Gone); m.Over && m.ByRules {
		r.Winners = m.AllOf(func(role string) bool { return role == side })
	}
	return r
}
