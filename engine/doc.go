// Package engine wires the live driver of sessions and games: it owns the goroutines, the timers
// and the clock. The pure cores in packages session and game have none of them.
//
//	API --> desk: check, append --> feed: tail, signals --> streams, long polls
//	                                    |
//	                                    +--> home: the actor of the log's home:
//	                                         step --> publish --> thoughts --> sleep
//
// Below it, package home drives the homes in memory, fleet shares them with other replicas, feed
// brings events to readers, clock tells the time of the games, and health watches the database.
package engine
