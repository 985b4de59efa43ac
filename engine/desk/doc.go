// Package desk takes the platform's facts and answers its questions about sessions. No bot logic is
// in the path of a fact: the desk checks it against the roster, appends it, and tells the driver.
//
//	Post, Observe, Receipt  --> check --> append -----------------+--> driver: streams and owner
//	Update, End, Command,   --> judge --> append, if no other ----+
//	AskVote, ChangeVote, …      |         barrier came first
//	                            +--<-- else judge again
//
//	StateAt, Trace, Transcript, Vote, …  <-- fold of the log, from a cached state or a snapshot
//
// Each fact that changes who may do what is a barrier. It is judged on a row of the session, and
// stored only if the row still has the same barrier; otherwise it is judged again.
//
// The errors of the desk are session.Errors for what the platform can mend, and the errors of a
// journal.Store.
package desk
