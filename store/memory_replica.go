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

// Enter implements journal.Store.
func (m *Memory) Enter(_ context.Context, r journal.Replica) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.replicas, func(_ string, other journal.Replica) bool { return other.Name == r.Name })
	m.replicas[r.ID] = r
	return nil
}

// Beat implements journal.Store.
func (m *Memory) Beat(_ context.Context, r journal.Replica) (journal.Beat, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, ok := m.replicas[r.ID]
	m.replicas[r.ID] = r
	rows := slices.SortedFunc(maps.Values(m.replicas), func(a, b journal.Replica) int { return cmp.Compare(a.ID, b.ID) })
	return journal.Beat{Replicas: rows, Shift: m.shift, Missing: !ok}, nil
}

// Remove implements journal.Store.
func (m *Memory) Remove(_ context.Context, r journal.Replica) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	row, ok := m.replicas[r.ID]
	if !ok || row.Beats > r.Beats {
		return false, nil
	}
	delete(m.replicas, r.ID)
	return true, nil
}

// belongsTo reports whether a home belongs to a replica that has a row. The caller holds the lock.
func (m *Memory) belongsTo(h *memoryHome) bool {
	_, ok := m.replicas[h.owner]
	return h.owner != "" && ok
}

// Claim implements journal.Store.
func (m *Memory) Claim(_ context.Context, home, owner string) (epoch int64, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	h, ok := m.homes[home]
	if !ok {
		return 0, fmt.Errorf("store: claim home %s: %w", home, journal.ErrNotFound)
	}
	if h.owner != owner && m.belongsTo(h) {
		return 0, fmt.Errorf("store: claim home %s: %w", home, &journal.Held{Home: home, Owner: h.owner})
	}
	return h.give(owner), nil
}

// give makes another replica the owner, and returns the new epoch.
func (h *memoryHome) give(to string) int64 {
	h.owner = to
	h.epoch++
	return h.epoch
}

// take gives homes to an owner, in their order. The caller holds the lock.
func (m *Memory) take(owner string, limit int, homes []string, mine func(*memoryHome) bool) (taken []journal.Taken) {
	for _, id := range homes {
		if h := m.homes[id]; len(taken) < limit && mine(h) {
			t := journal.Taken{Lease: journal.Lease{Home: id, Owner: owner, Epoch: h.give(owner)}}
			t.Due, t.Unsettled = m.urgency(id)
			taken = append(taken, t)
		}
	}
	return taken
}

// urgency says how soon a home must be in memory. The caller holds the lock.
func (m *Memory) urgency(home string) (due time.Time, unsettled bool) {
	for _, s := range m.sessions {
		if s.row.Status != journal.Open || s.row.Home != home {
			continue
		}
		unsettled = unsettled || s.row.LastSeq > s.row.Settled
		if first := s.row.DueAt; !first.IsZero() && (due.IsZero() || first.Before(due)) {
			due = first
		}
	}
	return due, unsettled
}

// due returns the homes with an open session that is due, the longest overdue first. The caller
// holds the lock.
func (m *Memory) due(before time.Time) []string {
	earliest := map[string]time.Time{}
	for _, s := range m.sessions {
		due, home := s.row.DueAt, s.row.Home
		if s.row.Status != journal.Open || due.IsZero() || due.After(before) {
			continue
		}
		if first, ok := earliest[home]; !ok || due.Before(first) {
			earliest[home] = due
		}
	}
	return slices.SortedFunc(maps.Keys(earliest), func(a, b string) int { return cmp.Or(earliest[a].Compare(earliest[b]), cmp.Compare(a, b)) })
}

// nobodys reports whether a home belongs to nobody. The caller holds the lock.
func (m *Memory) nobodys(h *memoryHome) bool { return !m.belongsTo(h) }

// TakeDue implements journal.Store. It examines all sessions.
func (m *Memory) TakeDue(_ context.Context, owner string, before time.Time, _, limit int) ([]journal.Taken, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.take(owner, limit, m.due(before), m.nobodys), nil
}

// TakeLate implements journal.Store. It examines all sessions.
func (m *Memory) TakeLate(_ context.Context, owner string, from journal.Replica, before time.Time, _, limit int) ([]journal.Taken, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if row, ok := m.replicas[from.ID]; !ok || row.Beats != from.Beats {
		return nil, nil
	}
	return m.take(owner, limit, m.due(before), func(h *memoryHome) bool { return h.owner == from.ID }), nil
}

// TakeUnsettled implements journal.Store.
func (m *Memory) TakeUnsettled(_ context.Context, owner string, limit int) ([]journal.Taken, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var homes []string
	for _, s := range m.sessions {
		if s.row.Status == journal.Open && s.row.LastSeq > s.row.Settled {
			homes = append(homes, s.row.Home)
		}
	}
	slices.Sort(homes)
	return m.take(owner, limit, slices.Compact(homes), m.nobodys), nil
}

// TakeFrom implements journal.Store.
func (m *Memory) TakeFrom(_ context.Context, owner, from string, limit int) ([]journal.Taken, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.take(owner, limit, m.owned(from), m.nobodys), nil
}

// GiveAll implements journal.Store.
func (m *Memory) GiveAll(_ context.Context, from, to string, limit int) ([]journal.Taken, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.take(to, limit, m.owned(from), func(*memoryHome) bool { return true }), nil
}

// Give implements journal.Store.
func (m *Memory) Give(_ context.Context, l journal.Lease, to string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	h, ok := m.homes[l.Home]
	if !ok || h.owner != l.Owner || h.epoch != l.Epoch {
		return fmt.Errorf("store: give home %s: %w", l.Home, journal.ErrNotOwner)
	}
	h.give(to)
	return nil
}

// Owned implements journal.Store.
func (m *Memory) Owned(_ context.Context, owner string) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.owned(owner), nil
}

// owned returns the homes of an owner, by id. The caller holds the lock.
func (m *Memory) owned(owner string) (homes []string) {
	for id, h := range m.homes {
		if h.owner == owner && owner != "" {
			homes = append(homes, id)
		}
	}
	slices.Sort(homes)
	return homes
}

// Heads implements journal.Store.
func (m *Memory) Heads(_ context.Context, sessions []string) (heads []journal.Head, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, id := range sessions {
		if s, ok := m.sessions[id]; ok {
			heads = append(heads, journal.Head{Session: id, Home: s.row.Home, LastSeq: s.row.LastSeq})
		}
	}
	return heads, nil
}
