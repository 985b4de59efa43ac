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

// Instructions returns the texts of a strategy's prompts, and the fixed texts of the shared
// sections. The mouth refuses a message that reads one of them out.
func Instructions(own ...string) []string {
	return append(own, nextMain+readByAll, channelsIntro, dataNotOrders, questionsIntro, pendingLine+pendingAnswers, pendingRest, pendingChoice)
}
