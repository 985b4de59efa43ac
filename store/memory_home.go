package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"ringer/engine/journal"
)

// Home implements journal.Store. The oldest session comes first.
func (m *Memory) Home(_ context.Context, home string) ([]journal.Session, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	h, ok := m.homes[home]
	if !ok {
		return nil, fmt.Errorf("store: home %s: %w", home, journal.ErrNotFound)
	}
	var list []journal.Session
	for _, s := range h.sessions {
		if s.row.Status == journal.Open {
			list = append(list, s.row)
		}
	}
	slices.SortFunc(list, compareAge)
	return list, nil
}

// Checkpoint implements journal.Store. A snapshot of the same seq may have another version.
func (m *Memory) Checkpoint(_ context.Context, r journal.Checkpoint) error {
	_, err := with(m, r.Session, func(s *memorySession) (none struct{}, err error) {
		h := s.head()
		if !h.ownedBy(r.Owner, r.Epoch) {
			return none, fmt.Errorf("store: checkpoint session %s: %w", r.Session, h.refused())
		}
		h.settle(r.Settled, r.DueAt)
		h.Path, h.Spent = r.Path, r.Spent
		if r.Snapshot != nil && r.SnapshotSeq >= h.SnapshotSeq {
			h.Snapshot, h.SnapshotSeq = r.Snapshot, r.SnapshotSeq
		}
		return none, nil
	})
	return err
}

// Erase implements journal.Store.
func (m *Memory) Erase(_ context.Context, e journal.Erasure) error {
	_, err := with(m, e.Session, func(s *memorySession) (none struct{}, err error) {
		s.events = slices.Clone(s.events)
		for _, erased := range e.Events {
			s.events[erased.Seq-1].Data = erased.Data
		}
		if h := s.head(); h.SnapshotSeq <= e.Seq {
			h.Snapshot, h.SnapshotSeq = nil, e.Seq
		}
		s.calls = slices.DeleteFunc(slices.Clone(s.calls), func(c journal.RecordedCall) bool { return c.Seq < e.Seq })
		return none, nil
	})
	return err
}

// deleted returns the seq of the last deletion in the log, or 0.
func (s *memorySession) deleted() (last int64) {
	for key, seq := range s.keys {
		if journal.IsDeletion(key) {
			last = max(last, seq)
		}
	}
	return last
}

func (m *Memory) Record(_ context.Context, session string, calls []journal.RecordedCall) error {
	_, err := with(m, session, func(s *memorySession) (none struct{}, err error) {
		s.calls = slices.Clone(s.calls) // callers may have slices of the old one
		deleted := s.deleted()
		for _, c := range calls {
			if c.Seq < deleted {
				continue // it may hold what is gone
			}
			if i, known := slices.BinarySearchFunc(s.calls, c.Place, byPlace); !known {
				s.calls = slices.Insert(s.calls, i, c)
			}
		}
		return none, nil
	})
	return err
}

func (m *Memory) RecordedCalls(_ context.Context, session string, after journal.Place, limit int) ([]journal.RecordedCall, error) {
	return with(m, session, func(s *memorySession) ([]journal.RecordedCall, error) {
		from, known := slices.BinarySearchFunc(s.calls, after, byPlace)
		if known {
			from++
		}
		to := min(from+limit, len(s.calls))
		return s.calls[from:to:to], nil
	})
}

func byPlace(c journal.RecordedCall, p journal.Place) int {
	return cmp.Or(cmp.Compare(c.Seq, p.Seq), cmp.Compare(c.Thought, p.Thought), cmp.Compare(c.N, p.N))
}

func (m *Memory) AddSurvey(_ context.Context, gameID string, x journal.Survey) (stored journal.Survey, known bool, err error) {
	stored, err = with(m, gameID, func(s *memorySession) (journal.Survey, error) {
		i := slices.IndexFunc(s.surveys, func(o journal.Survey) bool { return o.Seat == x.Seat })
		if known = i >= 0; known {
			return s.surveys[i], nil
		}
		s.surveys = append(slices.Clip(s.surveys), x)
		slices.SortStableFunc(s.surveys, func(a, b journal.Survey) int {
			return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Seat, b.Seat))
		})
		return x, nil
	})
	return stored, known, err
}

func (m *Memory) Surveys(_ context.Context, gameID string) ([]journal.Survey, error) {
	return with(m, gameID, func(s *memorySession) ([]journal.Survey, error) { return slices.Clone(s.surveys), nil })
}

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

func (m *Memory) SetShift(_ context.Context, from, to time.Duration) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.shift != from {
		return false, nil
	}
	m.shift = to
	return true, nil
}
