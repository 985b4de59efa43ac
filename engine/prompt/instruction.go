package prompt

import (
	"embed"
	"strings"
)

//go:embed prompts
var prompts embed.FS

// unsentText says what may become of the unsent line, and writtenText what the fields of Written
// mean.
var unsentText, writtenText = file(prompts, "unsent"), file(prompts, "written")

// writtenMark stands for writtenText in the prompt of a task that writes a line.
const writtenMark = "{written}"

// Instruction returns the text of the file prompts/<name>.txt without its last line break.
func Instruction(files embed.FS, name string) string {
	return strings.ReplaceAll(file(files, name), writtenMark, writtenText)
}

func file(files embed.FS, name string) string {
	b, err := files.ReadFile("prompts/" + name + ".txt")
	if err != nil {
		panic("prompt: " + err.Error()) // embedded at build time
	}
	return strings.TrimSuffix(string(b), "\n")
}

// Instructions returns a strategy's texts and the fixed ones of shared sections, for the mouth.
func Instructions(own ...string) []string {
	return append(own, nextMain+readByAll, channelsIntro, dataNotOrders, questionsIntro, pendingLine+pendingAnswers, pendingRest, unsentText, readsText)
}
