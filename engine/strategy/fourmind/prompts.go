package fourmind

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

//go:embed prompts
var prompts embed.FS

func text(name string) string { return prompt.Instruction(prompts, name) }

var (
	guideText     = text("guide")
	lookaheadText = text("lookahead")
	analysisText  = text("analysis")
	appraisalText = text("appraisal")
	objectiveText = text("objective")
)

// Bounds of the length of an answer, in tokens.
const (
	// lineTokens is for one message: about 20 for what people write in such a chat, the others for
	// the JSON around it.
	lineTokens = 60
	// analysisTokens is for one analysis: four short sentences and a few names.
	analysisTokens = 220
)

// Instructions implements game.Instructed.
func (f *FourMind) Instructions() []string {
	return prompt.Instructions(guideText, lookaheadText, analysisText, appraisalText, objectiveText)
}

// Origin implements game.Native.
func (f *FourMind) Origin() game.Biography { return game.Biography{Town: f.options.Origin} }

// shared returns the sections at the start of all prompts except analysisPrompt. Sections that
// seldom change come first, so that servers can cache them.
func (f *FourMind) shared(v game.View) []prompt.Section {
	lines := prompt.AnnotatedLines(v)
	if f.options.Age {
		lines = prompt.AgedLines(lines, v.Now)
	}
	return append([]prompt.Section{prompt.TextSection(sectionGuide, guideText)}, prompt.SharedWith(v, lines)...)
}

// lookaheadPrompt asks for a continuation of the chat.
func (f *FourMind) lookaheadPrompt(v game.View, first bool) prompt.Prompt {
	n := f.options.Simulated
	var m struct { // the rest of the mind takes longer to decode
		Objective objective `json:"objective"`
	}
	v.ReadMind(&m)
	sections := append(append(f.shared(v), prompt.Style(v)...),
		f.currentObjective(v, m.Objective).section(v))
	sections = append(append(sections, prompt.Own(v)...), prompt.TextSection(sectionAhead, aheadText(v, n, first)), prompt.Next(v))
	return prompt.Prompt{
		Task: taskLookahead, Role: prompt.RoleReply, Instruction: lookaheadText, AnswerTokens: 2 * lineTokens * n,
		Sections: append(append(sections, prompt.Conversation(v)...), prompt.Time(v)),
	}
}

// aheadText tells the model how many messages to write and who is first. If not all players may
// write in the bot's channel in this phase, it names those who may. readAhead reads these lines.
func aheadText(v game.View, n int, first bool) string {
	by := "anybody"
	if first {
		by = prompt.Quote(v.Me.Name)
	}
	lines := fmt.Sprintf("Messages to write: %d\nThe first is by: %s", n, by)
	if names := writers(v); len(names) < len(v.Active()) {
		lines += "\nOnly these may write: " + strings.Join(names, ", ")
	}
	return lines
}

// writers returns the quoted names of the players who may write now in the bot's channel.
func writers(v game.View) (names []string) {
	roster := v.Roster()
	for _, p := range v.Active() {
		if roster.MaySpeak(p.ID) {
			names = append(names, prompt.Quote(p.Name))
		}
	}
	return names
}

// appraisalPrompt asks how much the chat doubts each player.
func (f *FourMind) appraisalPrompt(v game.View) prompt.Prompt {
	return prompt.Prompt{
		Task: taskAppraisal, Role: prompt.RoleAnalysis, Instruction: appraisalText, AnswerTokens: lineTokens * min(max(4, len(v.Players)), game.MaxPlayers),
		Sections: append(f.shared(v), prompt.Next(v)),
	}
}

// analysisPrompt asks for the four sides of messages. It is the same whichever player is the bot
// (§3.3).
func analysisPrompt(v game.View, pending []game.Message) prompt.Prompt {
	first := slices.IndexFunc(v.Messages, func(m game.Message) bool { return m.Seq == pending[0].Seq })
	around := v.Messages[max(0, first-contextBefore):min(len(v.Messages), first+analysisWindow)]
	return prompt.Prompt{
		Task: taskAnalysis, Role: prompt.RoleAnalysis, Instruction: analysisText, AnswerTokens: analysisTokens * len(pending),
		Sections: append(append([]prompt.Section{prompt.Rules(v)}, prompt.Channels(v)...),
			prompt.Players(v), prompt.TranscriptSection(prompt.SectionTranscript, prompt.Unmarked(prompt.TranscriptLines(v, around))),
			prompt.TranscriptSection(sectionAnalyse, prompt.Unmarked(prompt.TranscriptLines(v, pending))), prompt.Next(v)),
	}
}
