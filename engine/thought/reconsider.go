package thought

import (
	"context"
	_ "embed"
	"slices"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

//go:embed prompts/reconsider.txt
var reconsiderText string

// reconsiderTokens is the length of an answer: one line, with the JSON around it.
const reconsiderTokens = 80

// reconsiderLines is how many lines of the chat the prompt shows. A glance goes no further up.
const reconsiderLines = 12

type reconsiderAnswer struct {
	Do   string `json:"do" enum:"keep,replace,drop"`
	Text string `json:"text"`
}

// reconsider asks whether the plan still fits the chat.
func reconsider(ctx context.Context, v session.View, ask prompt.Asker) (session.Finding, error) {
	if v.Plan == nil {
		return session.Reconsidered{}, nil
	}
	found := session.Reconsidered{PlanID: v.Plan.ID, Instructions: []string{reconsiderText}}
	plan := v.Plan // the newest view may hold another one, or none
	var a reconsiderAnswer
	err := ask.Ask(ctx, prompt.Newest(ask, v, func(v session.View) prompt.Prompt {
		found.Seen = v.LastHere()
		v.Plan = plan
		return reconsiderPrompt(v)
	}), &a)
	if err != nil {
		return nil, err
	}
	found.Look, found.Text = session.Look(a.Do), strings.TrimSpace(a.Text)
	return found, nil
}

func reconsiderPrompt(v session.View) prompt.Prompt {
	return prompt.Prompt{
		Task: session.KindReconsider, Role: prompt.RoleReflex, AnswerTokens: reconsiderTokens,
		Instruction: strings.TrimSuffix(reconsiderText, "\n"), Sections: unsent(v),
	}
}

// unsent returns the sections of a prompt about the unsent line.
func unsent(v session.View) []prompt.Section {
	lines := v.Window()
	lines = lines[max(0, len(lines)-reconsiderLines):]
	return slices.Concat([]prompt.Section{prompt.You(v)}, prompt.Person(v), prompt.Channels(v),
		[]prompt.Section{prompt.Players(v), prompt.TranscriptSection(prompt.SectionTranscript, prompt.TranscriptLines(v, lines))},
		prompt.Style(v), []prompt.Section{prompt.Next(v)}, prompt.Conversation(v))
}
