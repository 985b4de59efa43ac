package session_test

import (
	"testing"

	"ringer/engine/session"
)

func TestSuspect(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		suspicion map[string]float64
		want      string
	}{
		"LeadsByMore":      {map[string]float64{"blue": 12.5, "green": 2, "pink": -30}, "blue"},
		"LeadsByJustTen":   {map[string]float64{"blue": 12, "green": 2}, ""},
		"LeadsByLess":      {map[string]float64{"blue": 40, "green": 31}, ""},
		"TheOthersAreGood": {map[string]float64{"blue": -1, "green": -11.5}, "blue"},
		"Equal":            {map[string]float64{"blue": 40, "green": 40}, ""},
		"Alone":            {map[string]float64{"blue": 11}, "blue"},
		"AloneAndUnknown":  {map[string]float64{"blue": 0}, ""},
		"Nobody":           {nil, ""},
	} {
		if got := session.Suspect(c.suspicion, session.AccuseLead); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestAddLogOdds: 85 percent against 40 reaches the threshold after five beliefs about each.
func TestAddLogOdds(t *testing.T) {
	t.Parallel()
	blue, green, beliefs := 0.0, 0.0, 0
	for session.Suspect(map[string]float64{"blue": blue, "green": green}, session.AccuseLead) == "" && beliefs < 100 {
		blue, green, beliefs = session.AddLogOdds(blue, 85), session.AddLogOdds(green, 40), beliefs+1
	}
	if beliefs != 5 || green >= 0 {
		t.Errorf("after %d beliefs the sums are %v and %v", beliefs, blue, green)
	}
	if sum := session.AddLogOdds(1.5, 50); sum != 1.5 {
		t.Errorf("50 percent changes a sum of 1.5 to %v", sum)
	}
}
