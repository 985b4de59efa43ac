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
