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

// TestRestraint: a fact is told once, unless somebody asks the bot something or the talk is about
// it, and nobody is scolded for a missing answer.
func TestRestraint(t *testing.T) {
	t.Parallel()
	room := func() *Room {
		return &Room{Name: "Red", Names: []string{"Red", "Blue"}, Facts: [][]string{{"Leeds", "England"}, {"as a carpenter"}}, Own: []string{"im from leeds"}, Restraint: true, MaxChars: 200}
	}
	for text, rule := range map[string]string{
		"leeds is grey today": RuleRepeat, "england plays tonight": "", "i work as a carpenter": "", "you still didnt answer": RuleAsked,
		"why wont you answer": RuleAsked, "answer my question blue": RuleAsked, "you dodged it": RuleAsked, "still waiting for an answer": RuleAsked, "du hast nicht geantwortet": RuleAsked,
		"good answer": "", "i never answered that": "", "do you dodge balls for fun": "", "what would you answer": "", "cant you see blue": "", "they dont reply on sundays": "",
	} {
		if _, got := room().Pass(text); got != rule {
			t.Errorf("%q: %q, want %q", text, got, rule)
		}
	}
	for name, change := range map[string]func(*Room){
		"asked": func(r *Room) { r.MayRetell = true }, "talk": func(r *Room) { r.Others = []string{"leeds is nice"} }, "free": func(r *Room) { r.Restraint = false },
	} {
		r := room()
		change(r)
		if _, got := r.Pass("leeds is grey today"); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}
