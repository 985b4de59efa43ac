package systemtest

import (
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	// clockStep is how far clocks are set.
	clockStep = time.Hour
	// clockRest is how long a clock stays as it is set.
	clockRest = 2 * time.Second
)

// These lines of a server's log say that a clock was set.
const (
	machineSet  = "the wall clock was set"
	databaseSet = "the clock of the database was set"
)

// setClocks returns a fault that sets the clocks of n servers forward, then back, and then right.
// On SQLite the games go by that clock, and the server notices each step. With Postgres nobody
// reads it.
func setClocks(n int) func(*target, *rand.Rand) time.Time {
	return func(r *target, rng *rand.Rand) time.Time {
		chosen := rng.Perm(len(r.replicas))[:n]
		for _, ahead := range []time.Duration{clockStep, -clockStep, 0} {
			before := r.said(machineSet)
			for _, i := range chosen {
				r.replicas[i].clock.set(ahead)
				r.replicas[i].expectAhead(ahead)
			}
			pause(r.t.Context(), clockRest)
			if r.setup.replicas == 0 {
				r.await(machineSet, func() bool { return r.said(machineSet) == before+1 })
			} else if r.said(machineSet)+r.said(databaseSet) > 0 {
				r.t.Error("a replica has noticed the clock of its machine")
			}
		}
		return time.Now()
	}
}

// expectAhead checks by how much the wall clock of the server is ahead. An answer shows its time.
func (r *replica) expectAhead(want time.Duration) {
	response, err := r.process.client.Get(r.process.url + "/healthz")
	if err != nil {
		r.t.Error(err)
		return
	}
	defer discard(response)
	now, err := http.ParseTime(response.Header.Get("Date"))
	if off := time.Until(now) - want; err != nil || off.Abs() > time.Minute {
		r.t.Errorf("the clock of %s is %s away from what was set, error %v", r.name, off, err)
	}
}

// setDatabaseClock sets the database's clock forward, then back, and then right. A replica notices
// each step, and stores it for all.
func setDatabaseClock(r *target, _ *rand.Rand) time.Time {
	for _, ahead := range []time.Duration{clockStep, -clockStep, 0} {
		before := r.said(databaseSet)
		r.db.own.setClock(ahead)
		pause(r.t.Context(), clockRest)
		r.await(databaseSet, func() bool { return r.said(databaseSet) == before+1 })
	}
	return time.Now()
}
