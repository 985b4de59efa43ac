package store

import (
	"cmp"
	"context"
	"slices"

	"ringer/engine"
)

// Record implements engine.Store.
func (m *Memory) Record(_ context.Context, session string, calls []engine.Recorded) error {
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

// Recorded implements engine.Store.
func (m *Memory) Recorded(_ context.Context, session string, after engine.Place, limit int) ([]engine.Recorded, error) {
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

func byPlace(c engine.Recorded, p engine.Place) int {
	return cmp.Or(cmp.Compare(c.Seq, p.Seq), cmp.Compare(c.Thought, p.Thought), cmp.Compare(c.N, p.N))
}
