package store

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"ringer/engine/journal"
)

// Claim implements journal.Store.
func (m *Memory) Claim(_ context.Context, home, owner string) (epoch int64, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	h, ok := m.homes[home]
	if !ok {
		return 0, fmt.Errorf("store: claim home %s: %w", home, journal.ErrNotFound)
	}
	h.owner = owner
	h.epoch++
	return h.epoch, nil
}

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
	slices.SortFunc(list, older)
	return list, nil
}

// Checkpoint implements journal.Store. A snapshot of the same seq replaces the old one, which may
// have another version.
func (m *Memory) Checkpoint(_ context.Context, r journal.Checkpoint) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, err := m.lookup(r.Session)
	if err != nil {
		return err
	}
	h := s.head()
	if !h.ownedBy(r.Owner, r.Epoch) {
		return fmt.Errorf("store: rest session %s: %w", r.Session, h.refused())
	}
	h.settle(r.Settled, r.DueAt)
	if r.Snapshot != nil && r.SnapshotSeq >= h.SnapshotSeq {
		h.Snapshot, h.SnapshotSeq = r.Snapshot, r.SnapshotSeq
	}
	return nil
}

// Due implements journal.Store.
func (m *Memory) Due(_ context.Context, before time.Time, limit int) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	since := map[string]time.Time{}
	for _, s := range m.sessions {
		due, home := s.row.DueAt, s.row.Home
		if s.row.Status != journal.Open || due.IsZero() || due.After(before) {
			continue
		}
		if first, ok := since[home]; !ok || due.Before(first) {
			since[home] = due
		}
	}
	homes := slices.SortedFunc(maps.Keys(since), func(a, b string) int { return cmp.Or(since[a].Compare(since[b]), cmp.Compare(a, b)) })
	return homes[:min(limit, len(homes))], nil
}

// Unsettled implements journal.Store.
func (m *Memory) Unsettled(_ context.Context, after string, limit int) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var homes []string
	for _, s := range m.sessions {
		if s.row.Status == journal.Open && s.row.LastSeq > s.row.Settled && s.row.Home > after {
			homes = append(homes, s.row.Home)
		}
	}
	slices.Sort(homes)
	homes = slices.Compact(homes)
	return homes[:min(limit, len(homes))], nil
}
