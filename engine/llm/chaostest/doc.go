// Package chaostest holds servers of the chat completions API that misbehave, each in its own way.
// They test the client, and the whole program.
package chaostest
