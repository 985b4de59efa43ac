// Package match knows what is the same in all games: who plays, the lines of the game master, the
// votes and their count, and the end. Rules build on it.
package match

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ringer/engine/session"
)

// Match is what the referees of all games know. Its fields are its JSON.
type Match struct {
	Seed    int64            `json:"seed"`
	Speed   float64          `json:"speed"`
	Players []session.Player `json:"players"`
	// Roles holds the role of each seat.
	Roles map[string]string `json:"roles,omitempty"`
	// Gone holds the seats that have left or are out. They never come back into the game.
	Gone map[string]bool `json:"gone"`
	// Departed are the seats that are gone, but not by an order of the rules.
	Departed []string `json:"departed,omitempty"`
	// Returned are players who have joined and may not play: they were gone, or are new.
	Returned []session.Player `json:"returned,omitempty"`
	// Told holds the lines that the rules have ordered and the log has, by id.
	Told map[string]bool `json:"told"`
	// Vote is the open vote, the first of several; nil for none.
	Vote *Vote `json:"vote,omitempty"`
	// Beside are votes that are open beside it.
	Beside  []*Vote  `json:"beside,omitempty"`
	Ballots []Ballot `json:"ballots,omitempty"`
	Over    bool     `json:"over,omitempty"`
	// ByRules says that the rules have ended the game, and not the platform or its time to live.
	ByRules bool   `json:"by_rules,omitempty"`
	Outcome string `json:"outcome,omitempty"`
}

func New(s Start, d Deal) Match {
	if s.Speed == 0 {
		s.Speed = 1
	}
	return Match{Seed: s.Seed, Speed: s.Speed, Players: d.Players, Roles: d.Roles, Gone: map[string]bool{}, Told: map[string]bool{}}
}

func (m *Match) Copy() Match {
	c := *m
	c.Gone, c.Told = maps.Clone(m.Gone), maps.Clone(m.Told)
	c.Departed, c.Returned, c.Ballots = slices.Clone(m.Departed), slices.Clone(m.Returned), slices.Clone(m.Ballots)
	open := m.OpenVotes()
	for i, v := range open {
		own := *v
		own.Answers = maps.Clone(v.Answers)
		open[i] = &own
	}
	c.hold(open)
	return c
}

// Fold folds what is the same in all games. It reports whether the game goes on.
func (m *Match) Fold(p session.Payload, at session.Millis) bool {
	if m.Over {
		return false
	}
	switch p := p.(type) {
	case *session.MessageReceived:
		m.hear(&p.Post)
	case *session.ObservationReceived:
		m.observe(&p.Observation)
	case *session.VoteReceived:
		m.note(p.VoteID, p.Seat, p.Answer, at)
	case *session.PlayerCalled:
		m.Players = slices.Clone(m.Players)
		for i := range m.Players {
			if m.Players[i].ID == p.Player.ID {
				m.Players[i].Name = p.Player.Name
			}
		}
	case *session.VoteReplaced:
		m.replace(p, at)
	case *session.VoteCast:
		if p.Origin == session.FromRequest {
			m.note(p.VoteID, p.Seat, p.Answer, at)
		}
	case *session.VoteCancelled:
		if v := m.open(p.VoteID); v != nil {
			v.Closes = min(v.Closes, at) // it counts with the answers that it has
		}
	case *session.GameEnded:
		m.Over, m.ByRules, m.Outcome = true, p.Reason == session.EndedByRules, p.Outcome
	}
	return !m.Over
}

func (m *Match) hear(p *session.Post) {
	id, own := strings.CutPrefix(p.ID, orderPrefix)
	if !own || p.Kind != session.FromGamemaster {
		return
	}
	m.Told[id] = true
	if vote, ends := strings.CutSuffix(id, ResultSuffix); ends {
		if v := m.open(vote); v != nil {
			m.close(v)
		}
	}
}

func (m *Match) observe(o *session.Observation) {
	if o.Player == nil {
		return
	}
	seat := o.Player.ID
	returned := func(p session.Player) bool { return p.ID == seat }
	switch o.Kind {
	case session.PlayerLeft, session.PlayerOut:
		m.Returned = slices.DeleteFunc(m.Returned, returned)
		id, own := strings.CutPrefix(o.ID, orderPrefix)
		if last := len(m.Ballots) - 1; own && last >= 0 && id == m.Ballots[last].Vote+OutSuffix {
			m.Ballots[last].Chosen = seat // an answer may have come between the count and the order
		}
		if m.Gone[seat] || !m.Plays(seat) {
			return
		}
		m.Gone[seat] = true
		if !own {
			m.Departed = append(m.Departed, seat)
		}
	case session.PlayerJoined:
		if (m.Gone[seat] || !m.Plays(seat)) && !slices.ContainsFunc(m.Returned, returned) {
			m.Returned = append(m.Returned, *o.Player)
		}
	}
}

func (m *Match) Plays(seat string) bool {
	return slices.ContainsFunc(m.Players, func(p session.Player) bool { return p.ID == seat })
}

// Living returns the seats that are in the game, in the order of the players. Roles, if given,
// select the seats that have one of them.
func (m *Match) Living(roles ...string) (seats []string) {
	for _, p := range m.Players {
		if !m.Gone[p.ID] && (len(roles) == 0 || slices.Contains(roles, m.Roles[p.ID])) {
			seats = append(seats, p.ID)
		}
	}
	return seats
}

// Decide completes what the rules decide in a game that goes on: before their orders come the first
// line of the game, and orders about players who have left or come back. was says what a seat was,
// such as "a bystander"; nil if nobody may know yet.
func (m *Match) Decide(welcome func() string, was func(seat string) string, rules func() Decision) Decision {
	if m.Over {
		return Decision{}
	}
	var orders []session.Payload
	if !m.Told[began] {
		orders = append(orders, Line(began, "", welcome()))
	}
	orders = append(orders, m.presence(was)...)
	d := rules()
	if d.Orders = append(orders, d.Orders...); len(d.Orders) > 0 {
		d.Due = 0
	}
	return d
}

func (m *Match) presence(was func(seat string) string) (orders []session.Payload) {
	for _, seat := range m.Departed {
		id := fmt.Sprintf("left-%d", slices.IndexFunc(m.Players, func(p session.Player) bool { return p.ID == seat }))
		if m.Told[id] {
			continue
		}
		text := m.Name(seat) + " is not in the game any more."
		if was != nil {
			text += fmt.Sprintf(" %s was %s.", m.Name(seat), was(seat))
		}
		orders = append(orders, Line(id, "", text))
	}
	for _, p := range m.Returned {
		player := session.Player{ID: p.ID, Name: p.Name}
		orders = append(orders, &session.ObservationReceived{Observation: session.Observation{
			Kind: session.PlayerOut, Player: &player, Text: "Nobody can come into a game that has begun.",
		}})
	}
	return orders
}

// AllOf returns all seats whose role counts, with those who are out.
func (m *Match) AllOf(counts func(role string) bool) (seats []string) {
	for _, p := range m.Players {
		if counts(m.Roles[p.ID]) {
			seats = append(seats, p.ID)
		}
	}
	return seats
}

// Result returns the result so far. What a seat was stays secret until the game is over.
func (m *Match) Result() Result {
	r := Result{Over: m.Over, Outcome: m.Outcome, Ballots: slices.Clone(m.Ballots)}
	if m.Over {
		r.Reveal = maps.Clone(m.Roles)
	}
	return r
}
