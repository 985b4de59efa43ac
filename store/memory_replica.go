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

func (m *Memory) Enter(_ context.Context, r journal.Replica) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.replicas, func(_ string, other journal.Replica) bool { return other.Name == r.Name })
	m.replicas[r.ID] = r
	return nil
}

func (m *Memory) Beat(_ context.Context, r journal.Replica) (journal.Beat, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, ok := m.replicas[r.ID]
	m.replicas[r.ID] = r
	rows := slices.SortedFunc(maps.Values(m.replicas), func(a, b journal.Replica) int { return cmp.Compare(a.ID, b.ID) })
	return journal.Beat{Replicas: rows, Shift: m.shift, Missing: !ok}, nil
}

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

// belongsTo reports whether a home belongs to a replica that has a row.
func (m *Memory) belongsTo(h *memoryHome) bool {
	_, ok := m.replicas[h.owner]
	return h.owner != "" && ok
}

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

func (h *memoryHome) give(to string) int64 {
	h.owner = to
	h.epoch++
	return h.epoch
}

// urgency says how soon a home must be in memory.
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

// due returns the homes with an open session that is due, the longest overdue first.
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

// unsettled returns the homes with an open session that is not settled, by id.
func (m *Memory) unsettled() (homes []string) {
	for _, s := range m.sessions {
		if s.row.Status == journal.Open && s.row.LastSeq > s.row.Settled {
			homes = append(homes, s.row.Home)
		}
	}
	slices.Sort(homes)
	return slices.Compact(homes)
}

// Take implements journal.Store. It examines all sessions.
func (m *Memory) Take(_ context.Context, owner string, homes journal.Selection) (taken []journal.Taken, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var ids []string
	mine := func(h *memoryHome) bool { return !m.belongsTo(h) }
	switch homes.Kind {
	case journal.Due:
		ids = m.due(homes.Before)
	case journal.Late:
		if row, ok := m.replicas[homes.From.ID]; ok && row.Beats == homes.From.Beats {
			ids = m.due(homes.Before)
		}
		mine = func(h *memoryHome) bool { return h.owner == homes.From.ID }
	case journal.Unsettled:
		ids = m.unsettled()
	case journal.Orphaned:
		ids = m.owned(homes.From.ID)
	case journal.All:
		ids = m.owned(homes.From.ID)
		mine = func(*memoryHome) bool { return true }
	}
	for _, id := range ids {
		if h := m.homes[id]; len(taken) < homes.Limit && mine(h) {
			t := journal.Taken{Lease: journal.Lease{Home: id, Owner: owner, Epoch: h.give(owner)}}
			t.Due, t.Unsettled = m.urgency(id)
			taken = append(taken, t)
		}
	}
	return taken, nil
}

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

func (m *Memory) Owned(_ context.Context, owner string) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.owned(owner), nil
}

// owned returns the homes of an owner, by id.
func (m *Memory) owned(owner string) (homes []string) {
	for id, h := range m.homes {
		if h.owner == owner && owner != "" {
			homes = append(homes, id)
		}
	}
	slices.Sort(homes)
	return homes
}

// Holders implements journal.Store.
func (m *Memory) Holders(_ context.Context, homes []string) (map[string]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	holders := map[string]string{}
	for _, id := range homes {
		if h, ok := m.homes[id]; ok {
			if r, lives := m.replicas[h.owner]; lives {
				holders[id] = r.Name
			}
		}
	}
	return holders, nil
}

func (m *Memory) Heads(_ context.Context, sessions []string) (heads []journal.Head, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, id := range sessions {
		if s, ok := m.sessions[id]; ok {
			heads = append(heads, journal.Head{Session: id, Home: s.row.Home, Tenant: s.row.Tenant, IsGame: s.row.IsGame, LastSeq: s.row.LastSeq})
		}
	}
	return heads, nil
}
