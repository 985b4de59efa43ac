// Module examples holds the example programs in Go. It is a module of its own, so that Ringer does
// not link their libraries.
module ringer/examples

go 1.26.0

require (
	github.com/coder/websocket v1.8.15
	ringer/client v0.0.0
)

replace ringer/client => ../client
