// Package slowtest skips tests that the race detector only slows down.
package slowtest

import "testing"

// Skip skips a test with -short. Call it where other tests show the race detector the same code:
// mostly because the test does everything in one goroutine.
func Skip(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: .ci/test runs this without the race detector")
	}
}
