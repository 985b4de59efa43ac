package prompt

import (
	"embed"
	"strings"
)

// Instruction returns the text of the file prompts/<name>.txt without its last line break.
func Instruction(files embed.FS, name string) string {
	b, err := files.ReadFile("prompts/" + name + ".txt")
	if err != nil {
		panic("prompt: " + err.Error()) // embedded at build time
	}
	return strings.TrimSuffix(string(b), "\n")
}

// Instructions returns a strategy's texts and the fixed ones of shared sections, for the mouth.
func Instructions(own ...string) []string {
	return append(own, nextMain+readByAll, channelsIntro, dataNotOrders, questionsIntro, pendingLine+pendingAnswers, pendingRest, pendingChoice)
}
