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
	originText    = text("origin")
)

// Tokens that an answer may need: what people write in such a chat takes some 20, with the JSON around it 60; the sides of a message are
// four short sentences and a few names.
const (
	lineTokens     = 60
	analysisTokens = 220
)

// Instructions implements game.Instructed.
func (f *FourMind) Instructions() []string {
	return []string{guideText, lookaheadText, analysisText, appraisalText, objectiveText, f.origin()}
}

func (f *FourMind) origin() string { return fmt.Sprintf(originText, f.options.Origin) }

// shared returns the sections that the bot's own prompts begin with. What changes least comes first.
func (f *FourMind) shared(v game.View) []prompt.Section {
	if v.Config.Persona == "" {
		v.Config.Persona = f.origin()
	}
	lines := prompt.AnnotatedLines(v)
	if f.options.Age {
		lines = prompt.AgedLines(lines, v.Now)
	}
	return append([]prompt.Section{prompt.TextSection(sectionGuide, guideText)}, prompt.SharedWith(v, lines)...)
}

// lookaheadPrompt asks how the chat goes on.
func (f *FourMind) lookaheadPrompt(v game.View, first bool) prompt.Prompt {
	n := f.options.Simulated
	return prompt.Prompt{
		Task: taskLookahead, Role: prompt.RoleReply, Instruction: lookaheadText, AnswerTokens: 2 * lineTokens * n,
		Sections: append(append(f.shared(v), prompt.Style(v)...),
			f.pursue(v, readMind(v).Objective).section(v), prompt.Own(v), prompt.TextSection(sectionAhead, aheadText(v, n, first)), prompt.Time(v)),
	}
}

// aheadText says how the chat is to be continued, in lines that skills read: how many messages, who is first and, in a phase in which not all may
// write where the bot does, who may.
func aheadText(v game.View, n int, first bool) string {
	by := "anybody"
	if first {
		by = prompt.Quote(v.Me.Name)
	}
	lines := fmt.Sprintf("Messages to write: %d\nThe first is by: %s", n, by)
	if able := writers(v); len(able) < len(v.Active()) {
		lines += "\nOnly these may write: " + strings.Join(able, ", ")
	}
	return lines
}

// writers returns the quoted names of those who may write in this phase, in the channel that the bot writes in.
func writers(v game.View) (names []string) {
	roster := v.Roster()
	for _, p := range v.Active() {
		if roster.MaySpeak(p.ID) && roster.Sees(p.ID, roster.Current().Channel) {
			names = append(names, prompt.Quote(p.Name))
		}
	}
	return names
}

// appraisalPrompt asks how much the chat doubts each player.
func (f *FourMind) appraisalPrompt(v game.View) prompt.Prompt {
	return prompt.Prompt{
		Task: taskAppraisal, Role: prompt.RoleAnalysis, Instruction: appraisalText, AnswerTokens: lineTokens * max(4, len(v.Players)),
		Sections: f.shared(v),
	}
}

// analysisPrompt asks for the sides of messages. Nothing in it hangs on which player is the bot (§3.3).
func analysisPrompt(v game.View, pending []game.Message) prompt.Prompt {
	first := slices.IndexFunc(v.Messages, func(m game.Message) bool { return m.Seq == pending[0].Seq })
	around := v.Messages[max(0, first-contextBefore):min(len(v.Messages), first+analysed)]
	return prompt.Prompt{
		Task: taskAnalysis, Role: prompt.RoleAnalysis, Instruction: analysisText, AnswerTokens: analysisTokens * len(pending),
		Sections: []prompt.Section{
			prompt.Rules(v), prompt.Players(v), prompt.TranscriptSection(prompt.SectionTranscript, prompt.TranscriptLines(around)),
			prompt.TranscriptSection(sectionAnalyse, prompt.TranscriptLines(pending)),
		},
	}
}
