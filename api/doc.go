// Package api is the HTTP server: one table of routes in server.go, one table of errors in errors.go, the handlers in one
// file a noun. Handlers check nothing that the engine checks: they read the request, call the engine, and write the result.
package api
