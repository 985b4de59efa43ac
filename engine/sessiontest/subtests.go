package sessiontest

import "testing"

// Subtests runs tests by name, all at the same time.
func Subtests(t *testing.T, tests map[string]func(*testing.T)) {
	t.Helper()
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t)
		})
	}
}

// Cases runs tests by name, all at the same time, each with a fixture of its own.
func Cases[F any](t *testing.T, open func(*testing.T) F, tests map[string]func(*testing.T, F)) {
	t.Helper()
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t))
		})
	}
}
