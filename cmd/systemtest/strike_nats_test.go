package systemtest

import (
	"context"
	"math/rand/v2"
	"strings"
	"time"

	"ringer/store/storetest"
)

// deafness is how long a replica is cut off from NATS. Its client notices after 6 to 8 s.
const deafness = 10 * time.Second

// cutOffNATS takes all NATS servers away from one replica. It must notice, lose rings, and hear the
// others again.
func cutOffNATS(r *target, rng *rand.Rand) time.Time {
	v := r.victim(rng)
	lost, away, back := v.ringsLost(), r.said("no NATS server answers"), r.said("a NATS server answers again")
	for _, bell := range v.bells {
		bell.proxy.Set(storetest.Silent, "")
	}
	pause(r.t.Context(), deafness)
	for _, bell := range v.bells {
		bell.proxy.Set(storetest.Passing, "")
	}
	over := time.Now()
	if n := r.said("no NATS server answers"); n != away+1 {
		r.t.Errorf("%d replicas have noticed that no NATS server answers, want 1", n-away)
	}
	if n := v.ringsLost(); n <= lost {
		r.t.Errorf("%s has lost %v rings before and %v after", v.name, lost, n)
	}
	r.await("a NATS server answers again", func() bool { return r.said("a NATS server answers again") > back })
	return over
}

// ringsLost returns how many rings of others the replica has missed.
func (r *replica) ringsLost() float64 { return scrape(r.t, r.process).value("rings_lost_total") }

// said counts the lines of the servers' logs that hold a text.
func (r *target) said(text string) int { return strings.Count(r.log.String(), text) }

// await waits until something is so, at most for answerLimit.
func (r *target) await(what string, is func() bool) {
	ctx, cancel := context.WithTimeout(r.t.Context(), answerLimit)
	defer cancel()
	for !is() {
		if ctx.Err() != nil {
			r.t.Errorf("not within %s: %s", answerLimit, what)
			return
		}
		pause(ctx, retryDelay)
	}
}

// stopNATS stops the NATS servers one after the other, and then all of them. Each ends its
// connections in an orderly way.
func stopNATS(r *target, rng *rand.Rand) time.Time {
	for _, s := range r.nats.servers {
		s.stop()
		pause(r.t.Context(), time.Duration(rng.Int64N(int64(time.Second))))
		s.start()
	}
	for _, s := range r.nats.servers {
		s.stop()
	}
	pause(r.t.Context(), time.Second)
	for _, s := range r.nats.servers {
		s.start()
	}
	return time.Now()
}
