package thought

import (
	"context"
	_ "embed"
	"encoding/json"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

//go:embed prompts/rewrite.txt
var rewriteText string

//go:embed prompts/reasons.json
var reasonsJSON []byte

// reasons tell a model what was wrong with a text, by the rule that refused it.
var reasons = func() (all map[string]string) {
	if err := json.Unmarshal(reasonsJSON, &all); err != nil {
		panic("thought: prompts/reasons.json: " + err.Error()) // embedded at build time
	}
	return all
}()

// The sections that the prompt of a rewrite has in addition to the shared ones.
const (
	sectionRefused = "refused text"
	sectionReason  = "reason"
)

type rewriteAnswer struct {
	Text string `json:"text"`
}

// rewrite asks for another wording of a text that the mouth has refused. The model is told why.
func rewrite(ctx context.Context, v session.View, ask prompt.Asker) (session.Finding, error) {
	if v.Draft == nil {
		return session.Rewritten{}, nil
	}
	var a rewriteAnswer
	draft := *v.Draft // the newest view may lack it
	seen := int64(0)
	err := ask.Ask(ctx, prompt.Newest(ask, v, func(v session.View) prompt.Prompt {
		seen = v.LastHere()
		return rewritePrompt(v, draft)
	}), &a)
	if err != nil {
		return nil, err
	}
	return session.Rewritten{Text: a.Text, Seen: seen, Instructions: []string{rewriteText, reasons[draft.Rule]}}, nil
}

func rewritePrompt(v session.View, draft session.Draft) prompt.Prompt {
	sections := append(append(append(prompt.Shared(v), prompt.Style(v)...), prompt.Own(v)...), prompt.Next(v))
	sections = append(append(sections, prompt.Conversation(v)...), prompt.Time(v),
		prompt.ListSection(sectionRefused, []string{draft.Text}), prompt.TextSection(sectionReason, reasons[draft.Rule]))
	return prompt.Prompt{Task: session.KindRewrite, Role: prompt.RoleReply, Instruction: strings.TrimSuffix(rewriteText, "\n"), Sections: sections}
}
