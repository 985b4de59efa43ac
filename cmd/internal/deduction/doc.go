// Package deduction fits the weights of engine/deduction to recorded games, and shows how often the
// deduction is right in games that the fit has not seen.
package deduction
