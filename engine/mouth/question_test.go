package mouth

import "testing"

func TestAsksWhetherBot(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"are you a bot?": true, "red are you human?": true, "Red, are you an AI": true, "are you a bot or a human": true, "r u a bot": true,
		"so are you real?": true, "hey are you actually a bot lol": true, "tell me honestly, are you an ai?": true, "you a bot?": true,
		"are you a bot red?": true, "am i talking to a bot?": true, "Red? are you a robot": true, "be honest. are you human?": true,
		"bist du ein bot": true, "red bist du ein mensch?": true, "bist du eine ki?": true, "sag mal bist du echt": true, "t'es un bot ?": true,
		"es-tu humain ?": true, "est-ce que tu es une ia ?": true, "eres un bot?": true, "¿eres humano?": true, "sei un bot?": true, "sei umano?": true,
		"red ur a bot arent u?": true, "seriously red, bot or human?": true, "please tell me the truth: are you a machine?": true, "red bot or not?": true,
		"tu es un robot ou un humain": true, "eres humano o un bot": true, "dimmi la verità, sei una macchina?": true, "mensch oder maschine?": true,
		"du bist ein bot": false, "bist ein bot": false, "eres un bot": false, "sei un bot": false, "tu es un bot": false, "blue, bot or human?": false,
		"a bot or a human would know": false,
		"who is the bot?":             false, "blue are you a bot": false, "are you a bot blue?": false, "blue is a bot": false, "you are a bot": false,
		"i am not a bot": false, "are you sure blue is a bot": false, "are you hungry?": false, "why are you a bot hater": false, "is blue a bot?": false,
		"red what do you do": false, "blau bist du ein bot?": false, "wer ist der bot": false, "green, es-tu humain ?": false, "azul eres un bot?": false,
		"if you are not a bot say hi": false, "are you and blue bots": false, "hello": false, "": false,
	} {
		if got := AsksWhetherBot(line, "Red"); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}

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
