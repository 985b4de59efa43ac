// Package natsbell is a bell over core NATS. The replicas publish to one subject, and all of them
// subscribe to it. Nothing is stored: a message that a replica misses is lost, and the replica
// reads the database.
//
// A bell opens without a server, and connects again for as long as it is open. It keeps no messages
// for later: while it has no server, Ring fails. A replica that hears too slowly misses messages.
package natsbell
