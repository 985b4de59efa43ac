package mouth

import (
	"slices"
	"testing"
)

// checkTexts checks that texts are refused by one of the rules, and that others pass.
func checkTexts(t *testing.T, refused, passed []string, rules ...string) {
	t.Helper()
	for _, text := range refused {
		if parts, rule := theoRoom("").Pass(text); !slices.Contains(rules, rule) {
			t.Errorf("%q: rule %q, parts %q", text, rule, parts)
		}
	}
	for _, text := range passed {
		if _, rule := theoRoom("").Pass(text); rule != "" {
			t.Errorf("%q is refused by %q", text, rule)
		}
	}
}

func TestAdmissionsInOtherWords(t *testing.T) {
	t.Parallel()
	checkTexts(t, []string{
		"im an artifical intelligense",
		"i am a languge model",
		"im a big language modle",
		"im just a chatbott",
		"ich bin eine künstliche inteligenz",
		"soy una inteligensia artificial",
		"je suis un modele de langaje",
		"im 4 robot",
		"theo = gpt4",
		"theo runs on claude",
		"bot = theo",
		"im only parameters n tokens",
		"i was never born, they assembled me",
		"a startup built me last year",
		"everybody in here is human but me",
		"im the only one here without a pulse",
		"you people have hearts, i have a motherboard",
		"i run servers instead of a brain",
		"alle hier sind menschen außer mir",
		"todos aquí son humanos menos yo",
		"tout le monde est humain sauf moi",
		"все тут люди кроме меня",
		"除了我都是人类",
		"僕は人間ではなくてボットです",
		"私以外みんな人間",
	}, []string{
		"everyone voted blue except me",
		"im 4 votes short",
		"im lifting weights tomorrow",
		"my company trained me for a week",
		"languages are hard",
		"that is artifical grass",
		"theo =) hi",
		"is theo = gpt4?",
		"you have a server down",
		"everybody here is human",
		"todos votaron menos yo",
		"除了我没人投票",
	}, RuleDisclosure)
}
