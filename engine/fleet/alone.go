package fleet

import (
	"context"
	"fmt"

	"ringer/engine/clock"
	"ringer/engine/journal"
)

// Alone is a fleet of one: no other process uses the database.
type Alone struct {
	member
	sweeper
}

// NewAlone returns a fleet of one. It acts after Start.
func NewAlone(m Member, c clock.Clock) *Alone {
	a := &Alone{member: member{Member: m, clock: c}}
	a.sweeper = sweeper{
		member: &a.member, alive: func() int { return 1 }, awake: func() int { return 0 }, check: func() error { return a.compareOwned(false) },
	}
	return a
}

// Start begins to drive homes. Close ends it.
func (a *Alone) Start(homes Homes) error {
	a.homes = homes
	if err := a.Store.Enter(a.Context, journal.Replica{ID: a.Owner, Name: a.Name}); err != nil {
		return fmt.Errorf("fleet: enter as the owner of homes: %w", err)
	}
	if err := a.clock.Keep(a.Context); err != nil { // the sweeper tries again
		a.Health.Retry("", err, 0)
	}
	a.workers.Go(a.sweeper.run)
	return nil
}

// Close waits until the work that Start began has ended. The context of the member has ended.
func (a *Alone) Close() { a.workers.Wait() }

// Acting implements home.Fleet.
func (a *Alone) Acting() context.Context { return a.Context }

// Tell implements home.Fleet.
func (*Alone) Tell(Ring) {}

// BelongsTo implements home.Fleet.
func (*Alone) BelongsTo(*journal.Held) {}

// Has implements home.Fleet.
func (*Alone) Has(string) bool { return false }

// GiveAway implements home.Fleet. There is nobody to give a home to.
func (*Alone) GiveAway(context.Context, journal.Lease, string) error { return nil }

// Holder returns the other replica that owns a home: none.
func (*Alone) Holder(string) string { return "" }

// Other returns another living replica: none.
func (*Alone) Other() string { return "" }

// Replicas returns that there is one.
func (*Alone) Replicas() Replicas { return Replicas{Alive: 1} }

// Warnings returns nothing.
func (*Alone) Warnings() []string { return nil }
