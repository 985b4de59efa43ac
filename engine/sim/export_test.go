package sim

import "ringer/engine/step"

// LiveGame returns how a game is driven.
func (s *Sim) LiveGame(id string) *step.Game { return s.live[id].stepper.(*step.Game) }

// LiveSession returns how a session is driven.
func (s *Sim) LiveSession(id string) *step.Stepper { return s.live[id].stepper.(*step.Stepper) }
