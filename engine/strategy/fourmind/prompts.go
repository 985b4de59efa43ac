package fourmind

import (
	"cmp"
	"embed"
	"slices"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

//go:embed prompts
var prompts embed.FS

func text(name string) string { return prompt.Instruction(prompts, name) }

var (
	guideText     = text("guide")
	doubtText     = text("doubt")
	smallTalkText = text("smalltalk")
	objectiveText = text("objective")
	frameText     = text("frame")
	commasText    = text("commas")
	sessionText   = text("session")
	continueText  = text("continue")
	nextText      = text("next")
	lookaheadText = text("lookahead")
	notesText     = text("notes")
	readingText   = text("reading")
	unsentText    = text("unsent")
	analysisText  = text("analysis")
	appraisalText = text("appraisal")

	lookaheadExamples = prompt.Examples(prompts, "lookahead")
	analysisExamples  = prompt.Examples(prompts, "analysis")
	appraisalExamples = prompt.Examples(prompts, "appraisal")
)

// Bounds of the length of an answer, in tokens.
const (
	// About 20 for what people write, the others for the JSON around it.
	lineTokens = 60
	// Four short sentences and a few names.
	analysisTokens = 220
	choiceTokens   = 10
)

// judgedNotes is how many of the newest lines show their analysis to an appraisal, which nobody
// waits for. Each takes about 40 tokens.
const judgedNotes = 8

// Instructions implements session.Instructed.
func (f *FourMind) Instructions() []string {
	all := []string{
		guideText, doubtText, smallTalkText, objectiveText, frameText, commasText, seldom, justSaid, changedMind, sessionText, continueText, nextText, lookaheadText, notesText, readingText, unsentText, analysisText,
		appraisalText,
	}
	return prompt.Instructions(slices.Concat(all, lookaheadExamples, analysisExamples, appraisalExamples)...)
}

// Origin implements session.Native.
func (f *FourMind) Origin() session.Biography { return session.Biography{Town: f.options.Origin} }

// transcript returns the lines of the window. The newest show what was found in them.
func (f *FourMind) transcript(v session.View, annotated int) []prompt.Line {
	messages := v.Window()
	lines := prompt.TranscriptLines(v, messages)
	for i := max(0, len(lines)-annotated); i < len(lines); i++ {
		if a := messages[i].Annotation; a != nil {
			lines[i].Notes = a.Notes
			for _, id := range a.Receivers {
				lines[i].To = append(lines[i].To, prompt.NameOf(v, id))
			}
		}
	}
	if f.options.Age {
		lines = prompt.AgedLines(lines, v.Now)
	}
	return lines
}

func (f *FourMind) lookaheadPrompt(a ahead) prompt.Prompt {
	v := a.view
	a.count = f.options.Simulated
	m := readMind(v)
	guide := guideText
	if f.stage(v, &m) == pursuit {
		guide += "\n" + doubtText
	}
	own := []prompt.Section{prompt.TextSection(sectionGuide, guide), f.objectiveSection(v, &m)}
	tokens, task, answer := 2*lineTokens*a.count, continueText, prompt.Example(v, lookaheadExamples)
	if a.count == 1 { // the examples have two messages, and a small model would write as many
		answer, _, _ = strings.Cut(answer, ", {")
		task, answer = nextText, answer+"]"
	}
	task += "\n" + lookaheadText
	answer = `"messages": ` + answer
	if a.read > 0 {
		tokens, task = tokens+analysisTokens, readingText+"\n"+task
		newest, _, _ := strings.Cut(prompt.Example(v, analysisExamples), "\n")
		_, newest, _ = strings.Cut(newest, ", ") // the line's number is known
		answer = `"newest": {` + newest + `, ` + answer
	}
	if a.chooses {
		tokens, task, answer = tokens+choiceTokens, unsentText+"\n"+task, `"unsent": "`+string(session.LookKeep)+`", `+answer
	}
	if f.options.Split == splitComma {
		task += "\n" + commasText
	}
	lines := f.transcript(v, f.options.Notes)
	if slices.ContainsFunc(lines, func(l prompt.Line) bool { return len(l.Notes) > 0 }) {
		task += "\n" + notesText
	}
	shared := prompt.SharedWith(v, lines)
	if f.options.Triggers == triggerOpen {
		shared = prompt.Without(shared, prompt.KnownRules(v)...)
	}
	sections := slices.Concat(withOwn(shared, own), prompt.Own(v), prompt.StyleWithin(v, prompt.Bounds{Aim: f.points(v, &m)}), prompt.Conversation(v))
	return prompt.Prompt{
		Task: taskLookahead, Role: prompt.RoleReply, Instruction: task + answerLike + "{" + answer + "}", AnswerTokens: tokens,
		Sections: append(sections, prompt.Next(v), prompt.Time(v), a.section()),
	}
}

const answerLike = "\nAnswer with JSON like this: "

// withOwn puts sections at the end of those that seldom change, so that servers can cache them.
func withOwn(shared, own []prompt.Section) []prompt.Section {
	i := slices.IndexFunc(shared, func(s prompt.Section) bool {
		return s.Name == prompt.SectionSummary || s.Name == prompt.SectionTranscript
	})
	return slices.Insert(shared, i, own...)
}

func (f *FourMind) appraisalPrompt(v session.View) prompt.Prompt {
	var names []string
	for _, p := range v.Opponents() {
		names = append(names, p.Name)
	}
	return prompt.Prompt{
		Task: taskAppraisal, Role: prompt.RoleAnalysis, AnswerTokens: lineTokens * min(max(4, len(v.Players)), session.MaxPlayers),
		Instruction: appraisalText + answerLike + `{"players": ` + prompt.Example(v, appraisalExamples) + `}`,
		Sections: slices.Concat(prompt.WatchedWith(v, f.transcript(v, judgedNotes)), []prompt.Section{
			prompt.ListSection(sectionJudge, names), prompt.TextSection(sectionQuestion, questionOf(v)), prompt.Scores(v), prompt.Next(v),
		}),
	}
}

func questionOf(v session.View) string {
	return "Who is " + soughtIn(v) + "? Say for each player how likely that is, in percent."
}

func soughtIn(v session.View) string {
	return cmp.Or(v.Quarry(), "the player whom the others trust least")
}

// analysisPrompt asks for the four sides of messages. It shows nothing later, and is the same
// whichever player is the bot (§3.3).
func analysisPrompt(v session.View, pending []session.Message) prompt.Prompt {
	about := []prompt.Section{prompt.Rules(v)}
	var next prompt.Section
	shown := v.Messages
	if v.Shared { // others get what is found, so the prompt shows only what they see
		roster := v.Roster()
		shown = slices.DeleteFunc(slices.Clone(shown), func(m session.Message) bool { return roster.Narrower(m.Channel, pending[0].Channel) })
	} else {
		about, next = append(about, prompt.Channels(v)...), prompt.Next(v)
	}
	first := slices.IndexFunc(shown, func(m session.Message) bool { return m.Seq == pending[0].Seq })
	shown = shown[max(0, first-contextBefore):]
	if end := slices.IndexFunc(shown, func(m session.Message) bool { return m.Seq > pending[len(pending)-1].Seq }); end >= 0 {
		shown = shown[:end]
	}
	numbers := make([]string, len(pending))
	for i, m := range pending {
		numbers[i] = lineNumber(m.Number)
	}
	example := strings.ReplaceAll(prompt.Example(v, analysisExamples), "\n", ", ")
	return prompt.Prompt{
		Task: taskAnalysis, Role: prompt.RoleAnalysis, AnswerTokens: analysisTokens * len(pending),
		Instruction: analysisText + answerLike + `{"analyses": [` + example + `]}`,
		Sections: slices.Concat(about, []prompt.Section{
			prompt.Players(v), prompt.TranscriptSection(prompt.SectionTranscript, prompt.Unmarked(prompt.TranscriptLines(v, shown))),
			prompt.TextSection(sectionAnalyse, strings.Join(numbers, ", ")), next,
		}),
	}
}
