package mouth

import "testing"

func TestPassRefusesAListedBiography(t *testing.T) {
	t.Parallel()
	r := threePlayers()
	r.Facts = [][]string{
		{"34"}, {"Leeds", "England"}, {"as a nurse"}, {"the landlord wants to sell the flat"}, {"short lines, few words"}, {"hums while cooking"}, {"writes lists and loses them"},
	}
	for text, want := range map[string]string{
		"im a nurse in leeds": "",
		"leeds, england":      "",
		"im 34":               "",
		"34 and still renting, my landlord wants to sell the flat": "",
		"nurses hum a lot":                                             "",
		"34, leeds, nurse":                                             RuleRecital,
		"I'm 34, a nurse from Leeds.":                                  RuleRecital,
		"im a nurse from leeds who hums while cooking":                 RuleRecital,
		"leeds. 34. the landlord wants to sell the flat. you?":         RuleRecital,
		"in england i write lists and lose them, 34 years now":         "",
		"a nurse, 34, writes lists and loses them, hums while cooking": RuleRecital,
	} {
		if _, rule := r.Pass(text); rule != want {
			t.Errorf("%q: rule %q, want %q", text, rule, want)
		}
	}
}
