package thought

import (
	"context"
	_ "embed"
	"slices"
	"strings"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

//go:embed prompts/summary.txt
var summaryText string

type summaryAnswer struct {
	Summary string `json:"summary"`
}

// summarise retells the messages after the current summary, up to the wanted one. Its prompt has no
// rules, persona or private information, so that these cannot get into a summary. Every other
// prompt has them anyway.
func summarise(ctx context.Context, v game.View, w game.Want, ask prompt.Asker) (game.Finding, error) {
	older := slices.DeleteFunc(slices.Clone(v.After(v.Summary.UpTo)), func(m game.Message) bool { return m.Seq > w.BasedOn })
	sections := append([]prompt.Section{prompt.You(v), prompt.Players(v)}, prompt.Summary(v)...)
	var a summaryAnswer
	err := ask.Ask(ctx, prompt.Prompt{
		Task: game.KindSummary, Role: prompt.RoleAnalysis, Instruction: strings.TrimSuffix(summaryText, "\n"),
		Sections: append(sections, prompt.TranscriptSection(prompt.SectionTranscript, prompt.TranscriptLines(v, older))),
	}, &a)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(a.Summary) == "" {
		return nil, &prompt.Error{Code: prompt.AnswerEmpty}
	}
	return game.Summarised{Text: a.Summary}, nil
}
