package game

import (
	"encoding/json"
	"fmt"

	"ringer/engine/referee"
	"ringer/engine/session"
)

// Hosted is the referee of a game whose rules the server runs.
type Hosted struct {
	referee.Referee
	rules string
}

// StartOf returns what the rules of a game begin with.
func StartOf(c *session.GameConfig) referee.Start {
	start := referee.Start{Players: c.Game.Players, Roles: c.Roles, Options: c.RulesOptions, Speed: c.Speed}
	if c.Seed != nil {
		start.Seed = *c.Seed
	}
	for _, b := range c.Bots {
		start.Machines = append(start.Machines, b.Seat)
	}
	return start
}

// newHosted returns the referee of a new game; nil if the platform runs the rules.
func newHosted(p *session.GameCreated) *Hosted {
	rules, ok := referee.Find(p.Config.Game.Rules)
	if p.Deal == nil || !ok {
		return nil
	}
	return &Hosted{rules.Begin(StartOf(&p.Config), *p.Deal), rules.ID()}
}

func (h *Hosted) clone() *Hosted {
	if h == nil {
		return nil
	}
	return &Hosted{h.Clone(), h.rules}
}

type storedReferee struct {
	Rules string          `json:"rules"`
	State json.RawMessage `json:"state"`
}

// MarshalJSON implements json.Marshaler.
func (h *Hosted) MarshalJSON() ([]byte, error) {
	state, err := json.Marshal(h.Referee)
	if err != nil {
		return nil, fmt.Errorf("game: the referee of %s: %w", h.rules, err)
	}
	return json.Marshal(storedReferee{h.rules, state})
}

// UnmarshalJSON implements json.Unmarshaler.
func (h *Hosted) UnmarshalJSON(b []byte) error {
	var stored storedReferee
	if err := json.Unmarshal(b, &stored); err != nil {
		return err
	}
	r, err := referee.Decode(stored.Rules, stored.State)
	if err != nil {
		return fmt.Errorf("game: the referee of %s: %w", stored.Rules, err)
	}
	h.Referee, h.rules = r, stored.Rules
	return nil
}
