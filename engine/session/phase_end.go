package session

import (
	"fmt"
	"strings"
	"time"
)

// MaxPhaseMillis is the longest phase, in milliseconds of wall time: the longest time to live.
const MaxPhaseMillis = MaxTTL * 1000

// checkPhaseEnd checks the end of a phase, which may have passed: requests may be late.
func checkPhaseEnd(errs *Errors, atPointer string, at *time.Time, inPointer string, in *int64) {
	switch {
	case at != nil && in != nil:
		errs.Add(CodeInvalidValue, atPointer, fmt.Sprintf("cannot be combined with %s; send one of the two", inPointer[strings.LastIndexByte(inPointer, '/')+1:]))
	case in != nil && (*in < 0 || *in > MaxPhaseMillis):
		errs.Add(CodeOutOfRange, inPointer, fmt.Sprintf("must be from 0 to %d milliseconds", int64(MaxPhaseMillis)))
	}
}

// phaseEnd returns when a phase ends that an event has begun, not before it began; 0 for unknown.
func (s *State) phaseEnd(e Event, at *time.Time, in *int64) Millis {
	switch {
	case at != nil:
		return max(1, s.Now, s.Clock.Game(*at))
	case in != nil:
		return max(1, s.Now, s.Clock.Game(s.Clock.Standing(e.At).Add(time.Duration(*in)*time.Millisecond)))
	}
	return 0
}
