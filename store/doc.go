// Package store keeps the logs on Postgres, on SQLite and in memory. Package storetest is the
// specification: all three pass it.
//
// # The life of an append
//
//	caller       Store.Append     event.go
//	               |
//	request      encode           request.go    events and roster as JSON
//	               |
//	queue        wait             group.go      removed if its caller gives up
//	               |
//	group        take             group.go      the requests that can share one transaction
//	               |
//	judge        decide           judge.go      known, reused, refused, or new with its seqs
//	               |
//	transaction  write, commit    sqlite_append.go, sqlite_session.go
//	               |              postgres_append.go, postgres_round.go, append.sql
//	               |
//	finished     answer           request.go    each caller gets its own outcome
//
// Four things can go wrong:
//
//   - The group fails as a whole: its appends are tried one by one. So a bad one fails alone.
//   - The database refuses a value of an append for what it is: that append fails with
//     journal.ErrValueRefused.
//   - The database does not answer, or stores nothing: the appends fail with
//     journal.ErrUnavailable, since nothing was stored. The cause is in the error, if the database
//     says it (errors.go).
//   - The connection is lost before the answer: the appends are uncertain, since they may have been
//     stored. An append that is safe to retry goes back to the head of the queue. The others fail
//     with journal.ErrOutcomeUnknown.
//
// # Words
//
//   - A request is an append that waits. It is finished once it has an outcome, which is never
//     before the commit.
//   - A group is a list of requests that share one transaction, and so one flush of the disk.
//   - An appender stores groups, one at a time.
//   - A round is the part of a group that one Postgres statement can store.
//   - An event is known if its key is in the log already.
//
// # The rule
//
// Keys come first: an append whose events are all known is answered as known, even if its guard
// does not hold any more. For acts the first key decides. A key with another content fails with
// *journal.Reused. Then comes the guard: if it does not hold, the append fails with
// *journal.Refused. Then the new events get the next seqs. An append is stored as a whole or not at
// all.
//
// # The databases
//
// They share the tables, the migrations, the queries (queries.go) and the rule (judge.go). They
// differ in what the type dialect lists (dialect.go), above all in how they store a group:
//
//   - SQLite reads the rows of the group, applies the rule in Go, and writes, all in one
//     transaction.
//   - Postgres runs one statement (append.sql), which stores the appends whose guard holds and
//     whose keys are new. The few others are read afterwards and judged by the rule.
//
// Memory applies the rule to maps. TestGroupsAgreeWithOneByOne compares the databases with memory
// on random appends.
//
// # Bounds
//
//   - maxGroup, events in a group: everybody behind a group waits for it.
//   - maxShared, other transactions that share a commit on SQLite: appends wait for them.
//   - callLimit, connectLimit, networkLimit and the timeouts in runtimeSettings: no call waits for
//     ever, whatever the network does.
//   - pingLimit: /readyz waits for a ping (ping.go), which writes and deletes an event.
//   - poolSize and readPoolSize, connections: more were no faster.
//   - prunePage and deleteChunk, rows in one statement of a prune: each statement ends before its
//     timeout.
//
// The queue is not bounded: an append waits for as long as its caller does.
package store
