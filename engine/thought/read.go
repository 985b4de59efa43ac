package thought

import (
	"context"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// readContext is how many lines of the chat the prompt shows before the first line to read.
const readContext = 6

// readAnswer has the form of prompt.Reads, but the field must be there: the call is for nothing
// else.
type readAnswer struct {
	Read []prompt.LineRead `json:"read"`
}

// Read asks what lines of one channel are, the newest last. All bots of a game get the answer, so
// the prompt shows nothing of a seat: only the players and the lines around them.
func Read(ctx context.Context, v session.View, lines []session.Message, ask prompt.Asker) ([]session.Reading, error) {
	var a readAnswer
	if len(lines) == 0 {
		return nil, nil
	}
	if err := ask.Ask(ctx, readPrompt(v, lines), &a); err != nil {
		return nil, err
	}
	return prompt.Readings(v, a.Read), nil
}

func readPrompt(v session.View, lines []session.Message) prompt.Prompt {
	first, last := lines[0], lines[len(lines)-1]
	var shown []session.Message
	before := 0
	for _, m := range v.Messages {
		if m.Channel == first.Channel && m.Seq <= last.Seq {
			shown = append(shown, m)
			if m.Seq < first.Seq {
				before++
			}
		}
	}
	shown = shown[max(0, before-readContext):]
	transcript := prompt.Unmarked(prompt.TranscriptLines(v, shown))
	for i := range transcript {
		transcript[i].Channel, transcript[i].Private = "", false
	}
	return prompt.Prompt{
		Task: session.KindRead, Role: prompt.RoleReflex, AnswerTokens: prompt.ReadTokens * (1 + len(lines)), Instruction: instruction("read"),
		Sections: []prompt.Section{
			prompt.Players(v), prompt.TranscriptSection(prompt.SectionTranscript, transcript), prompt.TextSection(prompt.SectionRead, prompt.LineNumbers(lines)),
		},
	}
}
