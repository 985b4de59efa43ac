package step

import (
	"bytes"
	"errors"
	"fmt"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/strategy"
)

// Strategies makes the strategy of one session, and makes it again when the session's options
// change.
type Strategies struct {
	Registry *strategy.Registry

	current prompt.Thinker
	options []byte // the options of current
}

// For returns the strategy for a configuration. With an error it returns the strategy of the last
// success, or nil.
func (s *Strategies) For(c session.Config) (prompt.Thinker, error) {
	if s.current != nil && bytes.Equal(s.options, c.Options) {
		return s.current, nil
	}
	made, err := s.Registry.New(c.Strategy, c.Fidelity, c.Options)
	if list, _ := errors.AsType[session.Errors](err); len(list) > 0 && list[0].Code == session.CodeUnknownStrategy {
		err = fmt.Errorf("%w: %w", ErrNewer, err)
	}
	if err != nil { // the platform may still mend options
		return s.current, err
	}
	s.current, s.options = made, c.Options
	return made, nil
}
