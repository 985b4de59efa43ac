package tom

import (
	"embed"
	"fmt"
	"maps"
	"slices"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

//go:embed prompts
var prompts embed.FS

func text(name string) string { return prompt.Instruction(prompts, name) }

var (
	mannerText      = text("manner")
	preferencesText = text("preferences")
	// instructions are what each task tells the model.
	instructions = map[string]string{
		taskReflex: text("reflex"), taskKnowledge: text("knowledge"), taskBeliefs: text("beliefs"),
		taskIntention: text("intention"), taskGoal: text("goal"), taskState: text("state"), taskMessage: text("message"),
		taskReserve: text("reserve"), taskSingle: text("single"),
	}
	// phases say what to do in each phase of play.
	phases = map[play]string{
		playChat: text("play_chat"), playSuspect: text("play_suspect"), playAccuse: text("play_accuse"), playRecruit: text("play_recruit"),
		playVote: text("play_vote"),
	}
)

// shownLines is how many messages the prompts of the mental state show (§3.2 and appendix A).
const shownLines = 15

// Bounds of the length of an answer, in tokens.
const (
	lineTokens    = 80  // a message with the JSON around it
	reasonTokens  = 160 // the reasoning of two sentences, two names and a word
	knownTokens   = 300 // the facts
	patternTokens = 40  // for each player
	beliefTokens  = 160 // for each player
)

// Instructions implements game.Instructed.
func (t *ToM) Instructions() []string {
	texts := []string{mannerText, t.preferences()}
	for _, task := range slices.Sorted(maps.Keys(instructions)) {
		texts = append(texts, instructions[task])
	}
	for _, p := range []play{playChat, playSuspect, playAccuse, playRecruit, playVote} {
		texts = append(texts, phases[p])
	}
	return prompt.Instructions(texts...)
}

// preferences returns what the bot wants and dislikes.
func (t *ToM) preferences() string {
	if t.options.Preferences != "" {
		return t.options.Preferences
	}
	return preferencesText
}

// linePrompt asks for a line to send. Sections that seldom change come first, so that servers can
// cache them.
func (t *ToM) linePrompt(v game.View, m mind, task string) prompt.Prompt {
	role := prompt.RoleReply
	if task == taskReflex {
		role = prompt.RoleReflex
	}
	p := prompt.Prompt{Task: task, Role: role, Instruction: instructions[task], AnswerTokens: lineTokens}
	p.Sections = append([]prompt.Section{prompt.TextSection(sectionManner, mannerText)}, prompt.Shared(v)...)
	p.Sections = append(p.Sections, prompt.Style(v)...)
	if t.options.ToM == on {
		p.Sections = append(p.Sections, t.state(v, m)...)
	}
	if task == taskReflex {
		p.Sections = append(p.Sections, latestSection(v, m))
	}
	p.Sections = append(append(append(p.Sections, prompt.Own(v)...), prompt.Next(v)), prompt.Conversation(v)...)
	p.Sections = append(p.Sections, prompt.Time(v))
	return p
}

// state returns the sections that show the mental state.
func (t *ToM) state(v game.View, m mind) []prompt.Section {
	return []prompt.Section{
		prompt.TextSection(sectionPreferences, t.preferences()), prompt.TextSection(sectionPlay, fmt.Sprintf("%s: %s", m.Play, phases[m.Play])),
		prompt.ListSection(sectionKnowledge, m.knowledge(v)), prompt.ListSection(sectionBeliefs, m.beliefs(v)), prompt.ListSection(sectionIntention, m.intention(v)),
		prompt.ListSection(sectionLastGoals, m.LastGoals), prompt.ListSection(sectionGoal, m.goals()),
	}
}

// latestSection returns the section of the messages that the state does not know yet. It has at
// most as many as the stages see.
func latestSection(v game.View, m mind) prompt.Section {
	newest := v.After(m.UpTo)
	return prompt.TranscriptSection(sectionLatest, prompt.TranscriptLines(v, newest[max(0, len(newest)-shownLines):]))
}

// statePrompt asks for one stage of the mental state, or for all stages.
func (t *ToM) statePrompt(v game.View, m mind, task string) prompt.Prompt {
	players := len(v.OtherPlayers())
	role, tokens := prompt.RoleAnalysis, knownTokens+patternTokens*players
	switch task {
	case taskBeliefs:
		tokens = beliefTokens * max(1, players)
	case taskIntention, taskGoal:
		role, tokens = prompt.RoleDecision, reasonTokens
	case taskState:
		tokens += beliefTokens*players + reasonTokens
	}
	v.Summary = game.Summary{}
	lines := v.Messages[max(0, len(v.Messages)-shownLines):]
	sections := prompt.SharedWith(v, prompt.TranscriptLines(v, lines))
	sections = append(append(sections, t.state(v, m)...), latestSection(v, m), prompt.Next(v))
	sections = append(append(sections, prompt.Conversation(v)...), prompt.Time(v))
	return prompt.Prompt{Task: task, Role: role, Instruction: instructions[task], AnswerTokens: tokens, Sections: sections}
}
