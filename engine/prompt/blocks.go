package prompt

import (
	"strings"

	"ringer/engine/game"
)

// The names of the shared sections.
const (
	SectionRules      = "rules"
	SectionYou        = "you"
	SectionPersona    = "persona"
	SectionPrivate    = "private"
	SectionPlayers    = "players"
	SectionTranscript = "transcript"
	SectionOwn        = "your own lines"
	SectionTime       = "time"
)

// WindowMessages bounds the transcript of a prompt. The window moves in blocks of half its length: it drops the oldest
// block at once and then grows again, so that the start of the prompt, which a server caches, stays the same in between.
const WindowMessages = 80

// Window returns the messages that a prompt shows, the last of all that have been said.
func Window(messages []game.Message, said int) []game.Message {
	const block = WindowMessages / 2
	start := max(0, (said/block-1)*block)
	return messages[max(0, len(messages)-(said-start)):]
}

// Shared returns the sections that every prompt of a session begins with, from rules to transcript.
func Shared(v game.View) []Section {
	rules := v.Config.Game.RulesText
	if rules == "" {
		preset, _ := game.Rules(v.Config.Game.Rules)
		rules = preset.Text
	}
	sections := []Section{Text(SectionRules, rules), Text(SectionYou, you(v))}
	if v.Config.Persona != "" {
		sections = append(sections, Text(SectionPersona, v.Config.Persona))
	}
	if len(v.Private) > 0 {
		sections = append(sections, List(SectionPrivate, v.Private))
	}
	var names []string
	for _, p := range v.Active() {
		names = append(names, p.Name)
	}
	return append(sections, List(SectionPlayers, names), Transcript(SectionTranscript, Lines(Window(v.Messages, v.Said))))
}

// you says who the bot is.
func you(v game.View) string {
	var b strings.Builder
	b.WriteString("Your name in this chat: ")
	quote(&b, v.Me.Name)
	if v.Config.Bot.Role != "" {
		b.WriteString("\nYour role: ")
		quote(&b, v.Config.Bot.Role)
	}
	b.WriteString("\nThe language of this chat: " + v.Config.Language)
	if v.Config.Objective != "" {
		b.WriteString("\nWhat you want here: ")
		quote(&b, v.Config.Objective)
	}
	return b.String()
}

// Name returns the bot's name from a parsed prompt.
func (p Parsed) Name() string {
	first, _, _ := strings.Cut(p.Text(SectionYou), "\n")
	_, quoted, _ := strings.Cut(first, ": ")
	name, _, _ := unquote(quoted)
	return name
}
