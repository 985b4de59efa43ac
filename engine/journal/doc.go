// Package journal declares the store of the sessions' logs: its interface, and the rows, appends,
// leases and keys that pass through it. Package store implements the interface. Packages step and
// desk use it.
//
// A log is a list of events with the seqs 1, 2, 3… and no gaps. Nobody reads an event before its
// transaction has committed. Facts are events that the platform caused. The desk appends them. Acts
// are events that the bot caused. The owner of the session's home appends them under a lease:
//
//	Claim --> Lease --> Append (acts) or Checkpoint, as long as nobody else claims the home
//	                        |
//	                        +--> Refused: the state has changed, judge again; or the lease is lost
//
// # Words
//
//   - A home is a group of sessions that one owner drives together. Today the desk gives each
//     session a home of its own.
//   - The owner of a home is the process that claimed it last. Each claim begins a new epoch, which
//     makes the leases of earlier epochs invalid.
//   - A barrier is an event that changes who may do what. An append names the barrier that it was
//     judged on.
//   - Steady time is wall time without the steps of the clock: see session.Moment.
//   - A session is settled up to the seq up to which its owner has nothing left to do.
package journal
