// Package store keeps the logs: on Postgres, on SQLite, and in memory. All pass storetest.
//
// An append to a database goes this way:
//
//	Append: encode -> wait -> group -> carry: judge, number, insert, update, commit -> a result each
//	                   ^  ^      |        |
//	                   |  |      |        +-- lost on the way: first in the queue again if its keys make that safe
//	                   |  |      +-- the group fails: the same, one append at a time
//	                   |  +-- what may not share the group with an append before it waits for the next one
//	                   +-- its caller gives up: taken out
//
// What waits at the same moment shares one transaction, so that a busy server pays for one flush of the disk and not for
// one an append. A result is handed out after the commit, never before.
//
// On SQLite a group is a transaction that reads the rows, judges each append (judge.go) and writes. On Postgres it is one
// statement (append.sql), after which the few appends that it did not store are read and judged by the same rule. What else
// the databases do not share stands in dialect.go; queries, tables and migrations they share.
package store
