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

// GoldenPrompt compares a prompt with a file of testdata.
func GoldenPrompt(t testing.TB, name string, p prompt.Prompt) {
	t.Helper()
	goldentest.File(t, "testdata/"+name+".txt", PromptText(p))
}
