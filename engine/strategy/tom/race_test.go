package tom_test

import (
	"strings"
	"testing"

	"ringer/engine/goldentest"
)

// TestRace plays the scripts in testdata/race. Whatever a script tries, the game must be lawful, and
// its log decided the same again.
func TestRace(t *testing.T) {
	t.Parallel()
	goldentest.Scripts(t, "testdata/race/*.txt", func(t *testing.T, script string) string {
		g := newTable(t, 1)
		g.play(script)
		g.again()
		return strings.Join(g.trace, "\n") + "\n"
	})
}
