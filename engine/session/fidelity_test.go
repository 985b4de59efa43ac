package session

import "testing"

// TestApplyFidelity sets what the client leaves out, by the fidelity, the strategy and the rules.
func TestApplyFidelity(t *testing.T) {
	t.Parallel()
	rules := func(id string, c Config) Config { c.Game.Rules = id; return c }
	paper := Config{Fidelity: FidelityPaper}
	type fields struct {
		Suspicion, Reread Switch
		Pace              Pace
		Reading           ReadingMode
		Precedence        Precedence
		Accuse            AccuseMode
		AccuseAfter       AccuseAfter
	}
	best := func(suspicion, reread Switch) fields { return fields{Suspicion: suspicion, Reread: reread} }
	for _, x := range []struct {
		name string
		c    Config
		s    Strategy
		want fields
	}{
		{"AStrategyWithAClassifier", Config{}, judging{}, best(On, On)},
		{"AnotherOne", Config{}, scripted{}, best(Off, Off)},
		{"NoStrategy", Config{}, nil, best(Off, Off)},
		{"AnotherOneAmongMachines", rules("turing", Config{}), scripted{}, best(On, Off)},
		{"AShow", rules("gameshow", Config{}), scripted{}, best(On, Off)},
		{"HiddenRoles", rules("mafia", Config{}), judging{}, best(Off, On)},
		{"WhatTheClientSays", rules("avalon", Config{Suspicion: On, Reread: Off}), judging{}, best(On, Off)},
		{"AlsoAgainstTheStrategy", Config{Suspicion: On, Reread: On}, scripted{}, best(On, On)},
		{"APaperWithAClassifier", rules("turing", paper), judging{}, fields{On, Off, PacePaper, ReadingRules, PrecedenceClass, "", AfterThreshold}},
		{"AnotherPaper", rules("turing", paper), scripted{}, fields{Off, Off, PacePaper, ReadingRules, PrecedenceClass, AccuseOnRequest, AfterThreshold}},
		{"WhatTheClientSaysOfAPaper", Config{Fidelity: FidelityPaper, Pace: PaceHuman, Suspicion: On, Reread: On, Accuse: AccuseAuto}, scripted{}, fields{On, On, PaceHuman, ReadingRules, PrecedenceClass, AccuseAuto, AfterThreshold}},
	} {
		x.c.ApplyFidelity(x.s)
		c := x.c
		if got := (fields{c.Suspicion, c.Reread, c.Pace, c.Reading, c.Precedence, c.Accuse, c.AccuseAfter}); got != x.want {
			t.Errorf("%s: %v, want %v", x.name, got, x.want)
		}
	}
}
