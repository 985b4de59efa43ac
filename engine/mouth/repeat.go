package mouth

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// minCopiedWords is the shortest line that must not be copied. People share lines of five words.
const minCopiedWords = 6

// A line nearly repeats another one if this share of the longer one's words stands in both in the
// same order. Both lines need enough words, so that a word more or less does not change the
// meaning. The bounds are stricter for lines of others, because people take up what others say.
const (
	nearOwn         = 0.8
	nearOwnWords    = 5
	nearOthers      = 0.85
	nearOthersWords = 7
)

// comparedWords is how many words of two lines are compared: the work grows with its square.
const comparedWords = 100

// Lines of at most shortLine words may be repeated when shortMemory other lines of the bot have
// come.
const (
	shortLine   = 2
	shortMemory = 5
)

// repeats reports whether this was said. Lines of one or two words may come again after five.
func (r *Room) repeats(flat string) bool {
	words := strings.Fields(flat)
	own := r.Own
	if len(words) <= shortLine {
		own = own[max(0, len(own)-shortMemory):]
	}
	return anyRun(own, flat, r.similarTo(flat, words, nearOwn, nearOwnWords)) ||
		len(words) >= minCopiedWords && slices.ContainsFunc(r.Others, r.similarTo(flat, words, nearOthers, nearOthersWords))
}

// RepeatsOwn reports whether the bot has sent exactly these words, in one line or in several.
func (r *Room) RepeatsOwn(text string) bool {
	flat := Normalise(text)
	return flat != "" && anyRun(r.Own, flat, func(line string) bool { return len(line) >= len(flat) && Normalise(line) == flat })
}

// anyRun reports whether a line, or up to maxMessages in a row as one, match.
func anyRun(lines []string, flat string, match func(string) bool) bool {
	first, _ := utf8.DecodeRuneInString(flat)
	for i, line := range lines {
		if match(line) {
			return true
		}
		at := strings.IndexFunc(line, isWordRune)
		if at < 0 {
			continue
		}
		if begins, _ := utf8.DecodeRuneInString(line[at:]); unicode.ToLower(begins) != first {
			continue
		}
		for n := 2; n <= min(maxMessages, len(lines)-i); n++ {
			run := lines[i : i+n]
			if i < len(lines)-shortMemory && !slices.ContainsFunc(run, func(line string) bool { return len(strings.Fields(line)) > shortLine }) {
				continue
			}
			if match(strings.Join(run, " ")) {
				return true
			}
		}
	}
	return false
}

// similarTo returns a function that reports whether a line is the same as flat, or nearly so.
func (r *Room) similarTo(flat string, words []string, near float64, least int) func(string) bool {
	size := utf8.RuneCountInString(flat)
	return func(line string) bool {
		// Far shorter or longer lines cannot be similar, so most lines need not be read.
		if least := size - size/3; len(line)*2 < least {
			return false
		} else if n := countLetters(line); n*2 < least || n > size*2+2 {
			return false
		}
		other := Normalise(line)
		if other == flat {
			return true
		}
		if len(words) < least {
			return false
		}
		n := strings.Count(other, " ") + 1
		if float64(min(len(words), n)) < near*float64(max(len(words), n)) {
			return false
		}
		before := strings.Fields(other)
		after := words[:min(len(words), comparedWords)]
		before = before[:min(len(before), comparedWords)]
		same := commonWords(after, before)
		return float64(len(same)) >= near*float64(max(len(after), len(before))) && !r.changesMeaning(after, same) && !r.changesMeaning(before, same)
	}
}

func countLetters(line string) (n int) {
	for _, c := range line {
		if isWordRune(c) {
			n++
		}
	}
	return n
}

func commonWords(a, b []string) []string {
	length := make([][]int, len(a)+1)
	for i := range length {
		length[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	var same []string
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			same = append(same, a[i])
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return same
}

// KeepsSense reports whether a text has at least half of a line's words in their order, and each
// name, number and denial.
func (r *Room) KeepsSense(line, text string) bool {
	r.Prepare()
	before, after := parseText(line).words, parseText(text).words
	same := commonWords(before, after)
	return 2*len(same) >= len(before) && !r.changesMeaning(before, same) && !r.changesMeaning(after, same)
}

// changesMeaning reports whether a name, a number or a denial is not shared.
func (r *Room) changesMeaning(line, same []string) bool {
	i := 0
	for _, w := range line {
		if i < len(same) && same[i] == w {
			i++
			continue
		}
		if r.isPlayerName(w) || allLanguages().denied[w] || strings.ContainsAny(w, "0123456789") {
			return true
		}
	}
	return false
}
