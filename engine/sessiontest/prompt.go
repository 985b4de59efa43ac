package sessiontest

import (
	"testing"

	"ringer/engine/goldentest"
	"ringer/engine/prompt"
)

// PromptText returns a prompt as a model gets it.
func PromptText(p prompt.Prompt) string {
	r := p.Render()
	return r.System + "-----\n" + r.User
}

// mostTokens is how long a prompt may be at message 20 of a game of three, by its role, counted as
// four bytes a token.
var mostTokens = map[prompt.ModelRole]int{prompt.RoleReflex: 700, prompt.RoleDecision: 700, prompt.RoleReply: 1200, prompt.RoleAnalysis: 1600}

// GoldenPrompt compares a prompt with a file of testdata, and bounds its length.
func GoldenPrompt(t testing.TB, name string, p prompt.Prompt) {
	t.Helper()
	goldentest.File(t, "testdata/"+name+".txt", PromptText(p))
	Fits(t, name, p)
}

// Fits checks that a prompt is short enough: a small model loses the middle of a long one.
func Fits(t testing.TB, name string, p prompt.Prompt) {
	t.Helper()
	if text, most := PromptText(p), mostTokens[p.Role]; len(text)/4 > most {
		t.Errorf("%s has %d tokens, more than %d:\n%s", name, len(text)/4, most, text)
	}
}
