package tenant

import (
	"math"
	"time"

	"golang.org/x/time/rate"
)

// Left is what a key may still send now, to this replica.
type Left struct {
	// Quota is how many requests a second it may send.
	Quota int
	// Remaining is how many it may send at once.
	Remaining int
	// Wait is how long until it may send one; zero if it may now.
	Wait time.Duration
}

// Use counts a request of a key with a limit. Each replica gives its share of the limit.
func (r *Keyring) Use(h *Holder) Left {
	return use(h.limit, max(1, (h.Rate+r.replicas()-1)/max(1, r.replicas())))
}

// use takes one from a limiter, after it has got this rate.
func use(l *rate.Limiter, share int) Left {
	now := time.Now()
	if l.Burst() != share {
		l.SetLimitAt(now, rate.Limit(share))
		l.SetBurstAt(now, share)
	}
	left := Left{Quota: share}
	taken := l.ReserveN(now, 1)
	if left.Wait = taken.DelayFrom(now); left.Wait > 0 {
		taken.CancelAt(now)
	}
	left.Remaining = max(0, int(math.Floor(l.TokensAt(now))))
	return left
}
