package store

import (
	"context"
	"fmt"
	"slices"

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

// Checkpoint implements journal.Store. A snapshot of the same seq replaces the old one: the old one
// may have another version.
func (m *Memory) Checkpoint(_ context.Context, r journal.Checkpoint) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, err := m.lookup(r.Session)
	if err != nil {
		return err
	}
	h := s.head()
	if !h.ownedBy(r.Owner, r.Epoch) {
		return fmt.Errorf("store: checkpoint session %s: %w", r.Session, h.refused())
	}
	h.settle(r.Settled, r.DueAt)
	if r.Snapshot != nil && r.SnapshotSeq >= h.SnapshotSeq {
		h.Snapshot, h.SnapshotSeq = r.Snapshot, r.SnapshotSeq
	}
	return nil
}
