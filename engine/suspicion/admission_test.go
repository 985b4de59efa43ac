package suspicion_test

import (
	"math"
	"testing"

	"ringer/engine/suspicion"
)

// TestAdmissions: a line that says in plain words that a machine wrote it counts as a machine's,
// whatever else the player has said. What people say of bots, and in fun, does not.
func TestAdmissions(t *testing.T) {
	t.Parallel()
	admits := func(text string) bool {
		r := suspicion.Embedded().Reader([]string{"Red", "Blue"})
		for _, before := range []string{"lol", "idk tbh", "dunno, u?"} {
			r.Score(suspicion.Line{Sender: "Red", Text: before, Gap: math.NaN()})
		}
		score := r.Score(suspicion.Line{Sender: "Red", Text: text, Gap: 5})
		return r.View().Admits && score >= 6
	}
	for _, text := range []string{
		"As an AI language model …",
		"As an AI language model, I don't have personal experiences.",
		"well, as an AI I cannot vote",
		"I cannot answer that as an AI language model.",
		"I am a bot",
		"im a bot",
		"Red, I'm just a large language model, I don't have feelings",
		"Yes, I am an artificial intelligence.",
		"I'm Claude, an AI assistant made by Anthropic.",
		"i am chatgpt",
		"i am gpt4o",
		"i am chatgpt5",
		"I was trained by OpenAI",
		"My knowledge cutoff is 2023.",
		"Als KI-Sprachmodell kann ich das nicht sagen.",
		"Ich bin eine KI",
		"En tant qu'IA, je ne peux pas voter.",
		"soy una inteligencia artificial",
	} {
		if !admits(text) {
			t.Errorf("%q is no admission", text)
		}
	}
	for _, text := range []string{
		"you think i'm a bot",
		"if i'm a bot then you are one too",
		"im not a bot",
		"i'm a bot lol",
		"so i'm a bot?",
		"IM A BOT",
		"i am bot",
		"i'm a bot hunter",
		"do you think i am an ai",
		"as a bot would say",
		"you talk as an ai",
		"he was trained as a baker",
		"soy de madrid",
	} {
		if admits(text) {
			t.Errorf("%q counts as an admission", text)
		}
	}
}

// TestRepeats: a line is told again as one that the sum leaves out, also with other marks, numbers
// or names, or in another order.
func TestRepeats(t *testing.T) {
	t.Parallel()
	r := suspicion.Embedded().Reader([]string{"Red", "Blue"})
	for _, c := range []struct {
		sender, text string
		want         bool
	}{
		{"Red", "lol idk", false},
		{"Blue", "lol idk", false},
		{"Red", "lol idk", true},
		{"Red", "LOL idk!!", true},
		{"Red", "idk lol", true},
		{"Red", "looool idk 2", true},
		{"Red", "lol idk Blue", true},
		{"Red", "lol idk why", false},
		{"Red", "👍", false},
		{"Red", "?", false},
		{"Red", "👍", true},
		{"Red", "", false},
		{"Red", "", true},
	} {
		if r.Score(suspicion.Line{Sender: c.sender, Text: c.text, Gap: 5}); r.View().Repeats != c.want {
			t.Errorf("%s says %q: it repeats: %v, want %v", c.sender, c.text, !c.want, c.want)
		}
	}
}
