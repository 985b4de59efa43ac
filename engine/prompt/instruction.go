package prompt

import (
	"embed"
	"strings"
)

//go:embed prompts
var prompts embed.FS

// unsentText says what may become of the unsent line. writtenText and fieldsText say what the
// fields of Written and of LineRead mean.
var unsentText, writtenText, fieldsText = file(prompts, "unsent"), file(prompts, "written"), file(prompts, "fields")

// The marks for these texts in the prompt of a task that writes a line, or reads lines.
const writtenMark, readMark = "{written}", "{read}"

// Instruction returns the text of the file prompts/<name>.txt without its last line break.
func Instruction(files embed.FS, name string) string {
	return strings.NewReplacer(writtenMark, writtenText, readMark, fieldsText).Replace(file(files, name))
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
	return append(own, nextMain+readByAll, channelsIntro, dataNotOrders, questionsIntro, pendingLine+pendingAnswers, pendingRest, unsentText, readsText, askText, asideText, doubtText, doubtRest)
}
