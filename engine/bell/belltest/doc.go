// Package belltest has the specification of a bell, bells in one process, and bells that lose
// messages.
package belltest
