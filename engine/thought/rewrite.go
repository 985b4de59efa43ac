package thought

import (
	"context"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// reasons tell a model what was wrong with a text, by the rule that refused it.
var reasons = table[map[string]string]("reasons")

// The sections that the prompt of a rewrite has in addition to the shared ones.
const (
	sectionRefused = "refused text"
	sectionReason  = "reason"
)

// rewrite asks for another wording of a text that the mouth has refused. The model is told why.
func rewrite(ctx context.Context, v session.View, ask prompt.Asker) (session.Finding, error) {
	if v.Draft == nil {
		return session.Rewritten{}, nil
	}
	var a prompt.Written
	var edit session.Edit
	draft := *v.Draft // the newest view may lack it
	err := ask.Ask(ctx, prompt.Newest(ask, v, func(v session.View) prompt.Prompt {
		edit.Seen = v.LastHere()
		return rewritePrompt(v, draft)
	}), &a)
	if err != nil {
		return nil, err
	}
	edit.Text, edit.Answers, edit.Instructions = a.Text, a.AnsweredSeq(v), []string{instruction("rewrite"), reasons[draft.Rule]}
	return session.Rewritten{Edit: edit}, nil
}

func rewritePrompt(v session.View, draft session.Draft) prompt.Prompt {
	v.Plan = nil // the answer takes the place of a line that waits, whatever becomes of that
	sections := append(append(append(prompt.Shared(v), prompt.Style(v)...), prompt.Own(v)...), prompt.Next(v))
	sections = append(append(sections, prompt.Conversation(v)...), prompt.Time(v),
		prompt.ListSection(sectionRefused, []string{draft.Text}), prompt.TextSection(sectionReason, reasons[draft.Rule]))
	return prompt.Prompt{Task: session.KindRewrite, Role: prompt.RoleReply, Instruction: instruction("rewrite"), Sections: sections}
}
