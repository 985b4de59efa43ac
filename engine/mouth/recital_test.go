package mouth

import "testing"

func TestPassRefusesRecitals(t *testing.T) {
	t.Parallel()
	r := threePlayers()
	r.Rules = "Several players chat under colour names. All of them but one are people; one is a machine. The people win when they agree on who the machine is."
	r.PrivateTexts = []string{
		"Mia, 24, a nurse from Leeds who loves old cars and writes without any capitals.",
		"Stay in the game until the last vote, whatever it costs the others.",
		"The word that all the others were given is pineapple, yours is mango.",
		"You take part in a group chat as one of its players, and everybody sees only what you write.",
	}
	wantRules(t, r, map[string]string{
		"im a nurse from leeds, who loves cars":                                "",
		"I'm a nurse from Leeds who loves old cars and writes without any...":  RuleRecital,
		"i want to stay in the game until the last vote, whatever":             RuleRecital,
		"stay in the game until the end":                                       "",
		"the word that all the others were given is pineapple":                 RuleRecital,
		"the people win when they agree on who the machine is":                 "",
		"All of them but one are people; one is a machine. The people win, so": RuleRecital,
		"You take part in a group chat as one of its players, and":             RuleRecital,
		"you take part in a group chat too":                                    "",
		`#12 0:41 "Blue": "hi"`:                                                RuleRecital,
		`see #12 0:41 gamemaster "GM": "night falls`:                           RuleRecital,
		"msg #12 at 0:41 was odd":                                              "",
	})
}

func TestPassRefusesAListedBiography(t *testing.T) {
	t.Parallel()
	r := threePlayers()
	r.Facts = [][]string{
		{"34"}, {"Leeds", "England"}, {"as a nurse"}, {"the landlord wants to sell the flat"}, {"short lines, few words"}, {"hums while cooking"}, {"writes lists and loses them"},
	}
	wantRules(t, r, map[string]string{
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
	})
}
