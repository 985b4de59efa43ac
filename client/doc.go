// Package client plays on a Ringer server: it opens sessions and games, posts what players say,
// follows what the bots do, and waits for their votes. docs/clients.md begins with a first answer.
//
// A request that fails without an answer is sent again, and stored once: each has an id. Iterators
// of events go on where they stopped when a server restarts or a connection breaks. What the server
// refuses is a [Problem], whose code says why.
//
// The package needs only the standard library. The types in types.go are made from openapi.yaml,
// with its names: a Table there is a game with all its seats. Every other route is reached with
// [Client.Do].
package client
