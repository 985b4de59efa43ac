// Package fleet is the replicas that serve one database: whether this one may act (Trust), who
// lives (Observer), what they tell each other (Outbox, Inbox), and who takes which homes (Peers).
// A process that is alone with its database is a fleet of one (Alone).
//
// No clock is compared with another, since clocks differ and are set. A replica counts its beats in
// the database. The others see for how long the count stands still, each by its own monotonic
// clock.
//
//	since the last beat   the replica   the others
//	up to TrustFor        acts          do nothing
//	LateAfter             has stopped   take those of its homes that are overdue
//	LapsedAfter           has stopped   remove its row, and take all its homes
//
// The times are counted from the start of the beat by the replica, and from the end of the first
// read that shows it by the others. So a replica always stops before another begins. Should a beat
// take effect late, the epochs of homes still refuse the acts of an old owner.
package fleet

import "time"

const (
	// BeatEvery is the time between two beats.
	BeatEvery = 500 * time.Millisecond
	// TrustFor is how long a replica acts after the start of its last good beat.
	TrustFor = 900 * time.Millisecond
	// LateAfter is how long a count stands still until the replica is late.
	LateAfter = 950 * time.Millisecond
	// LapsedAfter is how long a count stands still until the replica has lapsed.
	LapsedAfter = 2400 * time.Millisecond
	// blindAfter is how long after the last good read an observer begins again. Meanwhile the
	// others may not have been able to beat either.
	blindAfter = 2 * BeatEvery
)
