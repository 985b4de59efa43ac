package tom_test

import (
	"strings"
	"testing"

	"ringer/engine/goldentest"
	"ringer/engine/session"
)

// TestRace plays the scripts in testdata/race. Every game must keep the laws, and a recheck of its
// log must decide the same.
func TestRace(t *testing.T) {
	t.Parallel()
	goldentest.Scripts(t, "testdata/race/*.txt", func(t *testing.T, script string) string {
		g := newTable(t, 1)
		g.config.Reading = session.ReadingRules // the scripts say what the calls of the strategy do
		g.play(script)
		g.recheck()
		return strings.Join(g.trace, "\n") + "\n"
	})
}
