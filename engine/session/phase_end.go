package session

import (
	"fmt"
	"strings"
	"time"
)

// MaxPhaseMillis is the longest that a phase may last, in milliseconds of wall time: as long as a
// session lives without a fact.
const MaxPhaseMillis = MaxTTL * 1000

// checkPhaseEnd checks what a client says about the end of a phase: a time, or how long the phase
// lasts. A time that has passed is fine, because requests may be late.
func checkPhaseEnd(errs *Errors, atPointer string, at *time.Time, inPointer string, in *int64) {
	switch {
	case at != nil && in != nil:
		errs.Add(CodeInvalidValue, atPointer, fmt.Sprintf("cannot be combined with %s; send one of the two", inPointer[strings.LastIndexByte(inPointer, '/')+1:]))
	case in != nil && (*in < 0 || *in > MaxPhaseMillis):
		errs.Add(CodeOutOfRange, inPointer, fmt.Sprintf("must be from 0 to %d milliseconds", int64(MaxPhaseMillis)))
	}
}

// phaseEnd returns when a phase ends that an event has begun, or 0 if the event does not say so. No
// phase ends before it began.
func (s *State) phaseEnd(e Event, at *time.Time, in *int64) Millis {
	switch {
	case at != nil:
		return max(1, s.Now, s.Clock.Game(*at))
	case in != nil:
		return max(1, s.Now, s.Clock.Game(e.At.Add(time.Duration(*in)*time.Millisecond)))
	}
	return 0
}
