package thought

import (
	"context"
	"slices"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// reconsiderTokens is the length of an answer: one line, with the JSON around it.
const reconsiderTokens = 80

// reconsiderLines is how many lines of the chat the prompt shows. A glance goes no further up.
const reconsiderLines = 8

func reconsider(ctx context.Context, v session.View, ask prompt.Asker) (session.Finding, error) {
	if v.Plan == nil {
		return session.Reconsidered{}, nil
	}
	var a prompt.ReadWritten
	edit, err := askOfPlan(ctx, v, ask, reconsiderPrompt, &a)
	if err != nil {
		return nil, err
	}
	return session.Reconsidered{Edit: written(v, edit, a.Written)}, nil
}

// written returns an edit with what the model has answered.
func written(v session.View, edit session.Edit, a prompt.Written) session.Edit {
	edit.Unsent, edit.Answers, edit.Text = a.Unsent, a.AnsweredSeq(v), strings.TrimSpace(a.Text)
	return edit
}

// askOfPlan asks about the plan. The prompt is written from the newest view.
func askOfPlan(ctx context.Context, v session.View, ask prompt.Asker, write func(session.View) prompt.Prompt, answer any) (session.Edit, error) {
	plan := v.Plan // the newest view may hold another one, or none
	edit := session.Edit{PlanID: plan.ID}
	err := ask.Ask(ctx, prompt.Newest(ask, v, func(v session.View) prompt.Prompt {
		edit.Seen, v.Plan = v.LastHere(), plan
		p := write(v)
		edit.Instructions = []string{p.Instruction}
		return p
	}), answer)
	return edit, err
}

func reconsiderPrompt(v session.View) prompt.Prompt {
	return prompt.Prompt{
		Task: session.KindReconsider, Role: prompt.RoleReflex, AnswerTokens: reconsiderTokens,
		Instruction: instruction("reconsider"), Sections: unsent(v),
	}
}

func unsent(v session.View) []prompt.Section {
	lines := v.Window()
	lines = lines[max(0, len(lines)-reconsiderLines):]
	about := []prompt.Section{prompt.You(v)}
	if prompt.AsksRules(v) {
		about = append(about, prompt.Rules(v))
	}
	if len(v.Private) > 0 {
		about = append(about, prompt.ListSection(prompt.SectionPrivate, v.Private))
	}
	return slices.Concat(about, prompt.Person(v), prompt.Channels(v),
		[]prompt.Section{prompt.Players(v), prompt.TranscriptSection(prompt.SectionTranscript, prompt.TranscriptLines(v, lines))},
		prompt.Style(v), []prompt.Section{prompt.Next(v)}, prompt.Conversation(v))
}
