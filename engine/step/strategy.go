package step

import (
	"bytes"

	"ringer/engine/game"
	"ringer/engine/prompt"
	"ringer/engine/strategy"
)

// Strategies makes the strategy of one session, and makes it again when the session's options
// change.
type Strategies struct {
	Registry *strategy.Registry

	current prompt.Strategy
	options []byte // the options of current
}

// For returns the strategy for a configuration. With an error it returns the strategy of the last
// success, or nil.
func (s *Strategies) For(c game.Config) (prompt.Strategy, error) {
	if s.current != nil && bytes.Equal(s.options, c.Options) {
		return s.current, nil
	}
	made, err := s.Registry.New(c.Strategy, c.Options)
	if err != nil {
		return s.current, err
	}
	s.current, s.options = made, c.Options
	return made, nil
}
