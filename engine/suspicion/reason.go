package suspicion

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
)

// maxReasons is how many reasons a prompt gets: more would bury the line itself.
const maxReasons = 3

// minDrop is the smallest loss of log-odds that counts as a reason. Below it the odds change by
// less than a third, and nobody sees why.
const minDrop = 0.3

// maxReasonWords limits the words that are tried as reasons, since each costs a score.
const maxReasonWords = 40

// Because returns at most three reasons why the line on its own reads like a machine, the strongest
// first. It changes one thing of the line at a time, and looks how far the log-odds fall.
func (r *Reader) Because(l Line) []string {
	text := strings.TrimSpace(strings.ToValidUTF8(l.Text, "\ufffd"))
	if long := []rune(text); len(long) > maxRead {
		text = string(long[:maxRead])
	}
	full := r.Alone(Line{Text: text, Gap: l.Gap})
	type reason struct {
		text string
		drop float64
	}
	var found []reason
	add := func(why string, changed Line) {
		if drop := full - r.Alone(changed); why != "" && drop >= minDrop {
			found = append(found, reason{why, drop})
		}
	}
	for _, c := range changes {
		if why, without := c(text); without != text {
			add(why, Line{Text: without, Gap: l.Gap})
		}
	}
	if l.Gap >= 0 {
		add(typed(text, l.Gap), Line{Text: text, Gap: math.NaN()})
	}
	words := words(text)
	for i, w := range words[:min(len(words), maxReasonWords)] {
		if !strings.ContainsFunc(w, unicode.IsLetter) || r.alone.names.at(' ', w) > 0 || slices.Contains(words[:i], w) {
			continue
		}
		add(fmt.Sprintf("the word %q", w), Line{Text: without(text, w), Gap: l.Gap})
	}
	slices.SortStableFunc(found, func(a, b reason) int { return cmp.Compare(b.drop, a.drop) })
	var texts []string
	for _, f := range found[:min(len(found), maxReasons)] {
		texts = append(texts, f.text)
	}
	return texts
}

// changes are what is changed of a line, each with its reason. One that finds nothing to change
// returns the same text.
var changes = []func(text string) (why, changed string){
	func(text string) (string, string) {
		return "ends with a full stop", strings.TrimSuffix(text, ".")
	},
	func(text string) (string, string) {
		i := strings.IndexFunc(text, unicode.IsLetter)
		if i < 0 || !unicode.IsUpper([]rune(text[i:])[0]) {
			return "", text
		}
		first := string([]rune(text[i:])[:1])
		return "begins with a capital", text[:i] + strings.ToLower(first) + text[i+len(first):]
	},
	func(text string) (string, string) {
		for _, w := range words(text) {
			if strings.ContainsAny(w, "'’") {
				return fmt.Sprintf("an apostrophe in %q", strings.ReplaceAll(w, "’", "'")), strings.NewReplacer("'", "", "’", "").Replace(text)
			}
		}
		return "", text
	},
	func(text string) (string, string) {
		return "marks that keyboards do not have", strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`, "–", "-", "—", "-", "…", "...").Replace(text)
	},
	func(text string) (string, string) { return "a comma", strings.ReplaceAll(text, ",", "") },
	func(text string) (string, string) { return "a question mark", strings.ReplaceAll(text, "?", "") },
	func(text string) (string, string) { return "an exclamation mark", strings.ReplaceAll(text, "!", "") },
	func(text string) (string, string) {
		all := words(text)
		half := (len(all) + 1) / 2
		if half < 4 { // shorter lines are not long
			return "", text
		}
		return fmt.Sprintf("%d words", len(all)), strings.Join(all[:half], " ")
	},
}

// typed returns how fast a line came.
func typed(text string, gap float64) string {
	return fmt.Sprintf("%d characters within %.0f seconds", len([]rune(text)), min(gap, maxGap))
}

func words(text string) (all []string) {
	for _, w := range strings.Fields(text) {
		if w = strings.TrimFunc(w, func(r rune) bool { return !inWord(r) }); w != "" {
			all = append(all, w)
		}
	}
	return all
}

// without returns the text without a word.
func without(text, word string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(text), func(w string) bool {
		return strings.TrimFunc(w, func(r rune) bool { return !inWord(r) }) == word
	}), " ")
}
