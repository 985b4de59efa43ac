package session

import "cmp"

// Fidelity says which defaults a session has: for its strategy's options, and for its own fields
// pace, reading, precedence, accuse, accuse_after, suspicion and reread.
type Fidelity string

const (
	FidelityBest  Fidelity = "best"  // what measures best
	FidelityPaper Fidelity = "paper" // what the strategy's paper has
)

// ApplyFidelity sets the fields on which best and paper differ, where the client left them out. A
// strategy whose paper has a classifier uses it in both; the rules must let the players look for
// machines. Call it before Complete.
func (c *Config) ApplyFidelity(s Strategy) {
	suspicious, ok := s.(Suspicious)
	classifies := ok && suspicious.Suspects()
	if c.Fidelity == FidelityPaper {
		c.Pace = cmp.Or(c.Pace, PacePaper)
		c.Reading = cmp.Or(c.Reading, ReadingRules)
		c.Precedence = cmp.Or(c.Precedence, PrecedenceClass)
		c.AccuseAfter = cmp.Or(c.AccuseAfter, AfterThreshold)
		c.Reread = cmp.Or(c.Reread, Off)
		if !classifies {
			c.Accuse = cmp.Or(c.Accuse, AccuseOnRequest)
		}
	}
	suspects := classifies || c.Fidelity != FidelityPaper && cmp.Or(c.Game.Rules, defaultRules) != defaultRules
	c.Suspicion = cmp.Or(c.Suspicion, switchOf(suspects && c.seeksMachines()))
	c.Reread = cmp.Or(c.Reread, switchOf(classifies))
}

// seeksMachines reports whether what the players look for may be a machine, by the preset.
func (c *Config) seeksMachines() bool {
	preset, _ := FindPreset(c.Game.Rules)
	return !preset.Roles
}

func switchOf(on bool) Switch {
	if on {
		return On
	}
	return Off
}
