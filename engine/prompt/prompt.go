package prompt

import (
	"strings"

	"ringer/engine/session"
)

// Prompt is one question to a model.
type Prompt struct {
	// Task names the job, such as scheduler.when. Skills are registered under it. It stands at the
	// end, so that the prompts of two tasks share everything before it.
	Task string
	Role ModelRole
	// Sections are shown in this order. Those without a name are left out. Sections that change
	// least come first, so that a server's prefix cache hits.
	Sections     []Section
	Instruction  string // the job itself, at the end
	AnswerTokens int    // how many tokens an answer may need, if more than the limit of the role
	// Temperature replaces that of the role, unless the role sends none or the session has chosen
	// one. Nil leaves that as it is.
	Temperature *float64
	Known       int64          // the seq of the last event that the prompt shows; 0 is where the thought began
	At          session.Millis // the game time at which the prompt was written, if Known is set
	// Rewrite writes the prompt again, from the newest view. It is nil if the prompt never changes.
	Rewrite func() Prompt
}

// Section is a part of a prompt under a heading. It holds text, items or lines.
type Section struct {
	Name  string   // the heading, in lower-case words
	Text  string   // free text of the platform or of a prompt file
	Items []string // a list of strings, shown as JSON strings on one line each
	Lines []Line   // a transcript
	kind  sectionKind
}

type sectionKind byte

const (
	kindText sectionKind = iota
	kindList
	kindTranscript
)

// TextSection returns a section of free text.
func TextSection(name, text string) Section { return Section{Name: name, Text: text} }

// ListSection returns a section that lists strings.
func ListSection(name string, items []string) Section {
	return Section{Name: name, Items: items, kind: kindList}
}

// TranscriptSection returns a section that shows messages.
func TranscriptSection(name string, lines []Line) Section {
	return Section{Name: name, Lines: lines, kind: kindTranscript}
}

// Rendered is a prompt as a model reads it.
type Rendered struct {
	// System holds the sections that hardly ever change in a session.
	System string
	// User holds the other sections and the task.
	User string
}

const (
	heading          = "## "
	indent           = "  "
	taskHead         = "task "
	noneLine         = "(none)"
	textSuffix       = ""
	listSuffix       = " (list)"
	transcriptSuffix = " (transcript)"
)

// Render writes the prompt. What stands before summary and transcript is the system message.
func (p Prompt) Render() Rendered {
	var system, user strings.Builder
	system.Grow(2 << 10) // about the length of a prompt, so that one allocation is enough
	user.Grow(2 << 10)
	b := &system
	for _, s := range p.Sections {
		if s.Name == "" {
			continue
		}
		if s.Name == SectionSummary || s.Name == SectionTranscript {
			b = &user
		}
		s.render(b)
	}
	user.WriteString(heading + taskHead + p.Task + "\n")
	writeIndented(&user, p.Instruction)
	return Rendered{System: system.String(), User: user.String()}
}

// With returns the prompt with one more section at its end.
func (r Rendered) With(s Section) Rendered {
	var b strings.Builder
	s.render(&b)
	return Rendered{System: r.System, User: r.User + b.String()}
}

func (s Section) render(b *strings.Builder) {
	b.WriteString(heading + s.Name)
	switch s.kind {
	case kindText:
		b.WriteString(textSuffix + "\n")
		writeIndented(b, s.Text)
	case kindList:
		b.WriteString(listSuffix + "\n")
		for _, item := range s.Items {
			b.WriteString("- " + Quote(item) + "\n")
		}
	case kindTranscript:
		b.WriteString(transcriptSuffix + "\n")
		for _, l := range s.Lines {
			l.render(b)
		}
	}
	if s.kind != kindText && len(s.Items)+len(s.Lines) == 0 {
		b.WriteString(noneLine + "\n")
	}
}

// lineBreaks replaces the characters besides \n that a reader may take for the end of a line.
var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n", "\v", "\n", "\f", "\n")

func plainBreaks(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' || r >= 0x7f }) {
		return lineBreaks.Replace(text) // the rare case: most text is plain ASCII
	}
	return text
}

func writeIndented(b *strings.Builder, text string) {
	for line := range strings.SplitSeq(plainBreaks(text), "\n") {
		b.WriteString(indent + line + "\n")
	}
}

// Len estimates the length of the rendered prompt in bytes.
func (p Prompt) Len() int {
	n := len(p.Instruction)
	for _, s := range p.Sections {
		n += len(s.Name) + len(s.Text)
		for _, item := range s.Items {
			n += len(item) + len("- \"\"\n")
		}
		for _, l := range s.Lines {
			n += len(l.Name) + len(l.Text) + len("#100 10:00 \"\": \"\"\n") + l.notesLen()
		}
	}
	return n
}
