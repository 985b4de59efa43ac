// Package step brings one session up to date for its owner. It has no clock, no goroutine and no
// store: the driver brings them. Package engine drives steps in real time, package sim on a virtual
// clock.
//
// A Stepper is the fold of a session's log, the findings that are not concluded yet, and the step:
//
//	read the events after the cursor --> fold --> decide --> append the acts, fenced --+
//	        ^                                       |                                  |
//	        +---------------------------------------|----------------------------------+
//	                                                +--> no acts: return the wants
//
// After each step the driver makes the running thoughts equal to the wanted ones (Reconcile). It
// runs new ones with Think, and puts their findings into the inbox. A Tape keeps the model calls of
// a thought when the session is recorded.
package step
