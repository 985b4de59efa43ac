// Package tabletest judges a table from its log and the logs of its bots alone.
//
// [Judge] checks that each bot's log has exactly what its seat may see of the table's log, once, in
// the order of the table, and that the table's log has everything that the bots have said and
// voted.
//
// The package is an independent second opinion: it shares no code with what delivers the events.
package tabletest
