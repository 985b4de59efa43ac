package mouth

import "testing"

func TestAsksAgain(t *testing.T) {
	t.Parallel()
	for text, c := range map[string]struct {
		asked []string
		rule  string
	}{
		"so where are you all from?":                {[]string{"where r u from"}, RuleAsked},
		"where do you guys come from":               {[]string{"blue where are you from?"}, RuleAsked},
		"what kind of work are you doing?":          {[]string{"hi all", "and what kind of job do you have, red?"}, RuleAsked},
		"Who is the bot here?":                      {[]string{"so who do you think is the bot"}, RuleAsked},
		"hey, whats your favourite movie":           {[]string{"what is ur favorite movie?"}, RuleAsked},
		"have you ever played this before?":         {[]string{"did you guys play this before"}, RuleAsked},
		"why blue?":                                 {[]string{"why blue"}, RuleAsked},
		"woher kommt ihr alle so?":                  {[]string{"woher kommst du?", "wie geht's"}, ""},
		"was arbeitest du denn so":                  {[]string{"was arbeitet ihr eigentlich?"}, RuleAsked},
		"and you?":                                  {[]string{"where are you from and what about you?"}, ""},
		"from the north, where are you from?":       {[]string{"red where are you from"}, ""},
		"green where are you from":                  {[]string{"where are you from blue"}, ""},
		"green, what do you do?":                    {[]string{"what do you do"}, ""},
		"what music do you like?":                   {[]string{"what game do you like?"}, ""},
		"what do you mean?":                         {[]string{"what do you mean by that"}, ""},
		"hey, whats up?":                            {[]string{"hi guys whats up"}, ""},
		"what?":                                     {[]string{"what?"}, ""},
		"who do you vote for":                       {[]string{"who is the bot"}, ""},
		"where is that":                             {[]string{"where are you from"}, ""},
		"where do your parents live":                {[]string{"where do you live"}, ""},
		"how old is your dog":                       {[]string{"how old are you"}, ""},
		"whatever you like":                         {[]string{"what do you like"}, ""},
		"which game do you play most":               {[]string{"do you play games"}, ""},
		"why green?":                                {[]string{"why blue?"}, ""},
		"where i am from nobody asks":               {[]string{"where are you from"}, ""},
		"do you like tea?":                          {[]string{"do you like coffee?"}, ""},
		"i said where i am from, its nice up there": {[]string{"where are you from"}, ""},
		"so is anybody here from spain":             {nil, ""},
	} {
		r := &Room{Name: "Red", Names: []string{"Red", "Blue", "Green"}, MaxChars: 250, Asked: c.asked}
		if _, rule := r.Pass(text); rule != c.rule {
			t.Errorf("%q after %q: %q, want %q", text, c.asked, rule, c.rule)
		}
	}
}
