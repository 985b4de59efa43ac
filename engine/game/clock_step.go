package game

import (
	"slices"
	"time"

	"ringer/engine/session"
)

// StepTo returns the state with the wall clock at a shift. It moves the deadlines of votes that
// wait for answers, so that they keep their game time. It does not change s.
func (s *State) StepTo(shift time.Duration) *State {
	if shift == s.Clock.Shift || s.Seq == 0 {
		return s
	}
	c := s.Clone()
	c.setShift(shift)
	return c
}

// setShift notes that the wall clock was set forward or back. Game time goes on as before.
func (s *State) setShift(shift time.Duration) {
	by := shift - s.Clock.Shift
	if by == 0 {
		return
	}
	s.Clock.Shift = shift
	s.moveDue(by)
}

func (s *State) pause(e session.Event, _ *session.PlayPaused) {
	if !s.Clock.Stands() {
		s.Clock = s.Clock.Stop(e.Moment())
	}
}

func (s *State) resume(e session.Event, _ *session.PlayResumed) {
	if s.Clock.Stands() {
		clock, by := s.Clock.Resume(e.Moment())
		s.Clock = clock
		s.moveDue(by)
	}
}

// moveDue moves the deadlines of votes that wait for answers.
func (s *State) moveDue(by time.Duration) {
	if slices.ContainsFunc(s.Votes, func(v Vote) bool { return v.waits() }) {
		s.Votes = slices.Clone(s.Votes)
	}
	for i := range s.Votes {
		if v := &s.Votes[i]; v.waits() {
			v.DeadlineAt = v.DeadlineAt.Add(by)
		}
	}
}
