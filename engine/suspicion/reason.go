package suspicion

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// More reasons would bury the line itself.
const maxReasons = 3

// minDrop is the least loss of log-odds of a reason. Below, the odds change by less than a third,
// and nobody sees why.
const minDrop = 0.3

// Each word that is tried costs a score.
const maxReasonWords = 40

// In characters: a line needs its short words.
const minReasonWord = 4

// Without a reason, the log-odds drop.
type reason struct {
	text string
	drop float64
}

// Because returns at most three reasons why the line alone reads like a machine, the strongest
// first. It changes one thing at a time, and compares the log-odds. What lines of the others have,
// too, is not a reason.
func (r *Reader) Because(l Line, others []string) (texts []string) {
	l.Text = strings.TrimSpace(strings.ToValidUTF8(l.Text, "\ufffd"))
	if long := []rune(l.Text); len(long) > maxRead {
		l.Text = string(long[:maxRead])
	}
	full := r.Alone(l)
	if full <= 0 {
		return nil
	}
	reasons := r.wordReasons(l, full, others)
	for _, c := range changes {
		if why, changed := c(l.Text); changed != l.Text && !usual(c, others) {
			reasons = append(reasons, reason{why, full - r.Alone(Line{Text: changed, Gap: l.Gap})})
		}
	}
	if l.Gap >= 0 {
		reasons = append(reasons, reason{typed(l), full - r.Alone(Line{Text: l.Text, Gap: math.NaN()})})
	}
	for _, reason := range strongest(reasons, maxReasons) {
		texts = append(texts, reason.text)
	}
	return texts
}

const usualShare = 0.25

// usual reports whether a change would change many lines of the others, too.
func usual(c func(text string) (why, changed string), others []string) bool {
	n := 0
	for _, text := range others {
		if _, changed := c(text); changed != text {
			n++
		}
	}
	return n > 0 && float64(n) >= usualShare*float64(len(others))
}

func strongest(reasons []reason, n int) []reason {
	reasons = slices.DeleteFunc(reasons, func(r reason) bool { return r.drop < minDrop })
	slices.SortStableFunc(reasons, func(a, b reason) int { return cmp.Compare(b.drop, a.drop) })
	return reasons[:min(len(reasons), n)]
}

// wordReasons returns one reason for the two words that matter most. Names are not words, and words
// of the others are not reasons.
func (r *Reader) wordReasons(l Line, full float64, others []string) []reason {
	var tried []string
	for _, text := range others {
		for _, w := range words(text) {
			tried = append(tried, strings.ToLower(w))
		}
	}
	known := len(tried)
	var found []reason
	for _, w := range words(l.Text) {
		if len(tried)-known == maxReasonWords {
			break
		}
		if utf8.RuneCountInString(w) < minReasonWord || slices.Contains(tried, strings.ToLower(w)) || !strings.ContainsFunc(w, unicode.IsLetter) || strings.ContainsAny(w, "'’") || r.named(w) {
			continue
		}
		tried = append(tried, strings.ToLower(w))
		found = append(found, reason{fmt.Sprintf("%q", w), full - r.Alone(Line{Text: without(l.Text, w), Gap: l.Gap})})
	}
	switch found = strongest(found, 2); len(found) {
	case 0:
		return nil
	case 1:
		return []reason{{"the word " + found[0].text, found[0].drop}}
	}
	return []reason{{"words such as " + found[0].text + " and " + found[1].text, found[0].drop}}
}

func (r *Reader) named(word string) bool {
	return slices.Contains(r.alone.names.mask(nil, word), masked)
}

// changes are what is changed of a line, each with its reason. If there is nothing to change, the
// text stays.
var changes = []func(text string) (why, changed string){
	func(text string) (string, string) {
		return "ends with a full stop", strings.TrimSuffix(text, ".")
	},
	func(text string) (string, string) {
		all := []rune(text)
		if len(all) > 0 {
			all[0] = unicode.ToLower(all[0])
		}
		return "begins with a capital", string(all)
	},
	func(text string) (string, string) {
		for _, w := range words(text) {
			if strings.ContainsAny(w, "'’") {
				return fmt.Sprintf("an apostrophe in %q", w), strings.NewReplacer("'", "", "’", "").Replace(text)
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
		if len(all) < 8 { // half of a shorter line is hardly a line
			return "", text
		}
		return fmt.Sprintf("%d words", len(all)), strings.Join(all[:len(all)/2], " ")
	},
}

func typed(l Line) string {
	seconds := "1 second"
	if s := math.Round(min(l.Gap, maxGap)); s > 1 {
		seconds = fmt.Sprintf("%.0f seconds", s)
	}
	return fmt.Sprintf("%d characters within %s", len([]rune(l.Text)), seconds)
}

// words returns the words without the marks around them.
func words(text string) (all []string) {
	for _, w := range strings.Fields(text) {
		if w = bare(w); w != "" {
			all = append(all, w)
		}
	}
	return all
}

func bare(word string) string {
	return strings.TrimFunc(word, func(r rune) bool { return !inWord(r) })
}

func without(text, word string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(text), func(w string) bool { return bare(w) == word }), " ")
}
