package store

import (
	"cmp"
	"context"
	"slices"

	"ringer/engine/journal"
)

// Record implements journal.Store.
func (m *Memory) Record(_ context.Context, session string, calls []journal.RecordedCall) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, err := m.lookup(session)
	if err != nil {
		return err
	}
	all := slices.Clone(s.calls) // callers may have slices of the old one
	for _, c := range calls {
		if i, known := slices.BinarySearchFunc(all, c.Place, byPlace); !known {
			all = slices.Insert(all, i, c)
		}
	}
	s.calls = all
	return nil
}

// RecordedCalls implements journal.Store.
func (m *Memory) RecordedCalls(_ context.Context, session string, after journal.Place, limit int) ([]journal.RecordedCall, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, err := m.lookup(session)
	if err != nil {
		return nil, err
	}
	from, known := slices.BinarySearchFunc(s.calls, after, byPlace)
	if known {
		from++
	}
	to := min(from+limit, len(s.calls))
	return s.calls[from:to:to], nil
}

func byPlace(c journal.RecordedCall, p journal.Place) int {
	return cmp.Or(cmp.Compare(c.Seq, p.Seq), cmp.Compare(c.Thought, p.Thought), cmp.Compare(c.N, p.N))
}
