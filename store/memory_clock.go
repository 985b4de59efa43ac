package store

import (
	"context"
	"time"

	"ringer/engine/journal"
)

// Clock implements journal.Store.
func (m *Memory) Clock(context.Context) (journal.Clock, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := journal.Clock{Shift: m.shift}
	for _, s := range m.sessions {
		if s.row.Status != journal.Open || s.row.DueAt.IsZero() {
			continue
		}
		if at := s.events[len(s.events)-1].Moment().Steady(); at.After(c.Last) {
			c.Last = at
		}
	}
	return c, nil
}

// Time implements journal.Store. The memory has no clock of its own.
func (m *Memory) Time(context.Context) (time.Time, error) { return time.Time{}, nil }

// SetShift implements journal.Store.
func (m *Memory) SetShift(_ context.Context, from, to time.Duration) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.shift != from {
		return false, nil
	}
	m.shift = to
	return true, nil
}
