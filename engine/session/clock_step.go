package session

import (
	"slices"
	"time"
)

// StepTo returns the state with the wall clock at a shift. It moves the wall times that the state
// waits for, so that they keep their game time. It does not change s.
func (s *State) StepTo(shift time.Duration) *State {
	if shift == s.Clock.Shift || s.Seq == 0 {
		return s
	}
	c := s.Clone()
	c.setShift(shift)
	return c
}

// setShift notes that the wall clock was set. Game time goes on as before.
func (s *State) setShift(shift time.Duration) {
	by := shift - s.Clock.Shift
	if by == 0 {
		return
	}
	s.Clock.Shift = shift
	s.moveDue(by)
}

// moveDue moves the wall times that the state waits for.
func (s *State) moveDue(by time.Duration) {
	if s.Plan != nil {
		s.changePlan(func(p *Plan) {
			p.TriggerAt, p.DueAt, p.TypingSince = moved(p.TriggerAt, by), moved(p.DueAt, by), moved(p.TypingSince, by)
		})
	}
	if s.Draft != nil {
		draft := *s.Draft
		draft.TriggerAt = moved(draft.TriggerAt, by)
		s.Draft = &draft
	}
	if a := s.Accusations.Planned; a != nil {
		planned := *a
		planned.WantedAt, planned.DueAt = moved(a.WantedAt, by), moved(a.DueAt, by)
		s.Accusations.Planned = &planned
	}
	if s.OpenVotes() > 0 {
		s.Votes = slices.Clone(s.Votes)
	}
	for i := range s.Votes {
		if v := &s.Votes[i]; v.Status == VoteOpen {
			v.DeadlineAt = moved(v.DeadlineAt, by)
		}
	}
}

func moved(t time.Time, by time.Duration) time.Time {
	if t.IsZero() {
		return t
	}
	return t.Add(by)
}
