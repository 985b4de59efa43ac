package sessiontest

import (
	"strings"
	"testing"
)

// failer is the part of a test that ends it. A test of rapid has it, too.
type failer interface {
	Helper()
	Fatal(args ...any)
}

// Must returns the value of a call. The test ends here if the call returned an error.
func Must[T any](value T, err error) func(failer) T {
	return func(t failer) T {
		t.Helper()
		NoError(t, err)
		return value
	}
}

// First is Must for a call that returns a second value, which the test does not need.
func First[T, U any](value T, _ U, err error) func(failer) T { return Must(value, err) }

// NoError ends the test if there is an error.
func NoError(t failer, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Contains fails the test for each part that a text lacks.
func Contains(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("there is no %q in:\n%s", part, text)
		}
	}
}

// Fails fails the test if there is no error, or none with this part in its text.
func Fails(t testing.TB, err error, part string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), part) {
		t.Errorf("the error is %v; want one with %q", err, part)
	}
}
