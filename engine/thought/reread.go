package thought

import (
	"context"
	"strings"

	"ringer/engine/mouth"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/suspicion"
)

// rereadAbove is the log-odds from which a line is written once more: at even odds it already reads
// more like a machine's than nine in ten lines of people.
const rereadAbove = 0

// rereadFrom is how many words such a line has at least: without the word that gives it away a
// shorter one has nothing to say.
const rereadFrom = 3

const sectionTells = "what gives it away"

// reread scores the plan on its own, since another text changes nothing of what was said before. A
// model's new text is used only if it reads less like a machine's and keeps the sense.
func reread(ctx context.Context, v session.View, classifier *suspicion.Weights, ask prompt.Asker) (session.Finding, error) {
	if v.Plan == nil || classifier == nil {
		return session.Reread{}, nil
	}
	reader := classifier.Reader(session.Names(v.Players))
	found := session.Reread{Edit: session.Edit{PlanID: v.Plan.ID}, PlanScore: session.PlanScore{Weights: classifier.Version(), Text: session.InOneLine(v.Plan.Lines())}}
	score := func(text string) float64 { return session.Round(reader.Alone(own(v, text))) }
	found.LogOdds = score(found.PlanScore.Text)
	if words := len(strings.Fields(found.PlanScore.Text)); found.LogOdds <= rereadAbove || words < rereadFrom && v.Config.Generation > 2 {
		return found, nil
	}
	if found.Because = reader.Because(own(v, found.PlanScore.Text), v.Others()); found.Because == nil {
		return found, nil // nobody could say what to change
	}
	var a prompt.Written
	edit, err := askOfPlan(ctx, v, ask, func(v session.View) prompt.Prompt { return rereadPrompt(v, found.Because) }, &a)
	if err != nil {
		return nil, err
	}
	a.Text = session.OneLine(a.Text)
	found.Edit = written(v, edit, a)
	if found.Edit.Text == "" {
		return found, nil
	}
	rewritten, room := score(found.Edit.Text), mouth.Room{Names: session.Names(v.Players)}
	if found.Rewritten = &rewritten; rewritten >= found.LogOdds || v.Config.Generation > 0 && !room.KeepsSense(found.PlanScore.Text, found.Edit.Text) {
		found.Edit.Text = ""
	}
	return found, nil
}

func own(v session.View, text string) suspicion.Line {
	return suspicion.Line{Sender: v.Me.ID, Text: text, Gap: -1}
}

func rereadPrompt(v session.View, because []string) prompt.Prompt {
	return prompt.Prompt{
		Task: session.KindReread, Role: prompt.RoleReflex, AnswerTokens: reconsiderTokens, Instruction: instruction("reread"), Sections: append(unsent(v), prompt.ListSection(sectionTells, because)),
	}
}
