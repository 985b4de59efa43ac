// Package journal says how the logs of sessions are kept. It declares the store's interface, and
// the rows, appends, leases and keys that pass through it. It has no behaviour of its own: package
// store implements the interface, packages step and desk use it.
//
// A log is a list of events with the seqs 1, 2, 3… and no gaps. Nobody reads an event before its
// transaction has committed. Facts are appended by the desk. Acts are appended by the owner of the
// session's home, under a lease:
//
//	Claim --> Lease --> Append (acts) or Checkpoint, as long as nobody else claims the home
//	                        |
//	                        +--> Refused: the state has changed, judge again; or the lease is lost
package journal
