// Package engine drives sessions in real time. It owns the goroutines, the timers and the clock that the pure core in
// package game does without, and declares the store that it needs.
//
//	API -> Deliver -> Store.Append -> hub (its tail feeds streams and owners) + doorbell
//	                                          |
//	actor of the home:  read the events after the cursor -> fold -> decide -> append the acts, fenced -> publish
//	                    -> make the running thoughts equal the wanted ones -> sleep until doorbell, deadline or finding
//
// One actor owns a live home and all its sessions. A home that has nothing to do leaves memory and comes back on the next
// append, or shortly before it is due.
//
// Seat is the step itself, without clock or goroutine; package sim drives the same Seat on a virtual clock.
package engine
