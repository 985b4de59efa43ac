package scheduler

import (
	"embed"
	"slices"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

//go:embed prompts
var prompts embed.FS

func text(name string) string { return prompt.Instruction(prompts, name) }

const (
	sectionBalance = "balance"
	sectionDraft   = "your draft"
	sectionAvoid   = "for this line"
)

const (
	taskWhen  = "scheduler.when"
	taskWhat  = "scheduler.what"
	taskDraft = "scheduler.draft"
	taskPass  = "scheduler.pass"
)

var (
	whenText  = text("when")
	whatText  = text("what")
	draftText = text("draft")
	passText  = text("pass")
	balances  = map[string]string{talk: text(talk), listen: text(listen), answer: text(answer), even: text(even)}
)

const (
	askedBefore = "Your last line asked something. Ask nothing in this one."
	namedBefore = "Your last line named a player. Write no name in this one."
)

// Instructions implements session.Instructed.
func (s *Scheduler) Instructions() []string {
	return prompt.Instructions(whenText, whatText, draftText, passText, balances[talk], balances[listen], balances[answer], balances[even], askedBefore, namedBefore)
}

func whenPrompt(v session.View, b balance) prompt.Prompt {
	return prompt.Prompt{Task: taskWhen, Role: prompt.RoleDecision, Instruction: whenText, Sections: deciding(v, b)}
}

func draftPrompt(v session.View, b balance, line string) prompt.Prompt {
	v.Plan = nil // the draft is about its place already
	sections := append(deciding(v, b), prompt.ListSection(sectionDraft, []string{line}))
	return prompt.Prompt{Task: taskDraft, Role: prompt.RoleDecision, Instruction: draftText, Sections: sections}
}

// whatPrompt does not say the balance (A.3).
func (s *Scheduler) whatPrompt(v session.View) prompt.Prompt {
	return prompt.Prompt{Task: taskWhat, Role: prompt.RoleReply, Instruction: whatText, Sections: s.writing(v)}
}

func (s *Scheduler) passPrompt(v session.View, b balance) prompt.Prompt {
	sections := append(s.writing(v), prompt.TextSection(sectionBalance, b.text()))
	return prompt.Prompt{Task: taskPass, Role: prompt.RoleReply, Instruction: passText, Sections: sections}
}

func deciding(v session.View, b balance) []prompt.Section {
	sections := prompt.Watched(v)
	sections = append(append(sections, prompt.Next(v)), prompt.Conversation(v)...)
	return append(sections, prompt.Time(v), prompt.TextSection(sectionBalance, b.text()))
}

func (s *Scheduler) writing(v session.View) []prompt.Section {
	asked, named := v.AskedLast(), namedLast(v)
	var doubt, own []prompt.Section
	if s.options.Initiative {
		doubt, own = prompt.Doubt(v), prompt.Initiative(v, !asked, !named)
	}
	style := prompt.StyleWithin(v, prompt.Bounds{Own: own != nil})
	sections := slices.Concat(prompt.Shared(v), style, prompt.Own(v), []prompt.Section{prompt.Next(v)}, prompt.Conversation(v))
	return slices.Concat(append(sections, prompt.Time(v)), doubt, own, avoided(asked, named))
}

func namedLast(v session.View) bool {
	last, _ := v.LastOwn()
	return slices.ContainsFunc(v.OtherPlayers(), func(p session.Player) bool { return v.Mentions(last.Text, p.ID) })
}

// avoided returns what the next line should avoid. Small models ask back and name somebody in most
// of their lines.
func avoided(asked, named bool) []prompt.Section {
	var avoid []string
	if asked {
		avoid = append(avoid, askedBefore)
	}
	if named {
		avoid = append(avoid, namedBefore)
	}
	if len(avoid) == 0 {
		return nil
	}
	return []prompt.Section{prompt.TextSection(sectionAvoid, strings.Join(avoid, "\n"))}
}
