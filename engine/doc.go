// Package engine drives sessions in real time. It owns the goroutines, the timers and the clock.
// The pure core in package game has none of them.
//
//	API --> desk: check, append --> hub: tail and bells --> streams, long polls
//	                                    |
//	                                    +--> actor of the home:
//	                                         step --> publish --> thoughts --> sleep
//
// A home is a group of sessions with one owner; see package journal. One actor owns a live home and
// all its sessions. It sleeps until a bell, a deadline or a finding. A home with nothing to do
// leaves memory. It comes back on the next fact, or when the sweeper finds it shortly before it is
// due.
package engine
