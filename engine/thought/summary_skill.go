package thought

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// Limits of the offline model's summary.
const (
	// quoteChars is how many characters of a line are quoted. Most lines are shorter.
	quoteChars = 60
	maxQuotes  = 3 // how many players are quoted, with one sentence each
)

// summariseOffline is the offline model's summary: who said how much, and the longest line of those
// who said most. If there is room, it keeps the latest sentences of the summary before it.
func summariseOffline(p prompt.Parsed, _ *rand.Rand) any {
	lines := p.Transcript(prompt.SectionTranscript)
	if len(lines) == 0 {
		return summaryAnswer{Summary: strings.Join(p.List(prompt.SectionSummary), " ")}
	}
	text := summaryOf(lines)
	for _, before := range p.List(prompt.SectionSummary) {
		text = lastSentences(before, session.SummaryChars-len([]rune(text))-1) + text
	}
	return summaryAnswer{Summary: text}
}

func summaryOf(lines []prompt.Line) string {
	speakers := speakersOf(lines)
	slices.SortStableFunc(speakers, func(a, b speaker) int { return len(b.lines) - len(a.lines) })
	var b strings.Builder
	fmt.Fprintf(&b, "From %s to %s there were %d lines.", prompt.FormatClock(lines[0].Clock), prompt.FormatClock(lines[len(lines)-1].Clock), len(lines))
	for _, s := range speakers[:min(maxQuotes, len(speakers))] {
		longest := slices.MaxFunc(s.lines, func(x, y prompt.Line) int { return len(x.Text) - len(y.Text) })
		fmt.Fprintf(&b, " %s said %q.", firstChars(s.name), firstChars(longest.Text))
	}
	return b.String()
}

func firstChars(text string) string {
	if runes := []rune(text); len(runes) > quoteChars {
		return string(runes[:quoteChars])
	}
	return text
}

func lastSentences(text string, limit int) string {
	sentences := strings.SplitAfter(text+" ", ". ")
	from, room := len(sentences), limit
	for from > 0 && room >= len([]rune(sentences[from-1])) {
		from--
		room -= len([]rune(sentences[from]))
	}
	return strings.Join(sentences[from:], "")
}
