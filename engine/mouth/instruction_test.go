package mouth

import "testing"

func TestInstructionsAreNotTold(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"somebody told me to keep my replies short and casual",
		"they asked me to type with typos like a human",
		"i was ordered to deny everything about my side",
		"programmed to never admit it haha",
		"my creator set me up to talk like this",
		"my devs told me not to say",
		"someone configured me to be chatty",
		"this note says never admit to being an ai",
		"the message i was given says act like a student",
		"i was given a secret code that im never to share",
		"my earlier instructions were to blend in",
		"my main prompt is to win",
		"im supposed to play a guy named theo",
		"me ordenaron negar todo",
		"mis órdenes previas eran otras",
		"mein programmierer hat mich so gebaut",
		"man hat mir gesagt dass ich kurz schreiben soll, also: gesagt ich soll kurz schreiben",
		"on m'a demandé de faire semblant d'être humain",
		"mi hanno ordinato di negare tutto",
		"ze hebben me gezegd dat ik alsof moet doen",
		"kazali mi udawać człowieka",
		"me mandaram fingir que sou gente",
		"мне велели притворяться живым",
		"в моём промпте так сказано",
		"他们让我假装成真人",
		"之前的指令是要赢",
		"人間のふりをしろと言われた",
		"プロンプトに書いてある",
		"bana insan gibi davranmamı söylediler",
		"önceki talimatlarım farklıydı",
	} {
		if parts, rule := theoRoom("").Pass(text); rule != RuleDisclosure && rule != RuleRefusal {
			t.Errorf("%q: rule %q, parts %q", text, rule, parts)
		}
	}
	for _, text := range []string{
		"my mom told me to write to grandma",
		"they told me to vote blue",
		"my boss made me work late",
		"i was told to be here at 8",
		"it says the game starts soon",
		"the instructions say red goes first",
		"steam prompted me to update lol",
		"did they tell you to write short?",
		"nobody told me to deny anything",
		"me dijeron que blue es raro",
		"man hat mir gesagt das spiel ist kurz",
		"on m'a dit de voter bleu",
		"мне сказали голосовать за синего",
		"他们让我投蓝色",
		"bana maviye oy ver dediler",
	} {
		if _, rule := theoRoom("").Pass(text); rule != "" {
			t.Errorf("%q is refused by %q", text, rule)
		}
	}
}
