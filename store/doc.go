// Package store keeps the logs, on SQLite and in memory. Both implementations pass storetest.
//
// An append to a database goes this way:
//
//	Append: encode -> wait -> group: read rows and keys -> judge each -> insert, update -> commit -> a result each
//	                   ^         |
//	                   |         +-- an error: the same, one append at a time
//	                   +-- what may not share the group with an append before it waits for the next one
//
// What waits at the same moment shares one transaction, so that a busy server pays for one flush of the disk and not for
// one an append. A result is handed out after the commit, never before.
package store
