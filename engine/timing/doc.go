// Package timing holds the delay formulas of the papers and the bounds of every delay. It is pure:
// a text and a rate go in, milliseconds come out.
package timing
