package journal

import "time"

// Clock is what a database knows of the time.
type Clock struct {
	// Shift is the sum of all steps of the wall clock, as SetShift stored it last.
	Shift time.Duration
	// Last is the steady time of the last event of all open sessions with a due time; zero for
	// none.
	Last time.Time
}
