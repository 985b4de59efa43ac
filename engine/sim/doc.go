// Package sim is the second driver of the core: an event loop on a virtual clock. It runs whole
// games in milliseconds, with the same step, strategies and store rules as the server. A thought
// runs at once, and its finding arrives after a latency drawn from a table. One seed gives one log,
// byte for byte.
//
// One goroutine uses a Sim. Independent games can run in several Sims at once, one for each core.
package sim
