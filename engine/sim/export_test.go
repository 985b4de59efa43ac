package sim

import "ringer/engine/step"

// LiveTable returns how a table is driven.
func (s *Sim) LiveTable(id string) *step.Table { return s.tables[id].Table }

// LiveSession returns how a session is driven.
func (s *Sim) LiveSession(id string) *step.Stepper { return s.live[id].Stepper }
