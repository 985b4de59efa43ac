package thought

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// TestVillageVotes: the offline player's votes of Werewolf follow from claims and results.
func TestVillageVotes(t *testing.T) {
	t.Parallel()
	claim := prompt.Line{Number: 1, Name: "Bob", Text: "i'm the seer. i checked zoe, zoe is a werewolf"}
	for _, c := range []struct {
		role string
		step session.Step
		want string
	}{{"villager", session.StepExile, "Zoe"}, {"werewolf", session.StepAttack, "Bob"}, {"doctor", session.StepProtect, "Bob"}, {"seer", session.StepDivine, "Zoe"}} {
		var choices []prompt.Choice
		for i, name := range []string{"Ann", "Bob", "Zoe"} {
			choices = append(choices, prompt.Choice{Key: letterKey(i), Text: name, Player: name})
		}
		p := prompt.Prompt{Sections: []prompt.Section{
			prompt.TextSection(prompt.SectionYou, "Your name in this chat: \"Theo\"\nYour role: "+prompt.Quote(c.role)), prompt.ListSection(prompt.SectionPlayers, []string{"Theo", "Ann", "Bob", "Zoe"}),
			prompt.TextSection(prompt.SectionRoles, "1 seer (good), 1 doctor (good), 1 werewolf (evil), 1 villager (good)"), prompt.TranscriptSection(prompt.SectionTranscript, []prompt.Line{claim}),
			prompt.TextSection(sectionVote, stepTexts[c.step][""]), prompt.ChoiceSection(sectionChoices, choices),
		}}
		if c.role == "seer" {
			p.Sections = append(p.Sections, prompt.ListSection(prompt.SectionPrivate, []string{"Ann is not a werewolf."}))
			p.Sections[3] = prompt.TranscriptSection(prompt.SectionTranscript, []prompt.Line{{Number: 1, Name: "Bob", Text: "i'm the doctor"}})
		}
		a := inGame(chooseOne)(p.Parsed(), rand.New(rand.NewPCG(1, 1))).(chooseAnswer)
		best := slices.MaxFunc(a.Choices, func(x, y choiceShare) int { return cmp.Compare(x.Percent, y.Percent) })
		if got := choices[slices.IndexFunc(choices, func(x prompt.Choice) bool { return x.Key == best.Key })].Player; got != c.want {
			t.Errorf("the %s names %s in the step %s; want %s: %v", c.role, got, c.step, c.want, a.Choices)
		}
	}
}
