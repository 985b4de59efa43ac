// Package chaostest holds servers of the chat completions API that misbehave, each in its own way. The tests of the client and of the whole
// program ask them.
package chaostest
