package fleet

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"ringer/engine/clock"
	"ringer/engine/feed"
	"ringer/engine/health"
	"ringer/engine/journal"
)

// Homes are the homes in memory.
type Homes interface {
	// Live returns how many there are.
	Live() int
	// IsLive reports whether a home is in memory.
	IsLive(home string) bool
	// Wake signals a home. If the home is not in memory, it is loaded.
	Wake(home string)
	// Open wakes homes that were just taken.
	Open(homes []journal.Taken)
	// Signal tells a home in memory that something is new.
	Signal(home string)
	// SignalAll signals all homes in memory.
	SignalAll()
	// Shuns reports whether a home is left to newer replicas; Shunned counts such homes.
	Shuns(home string) bool
	Shunned() int
	// Pass leaves a home that is too new to another replica.
	Pass(home string)
	// Move makes n homes go to another replica, as soon as their actors can. It does nothing while
	// homes are on their way: the counts of all must show a move before the next one.
	Move(n int, to string)
	// Doubt makes the homes in memory that are not owned claim themselves again.
	Doubt(owned map[string]bool)
}

// Store is the part of a journal.Store that a fleet needs.
type Store = journal.Replicas

// Member is what a process brings into a fleet.
type Member struct {
	// Context ends the work of the member.
	Context context.Context
	Store   Store
	// Owner names this process among the owners of homes. It must be new at each start.
	Owner string
	// Name is the name of the replica's place. It stays the same over restarts, and no other
	// replica has it.
	Name   string
	Log    *slog.Logger
	Health *health.Monitor
	Hub    *feed.Hub
}

type member struct {
	Member
	clock   clock.Clock
	homes   Homes
	workers sync.WaitGroup
}

func (m *member) steady() time.Time { return m.clock.Now().Steady() }

// compareOwned compares the homes that belong to this process with the homes in memory. A home of
// this process may sleep: another replica gave the home, or its taking had no answer. A home in
// memory may belong to another replica, which took the home while this process could not act. With
// doubt such a home is claimed again, and the claim fails.
func (m *member) compareOwned(doubt bool) error {
	homes, err := m.Store.Owned(m.Context, m.Owner)
	if err != nil {
		return err
	}
	owned := map[string]bool{}
	for _, home := range homes {
		owned[home] = true
		switch {
		case m.homes.IsLive(home):
		case m.homes.Shuns(home):
			m.homes.Pass(home)
		default:
			m.homes.Wake(home)
		}
	}
	if doubt {
		m.homes.Doubt(owned)
	}
	return nil
}
