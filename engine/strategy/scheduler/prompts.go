package scheduler

import (
	"embed"
	"strings"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

//go:embed prompts
var prompts embed.FS

// text returns a prompt file without its last line break.
func text(name string) string {
	b, err := prompts.ReadFile("prompts/" + name + ".txt")
	if err != nil {
		panic("scheduler: " + err.Error()) // embedded at build time
	}
	return strings.TrimSuffix(string(b), "\n")
}

const (
	sectionManner  = "manner"
	sectionBalance = "balance"
)

var (
	whenText   = text("when")
	whatText   = text("what")
	mannerText = text("manner")
	balances   = map[string]string{talk: text(talk), listen: text(listen)}
)

// Instructions implements game.Instructed.
func (s *Scheduler) Instructions() []string {
	return []string{mannerText, whenText, whatText, balances[talk], balances[listen]}
}

// whenPrompt asks whether to speak now.
func whenPrompt(v game.View, balance string) prompt.Prompt {
	return prompt.Prompt{
		Task: "scheduler.when", Role: prompt.RoleDecision, Instruction: whenText,
		Sections: append(shared(v), prompt.Text(sectionBalance, balances[balance])),
	}
}

// whatPrompt asks for the message.
func whatPrompt(v game.View, balance string) prompt.Prompt {
	return prompt.Prompt{
		Task: "scheduler.what", Role: prompt.RoleReply, Instruction: whatText,
		Sections: append(shared(v), prompt.Text(sectionBalance, balances[balance])),
	}
}

func shared(v game.View) []prompt.Section {
	sections := append([]prompt.Section{}, prompt.Text(sectionManner, mannerText))
	sections = append(sections, prompt.Shared(v)...)
	return append(append(sections, prompt.Style(v)...), prompt.Own(v), prompt.Time(v))
}
