package prompt

import (
	"fmt"
	"strconv"
	"strings"

	"ringer/engine/session"
)

const (
	SectionQuestions = "open questions"
	SectionSilence   = "silence"
	SectionPending   = "your unsent line"
)

// silentAfter is the pause after which a prompt tells of the silence, in game time.
const silentAfter = 10 * 1000

// The fixed words of these sections. The offline player reads some of them back.
const (
	questionsIntro = "Open, unless a line marked (you) answers it:"
	askedOfYou     = " asks you: "
	askedOfAll     = " asks everybody: "
	pendingLine    = "Nobody has seen it yet: "
	pendingRest    = "The rest of your last line, which follows it: "
	pendingAnswers = "It answers #"
	pendingSilence = "It waits for a silence."
)

// Conversation returns the sections about open questions, a silence, and the unsent line, as far as
// there are any. They change with every line, so they stand near the end of a prompt.
func Conversation(v session.View) (sections []Section) {
	s := v.Silence()
	if open := v.OpenQuestions(); len(open) > 0 { // the bot's own would make a model scold
		lines := append([]string{questionsIntro}, session.Each(open, func(q session.Question) string { return questionLine(v, q) })...)
		sections = append(sections, TextSection(SectionQuestions, strings.Join(lines, "\n")))
	}
	if s.For >= silentAfter {
		sections = append(sections, TextSection(SectionSilence, silenceText(v, s)))
	}
	if v.Plan != nil {
		pending := pendingText(v)
		if v.Plan.Kind == session.Reply { // a sentence that was begun is finished, and a silence may still come
			pending += "\n" + unsentText
		}
		sections = append(sections, TextSection(SectionPending, pending))
	}
	return sections
}

// questionLine returns an open question in one line, such as
//
//	#6 8s ago "Blue" asks you: "where are you from?"
func questionLine(v session.View, q session.Question) string {
	m, _ := v.Message(q.Seq)
	head := "#" + strconv.FormatInt(m.Number, 10) + " " + FormatAge(int64((v.Now-q.At)/1000))
	text, _ := session.Beginning(m.Text)
	asked := askedOfAll
	if q.To == v.Me.ID {
		asked = askedOfYou
	}
	return head + " " + Quote(NameOf(v, q.Asker)) + asked + Quote(text)
}

func silenceText(v session.View, s session.Silence) string {
	text := "Nobody has written for " + strings.TrimSuffix(FormatAge(int64(s.For/1000)), agoMark) + ". "
	switch {
	case s.LastBy == "" && v.PhaseSince > 0:
		text += "No player has written here in this phase."
	case s.LastBy == "":
		text += "No player has written anything yet."
	case s.LastBy == v.Me.ID:
		text += "The last line is yours."
	default:
		text += "The last line is by " + Quote(NameOf(v, s.LastBy)) + "."
	}
	return text
}

func pendingText(v session.View) string {
	p, label := v.Plan, pendingLine
	if p.Kind == session.Rest {
		label = pendingRest
	}
	lines := []string{label + Quote(session.InOneLine(p.Lines()))}
	if m, ok := v.Answered(p); ok {
		text, _ := session.Beginning(m.Text)
		lines = append(lines, fmt.Sprintf(pendingAnswers+"%d: %s", m.Number, Quote(text)))
	}
	switch left := v.PlanDue - v.Now; {
	case p.Kind == session.Reserve:
		lines = append(lines, pendingSilence)
	case v.Config.Timing == session.TimingManual:
		lines = append(lines, "It waits for the platform.")
	case p.Typing && left > 0:
		lines = append(lines, fmt.Sprintf("You are typing it, for %d more seconds.", (left+999)/1000))
	case left > 0:
		lines = append(lines, fmt.Sprintf("You would send it in about %d seconds.", (left+999)/1000))
	}
	return strings.Join(lines, "\n")
}

// OpenQuestion is a question in a parsed prompt.
type OpenQuestion struct {
	Number int64 // the number of its line in the transcript
	// ToYou reports that it was asked of the player whom the prompt was written for alone.
	ToYou bool
}

// OpenQuestions returns the open questions of a parsed prompt, oldest first.
func (p Parsed) OpenQuestions() (open []OpenQuestion) {
	for line := range strings.SplitSeq(p.Text(SectionQuestions), "\n") {
		rest, ok := strings.CutPrefix(line, "#")
		number, rest, _ := strings.Cut(rest, " ")
		n, err := strconv.ParseInt(number, 10, 64)
		_, rest, found := strings.Cut(rest, agoMark+" ")
		if !ok || err != nil || !found {
			continue
		}
		q := OpenQuestion{Number: n}
		if _, after, err := unquote(rest); err == nil {
			q.ToYou = strings.HasPrefix(after, askedOfYou)
		}
		open = append(open, q)
	}
	return open
}

// Pending returns the reply that waits in a parsed prompt, and the number of the line it answers.
func (p Parsed) Pending() (text string, answers int64) {
	section := p.Text(SectionPending)
	if strings.Contains(section, "\n"+pendingSilence) {
		return "", 0
	}
	first, rest, _ := strings.Cut(section, "\n")
	if quoted, ok := strings.CutPrefix(first, pendingLine); ok {
		text, _, _ = unquote(quoted)
	}
	if number, ok := strings.CutPrefix(rest, pendingAnswers); ok {
		number, _, _ = strings.Cut(number, ":")
		answers, _ = strconv.ParseInt(number, 10, 64)
	}
	return text, answers
}
