package systemtest

import (
	"math/rand/v2"
	"syscall"
	"time"

	"ringer/store/storetest"
)

// frozen is how long a replica is stopped or cut off. It is longer than the others wait before they
// take its homes.
const frozen = 6 * time.Second

// killReplicas kills some replicas, one after the other, and starts each again. Sometimes that is
// before the others have taken its homes.
func killReplicas(r *target, rng *rand.Rand) (last time.Time) {
	for range 2 + rng.IntN(2) {
		v := r.victim(rng)
		last = r.watch(v)
		v.process.end(syscall.SIGKILL)
		pause(r.t.Context(), time.Duration(rng.Int64N(int64(5*time.Second))))
		v.start()
		pause(r.t.Context(), time.Duration(rng.Int64N(int64(2*time.Second))))
	}
	return last
}

// stopOwner stops an owner of homes as a virtual machine that moves is stopped. Afterwards it goes
// on as if no time had passed.
func stopOwner(r *target, rng *rand.Rand) (last time.Time) {
	v := r.victim(rng)
	last = r.watch(v)
	v.signal(syscall.SIGSTOP)
	pause(r.t.Context(), frozen)
	v.signal(syscall.SIGCONT)
	return last
}

// cutOff returns a fault that takes the database away from one replica.
func cutOff(m storetest.Mode) func(*target, *rand.Rand) time.Time {
	return func(r *target, rng *rand.Rand) (last time.Time) {
		v := r.victim(rng)
		last = r.watch(v)
		v.line.proxy.Set(m, "")
		pause(r.t.Context(), frozen)
		v.line.proxy.Set(storetest.Passing, "")
		return last
	}
}

// restartReplicas stops each replica in an orderly way, and starts it again before the next one.
func restartReplicas(r *target, _ *rand.Rand) (last time.Time) {
	for _, v := range r.replicas {
		last = r.watch(v)
		v.process.end(syscall.SIGTERM)
		if !v.process.cmd.ProcessState.Success() {
			r.t.Errorf("%s ended with %s", v.name, v.process.cmd.ProcessState)
		}
		v.start()
		if status := v.awaitReady(r.t.Context()); status != 200 {
			r.t.Errorf("%s answers /readyz with %d", v.name, status)
		}
	}
	return last
}

// ringing is how long rings get lost.
const ringing = 4 * time.Second

// loseRings returns a fault that loses a share of all rings.
func loseRings(share float64) func(*target, *rand.Rand) time.Time {
	return func(r *target, _ *rand.Rand) time.Time {
		r.loseRings(share, nil)
		return time.Now()
	}
}

// isolate loses the rings from one replica and to it, and no others.
func isolate(r *target, rng *rand.Rand) time.Time {
	r.loseRings(0, r.victim(rng).line.ears)
	return time.Now()
}

// loseRings loses rings for a while. Some must have been on their way.
func (r *target) loseRings(share float64, alone *ears) {
	r.db.loss.set(share, alone)
	pause(r.t.Context(), ringing)
	if lost := r.db.loss.set(0, nil); lost == 0 {
		r.t.Error("there were no rings that could be lost")
	}
}

// failOver kills the database and goes on with its standby.
func failOver(r *target, _ *rand.Rand) (last time.Time) {
	standby := r.db.own.standby()
	pause(r.t.Context(), time.Second)
	last = time.Now()
	r.db.failOver(standby, r.databaseLines())
	return last
}
