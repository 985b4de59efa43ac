package thought

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// Limits of what the offline model retells.
const (
	quoteChars = 60 // of one line: most are shorter
	quotes     = 3  // players who are quoted: one sentence each
)

// retell is the offline model's summary: who said how much, and the longest line of those who said most. It keeps the latest sentences of the
// summary before it as far as there is room.
func retell(p prompt.Parsed, _ *rand.Rand) any {
	lines := p.Transcript(prompt.SectionTranscript)
	if len(lines) == 0 {
		return summaryAnswer{Summary: strings.Join(p.List(prompt.SectionSummary), " ")}
	}
	text := told(lines)
	for _, before := range p.List(prompt.SectionSummary) {
		text = latest(before, game.SummaryChars-len([]rune(text))-1) + text
	}
	return summaryAnswer{Summary: text}
}

func told(lines []prompt.Line) string {
	speakers := speakersOf(lines)
	slices.SortStableFunc(speakers, func(a, b speaker) int { return len(b.lines) - len(a.lines) })
	var b strings.Builder
	fmt.Fprintf(&b, "From %s to %s there were %d lines.", prompt.FormatClock(lines[0].Clock), prompt.FormatClock(lines[len(lines)-1].Clock), len(lines))
	for _, s := range speakers[:min(quotes, len(speakers))] {
		longest := slices.MaxFunc(s.lines, func(x, y prompt.Line) int { return len(x.Text) - len(y.Text) })
		fmt.Fprintf(&b, " %s said %q.", short(s.name), short(longest.Text))
	}
	return b.String()
}

// short returns the beginning of a text.
func short(text string) string {
	if runes := []rune(text); len(runes) > quoteChars {
		return string(runes[:quoteChars])
	}
	return text
}

// latest returns the last sentences of a text that fit into a number of characters.
func latest(text string, limit int) string {
	sentences := strings.SplitAfter(text+" ", ". ")
	from, room := len(sentences), limit
	for from > 0 && room >= len([]rune(sentences[from-1])) {
		from--
		room -= len([]rune(sentences[from]))
	}
	return strings.Join(sentences[from:], "")
}
