package strategy_test

import (
	"fmt"
	"testing"

	"ringer/engine/strategy"
)

// TestParseSeats reads strategies with a number.
func TestParseSeats(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"tom": "[tom]", "tom×2": "[tom tom]", "tom * 2": "[tom tom]", "tomx2": "[tom tom]", "tom x 2": "[tom tom]", "fox": "[fox]", "tom2": "[tom2]",
		"tom×0": "error", "tom×33": "error", "": "error",
	} {
		bots, err := strategy.ParseSeats([]string{text})
		got := fmt.Sprint(bots)
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
