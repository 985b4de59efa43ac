// Package engine drives sessions in real time. It owns the goroutines, the timers and the clock
// that the pure core in package game does without.
//
//	API --> desk: check, append --> hub: tail and bells --> streams, long polls
//	                                |
//	                                +--> actor of the home: step --> publish --> thoughts -> sleep
//
// One actor owns a live home and all its sessions. It sleeps until a bell, a deadline or a finding.
// A home with nothing to do leaves memory. It comes back on the next fact, or shortly before it is
// due, when the sweeper finds it.
package engine
