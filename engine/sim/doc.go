// Package sim is the second driver of the core: an event loop on a virtual clock. It runs whole
// games in milliseconds, with the same step, strategies and store rules as the server. A thought
// runs at once, and its finding arrives after a latency drawn from a table. One seed gives one log,
// byte for byte.
//
// A Sim is used by one goroutine. Independent games run faster in several of them side by side.
package sim
