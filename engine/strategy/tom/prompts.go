package tom

import (
	"cmp"
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

//go:embed prompts
var prompts embed.FS

func text(name string) string { return prompt.Instruction(prompts, name) }

// The placeholders of the texts.
const (
	quarryMark  = "{quarry}"
	alliesMark  = "{allies}"
	exampleMark = "{example}"
)

const anyQuarry = "a player who is against you"

var (
	mannerText, quickMannerText = text("manner"), text("manner_quick")
	// freeText is for games in which the bot looks for nobody.
	preferencesText, freeText = text("preferences"), text("preferences_free")
	instructions              = map[string]string{
		taskReflex: text("reflex"), taskKnowledge: text("knowledge"), taskBeliefs: text("beliefs"),
		taskIntention: text("intention"), taskGoal: text("goal"), taskState: text("state"), taskMessage: text("message"),
		taskReserve: text("reserve"), taskSingle: text("single"),
	}
	// Of its examples a prompt shows as many as the options say.
	examples = map[string][]string{
		taskKnowledge: prompt.Examples(prompts, "knowledge"), taskBeliefs: prompt.Examples(prompts, "beliefs"), taskState: prompt.Examples(prompts, "state"),
		taskIntention: prompt.Examples(prompts, "intention"), taskGoal: prompt.Examples(prompts, "goal"),
	}
	phases = map[play]string{
		playChat: text("play_chat"), playSuspect: text("play_suspect"), playAccuse: text("play_accuse"), playRecruit: text("play_recruit"),
		playVote: text("play_vote"), playAgree: text("play_agree"),
	}
)

// shownLines is how many messages the prompts of the mental state show (§3.2 and appendix A).
const shownLines = 15

// mostNewLines is how many lines they show if so many are new.
const mostNewLines = 30

const reflexLines = 7

// The newest facts that a prompt shows. A decision needs fewer.
const shownFacts, decisionFacts = 8, 2

// Bounds of the length of an answer, in tokens.
const (
	lineTokens    = 80  // a message with the JSON around it
	reasonTokens  = 160 // the reasoning of two sentences, two names and a word
	knownTokens   = 300 // the facts
	patternTokens = 40  // for each player
	beliefTokens  = 160 // for each player
)

// Instructions implements session.Instructed.
func (t *ToM) Instructions() []string {
	texts := []string{mannerText, quickMannerText, cmp.Or(t.options.Preferences, preferencesText), freeText}
	for _, task := range slices.Sorted(maps.Keys(instructions)) {
		texts = append(append(texts, instructions[task]), examples[task]...)
	}
	for _, p := range []play{playChat, playSuspect, playAccuse, playRecruit, playVote, playAgree} {
		texts = append(texts, phases[p])
	}
	return prompt.Instructions(texts...)
}

func quarry(v session.View) string { return cmp.Or(v.Quarry(), anyQuarry) }

func (t *ToM) preferences(v session.View) string {
	switch {
	case t.options.Preferences != "":
		return t.options.Preferences
	case v.Quarry() == "":
		return freeText
	}
	return strings.ReplaceAll(preferencesText, quarryMark, v.Quarry())
}

// instruction returns the text of a task. It shows so many of its examples, if it has some.
func instruction(v session.View, task string, shown int) string {
	filled, all := strings.NewReplacer(quarryMark, quarry(v), alliesMark, exceptAllies(v)).Replace(instructions[task]), examples[task]
	if len(all) == 0 {
		return filled
	}
	var texts []string
	for i := range all {
		some := append(slices.Clone(all[i:]), all[:i]...)[:min(max(1, shown), len(all))]
		texts = append(texts, strings.Replace(filled, exampleMark, strings.Join(some, "\n\n"), 1))
	}
	return prompt.Example(v, texts)
}

func exceptAllies(v session.View) string {
	if len(v.Allies()) == 0 {
		return ""
	}
	return " and those on your side"
}

// linePrompt asks for a line. Sections that seldom change come first, so that servers can cache
// them.
func (t *ToM) linePrompt(v session.View, m mind, task string) prompt.Prompt {
	m.enter(v)
	p := prompt.Prompt{Task: task, Role: prompt.RoleReply, Instruction: instruction(v, task, 0), AnswerTokens: lineTokens}
	quick := task == taskReflex
	does, _ := jobOf(v, m, task)
	manner, shared := mannerText, prompt.Shared(v)
	if quick {
		p.Role = prompt.RoleReflex
		manner, shared = quickMannerText, prompt.Without(prompt.SharedWith(v, prompt.TranscriptLines(v, quickWindow(v))), prompt.SectionSummary)
	}
	if t.options.sparing() {
		shared = prompt.Without(shared, prompt.KnownRules(v)...)
	}
	p.Sections = append([]prompt.Section{prompt.TextSection(sectionManner, manner)}, shared...)
	bounds := prompt.Bounds{Aim: does == jobGoal && m.saysMuch()}
	if quick {
		bounds.Most = reflexWords
	}
	p.Sections = append(p.Sections, prompt.StyleWithin(v, bounds)...)
	if t.options.ToM == on {
		p.Sections = append(p.Sections, m.thoughts(v, does, quick)...)
	}
	if !quick {
		p.Sections = append(p.Sections, prompt.Own(v)...)
	}
	p.Sections = append(append(p.Sections, prompt.Next(v)), conversation(v, does)...)
	if !quick && !t.options.sparing() { // else code has looked at the share
		p.Sections = append(p.Sections, prompt.Share(v))
	}
	if !quick {
		p.Sections = append(p.Sections, prompt.Time(v))
	}
	p.Sections = append(p.Sections, jobSection(v, m, task))
	return p
}

func quickWindow(v session.View) []session.Message {
	lines := v.Window()
	return lines[max(0, len(lines)-reflexLines):]
}

// thoughts returns the mental state for a line. An answer needs neither intention nor goal. The job
// names the goal, except to a reflex.
func (m *mind) thoughts(v session.View, does job, quick bool) (sections []prompt.Section) {
	list := func(name string, items []string) {
		if len(items) > 0 {
			sections = append(sections, prompt.ListSection(name, items))
		}
	}
	reasons := oneReason
	if quick || does == jobAnswer {
		reasons = numberOnly
	}
	list(sectionBeliefs, m.beliefs(v, reasons))
	if does == jobAnswer && !quick {
		return sections
	}
	list(sectionIntention, m.intention(v, quick))
	if quick {
		list(sectionGoal, m.goals())
		return sections
	}
	return append(sections, m.playSection(v))
}

// playSection says what the bot may do now: a vote may be near or open since the mind was made.
// Sessions of before generation 4 say what it could do then.
func (m *mind) playSection(v session.View) prompt.Section {
	now := m.Play
	if v.Config.Generation > 3 {
		now = m.nextPlay(v)
	}
	text := fmt.Sprintf("%s: %s", now, phases[now])
	if said, ok := v.Message(m.Accused); ok && m.Accused > 0 {
		text += fmt.Sprintf(" You did so in #%d: do not say it again without a new reason.", said.Number)
	}
	return prompt.TextSection(sectionPlay, text)
}

// conversation returns where the conversation stands. Only an answer is shown the open questions.
func conversation(v session.View, does job) []prompt.Section {
	if does == jobAnswer {
		return prompt.Conversation(v)
	}
	return prompt.Without(prompt.Conversation(v), prompt.SectionQuestions)
}

// statePrompt asks for one stage of the mental state or all. A stage sees the last lines, the new
// ones apart, and those parts of the state that the paper names for it (appendix A.6 to A.9).
func (t *ToM) statePrompt(v session.View, m mind, task string) prompt.Prompt {
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
	return prompt.Prompt{Task: task, Role: role, Instruction: instruction(v, task, t.options.Examples), AnswerTokens: tokens, Sections: t.stageSections(v, m, task)}
}

func (t *ToM) stageSections(v session.View, m mind, task string) []prompt.Section {
	m.enter(v)
	lines := v.Messages[max(0, len(v.Messages)-min(mostNewLines, max(shownLines, len(v.After(m.UpTo))))):]
	old := len(lines)
	for old > 0 && lines[old-1].Seq > m.UpTo {
		old--
	}
	sections := prompt.Without(prompt.WatchedWith(v, prompt.TranscriptLines(v, lines[:old])), append(prompt.KnownRules(v), prompt.SectionSummary)...)
	sections = append(sections, prompt.TranscriptSection(sectionLatest, prompt.TranscriptLines(v, lines[old:])))
	all := task == taskState
	add := func(shown bool, s prompt.Section) {
		if shown && (s.Text != "" || len(s.Items) > 0) {
			sections = append(sections, s)
		}
	}
	decides := all || task == taskIntention || task == taskGoal
	facts, reasons := shownFacts, severalReasons
	switch task {
	case taskIntention:
		facts, reasons = decisionFacts, oneReason
	case taskGoal:
		facts, reasons = 0, numberOnly // it follows from the intention, which gives the reasons
	}
	add(decides || task == taskBeliefs, prompt.ListSection(sectionKnowledge, m.knowledge(v, facts)))
	add(all || task == taskBeliefs, prompt.Scores(v))
	add(decides || task == taskBeliefs, prompt.ListSection(sectionBeliefs, m.beliefs(v, reasons)))
	add(decides, prompt.ListSection(sectionIntention, m.intention(v, false)))
	add(decides, prompt.ListSection(sectionGoal, m.goals()))
	add(all || task == taskGoal, prompt.ListSection(sectionLastGoals, m.lastGoals()))
	add(all || task == taskGoal, prompt.TextSection(sectionPreferences, t.preferences(v)))
	add(decides, m.playSection(v))
	add(decides, prompt.Next(v))
	add((all || task == taskGoal) && v.AskedLast(), prompt.TextSection(sectionJob, "Your last line was a question. Set a goal without a question now."))
	return sections
}
