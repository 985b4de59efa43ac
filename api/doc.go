// Package api is the HTTP server. Handlers check nothing that the engine checks: they read the
// request, call the engine, and write the result.
//
// A request passes these files in this order:
//
//   - server.go: the middleware. It observes the request (observe.go), gives it an id and logs it
//     once (log.go), recovers from panics, and bounds the size and the time of the body.
//   - route.go: the one table of routes. A route names its handler, whether it needs a key, its
//     query parameters, the media types that it offers, and its error codes (route_codes.go).
//   - access.go: the key, and which web pages may call the server. token.go: read tokens, which
//     open the stream of one session without the key.
//   - query.go: the query parameters and the ids in the path. negotiation.go: the header Accept.
//   - decode.go: the body. body.go compares it with the shape of its Go type, which shape.go
//     finds. Names must be exact, null is refused, and no field may appear twice.
//   - The handlers, in one file for each noun: session.go, message.go, observation.go,
//     receipt.go, vote.go, event.go, plan.go, mind.go, trace.go, export.go and so on.
//   - problem.go: turns errors into problem documents (RFC 9457). errors.yaml is the one table of
//     error codes. docs/errors.md and the page /docs/errors are generated from it.
//
// A page, a long poll and a stream read the log in the same way. They subscribe, read after a
// cursor, and read again when the engine signals new events. So no event is lost, and none comes
// twice.
//
// A stream (sse.go, stream.go) takes its connection over from net/http (stream_writer.go). It holds
// about 8 KiB and no goroutine: a few workers serve the streams that have something to do
// (crew.go). It is cut when its reader takes nothing for 10 s. It ends after about 10 minutes, and
// its reader comes back. So to a reader, a shutdown looks like any other end of a stream. While the
// database does not answer, streams stay open: a browser that comes back and gets 503 gives up.
//
// openapi.yaml is generated from the comments of the handlers; see cmd/openapi.
package api

// Version is the version of the contract in openapi.yaml.
const Version = "1.0.0"
