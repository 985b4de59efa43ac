package thought

import (
	"context"
	_ "embed"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/suspicion"
)

//go:embed prompts/reread.txt
var rereadText string

// rereadAbove is the log-odds from which a line is written once more: at even odds it already reads
// more like a machine's than nine in ten lines of people.
const rereadAbove = 0

// sectionTells is the section that says why a line reads like a machine's.
const sectionTells = "what gives it away"

type rereadAnswer struct {
	Text string `json:"text"`
}

// reread scores the plan on its own, since another text changes nothing of what was said before. A
// model writes a text that reads like a machine's once more. The new text is used only if it reads
// less like one.
func reread(ctx context.Context, v session.View, classifier *suspicion.Weights, ask prompt.Asker) (session.Finding, error) {
	if v.Plan == nil || classifier == nil {
		return session.Reread{}, nil
	}
	plan, reader := v.Plan, classifier.Reader(session.Names(v.Players)) // the newest view may hold another plan, or none
	found := session.Reread{PlanID: plan.ID, Instructions: []string{rereadText}}
	found.Reading = session.Reading{Weights: classifier.Version(), Text: session.InOneLine(plan.Lines())}
	score := func(text string) float64 { return session.Round(reader.Alone(own(v, text))) }
	if found.LogOdds = score(found.Reading.Text); found.LogOdds <= rereadAbove {
		return found, nil
	}
	if found.Because = reader.Because(own(v, found.Reading.Text), v.Others()); found.Because == nil {
		return found, nil // nobody could say what to change
	}
	var a rereadAnswer
	err := ask.Ask(ctx, prompt.Newest(ask, v, func(v session.View) prompt.Prompt {
		found.Seen = v.LastHere()
		v.Plan = plan
		return rereadPrompt(v, found.Because)
	}), &a)
	if err != nil {
		return nil, err
	}
	text := session.OneLine(a.Text)
	if strings.TrimSpace(text) == "" {
		return found, nil
	}
	rewritten := score(text)
	if found.Rewritten = &rewritten; rewritten < found.LogOdds {
		found.Text = text
	}
	return found, nil
}

// own returns a text as a line of the bot.
func own(v session.View, text string) suspicion.Line {
	return suspicion.Line{Sender: v.Me.ID, Text: text, Gap: -1}
}

func rereadPrompt(v session.View, because []string) prompt.Prompt {
	return prompt.Prompt{
		Task: session.KindReread, Role: prompt.RoleReflex, AnswerTokens: reconsiderTokens, Instruction: strings.TrimSuffix(rereadText, "\n"), Sections: append(unsent(v), prompt.ListSection(sectionTells, because)),
	}
}
