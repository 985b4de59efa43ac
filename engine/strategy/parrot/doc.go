// Package parrot is the smallest complete strategy, and the template for a new one: CONTRIBUTING.md
// says how to copy it. It repeats a word of the last message. In a long silence it asks whether
// anybody is there. It accuses the player who repeats others most. The registry does not list it:
// tests register it themselves.
//
// A message goes from Wants to Think to Conclude to the core's slot. The core checks and sends each
// text, repeats failed thoughts, and stores the log. So a strategy reads no clock, keeps no state
// and starts no goroutine.
package parrot
