// Package table is the pure core of a table: a game of which the server holds all seats. Its State
// is the fold of the table's own log. Its functions say what each seat gets of an event, and what
// each seat may see of the log. It has no clock, goroutine, network, file or global random source.
//
//	fact of the platform --> table's log --+--> log of each bot that may see it
//	act of a bot -----> its session's log -+--> table's log, and logs of the other bots
//
// Each arrow to several logs is one append: all or none. So all logs have one order. The words of
// one bot's mind never leave its session: a table's log holds only what happened at the table.
package table
