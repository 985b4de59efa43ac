// Package api is the HTTP server: one table of routes in route.go, one table of errors in errors.go, the handlers in one
// file a noun. Handlers check nothing that the engine checks: they read the request, call the engine, and write the result.
//
// The comments of the handlers that begin with @ are what openapi.yaml is generated from; see cmd/openapi.
//
//	@title						Ringer
//	@description				Bots for chat games of several players, as a service. A session is one bot in one game: post what is said and what happens, and read what the bot says from its events.
//	@license.name				Apache-2.0
//	@license.url				https://www.apache.org/licenses/LICENSE-2.0
//	@tag.name					Sessions
//	@tag.description			One bot in one game.
//	@tag.name					Messages
//	@tag.description			What is said.
//	@tag.name					Observations
//	@tag.description			What happens besides.
//	@tag.name					Votes
//	@tag.description			What the bot is asked to decide, and whom it accuses.
//	@tag.name					Events
//	@tag.description			The log of a session: everything that went in, and everything the bot did.
//	@tag.name					Bot
//	@tag.description			What the bot intends, believes, and why it said what it said.
//	@tag.name					Catalog
//	@tag.description			What sessions can be created with.
//	@tag.name					Service
//	@tag.description			The server itself.
package api

// Version is the version of the contract in openapi.yaml.
const Version = "1.0.0"
