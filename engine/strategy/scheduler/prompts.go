package scheduler

import (
	"embed"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

//go:embed prompts
var prompts embed.FS

func text(name string) string { return prompt.Instruction(prompts, name) }

const (
	sectionManner  = "manner"
	sectionBalance = "balance"
)

var (
	whenText   = text("when")
	whatText   = text("what")
	mannerText = text("manner")
	balances   = map[string]string{talk: text(talk), listen: text(listen), answer: text(answer)}
)

// Instructions implements game.Instructed.
func (s *Scheduler) Instructions() []string {
	return prompt.Instructions(mannerText, whenText, whatText, balances[talk], balances[listen], balances[answer])
}

// whenPrompt is the first stage: whether to speak now.
func whenPrompt(shared []prompt.Section) prompt.Prompt {
	return prompt.Prompt{Task: "scheduler.when", Role: prompt.RoleDecision, Instruction: whenText, Sections: shared}
}

// whatPrompt is the second stage: the message.
func whatPrompt(shared []prompt.Section) prompt.Prompt {
	return prompt.Prompt{Task: "scheduler.what", Role: prompt.RoleReply, Instruction: whatText, Sections: shared}
}

// shared returns the sections of both stages.
func shared(v game.View, balance string) []prompt.Section {
	sections := append([]prompt.Section{}, prompt.TextSection(sectionManner, mannerText))
	sections = append(sections, prompt.Shared(v)...)
	sections = append(sections, prompt.Style(v)...)
	sections = append(append(append(sections, prompt.Own(v)...), prompt.Next(v)), prompt.Conversation(v)...)
	return append(sections, prompt.Time(v), prompt.TextSection(sectionBalance, balances[balance]))
}
