// Package bench puts load on running servers and measures what comes back: how fast posts are
// answered, how soon streams bring them, how late the bots are, and whether each stream brings
// every event once and in order.
//
//	open sessions → open streams → post, until the time is over → wait for the last events
//	→ end the sessions → compare each stream with the session's last seq → delete the sessions
//
// A post has an intended time, by the rate alone. All times count from it. So a server that stalls
// is charged for the posts that could not begin meanwhile (coordinated omission).
package bench
