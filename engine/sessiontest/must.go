package sessiontest

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

// NoError ends the test if there is an error.
func NoError(t failer, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
