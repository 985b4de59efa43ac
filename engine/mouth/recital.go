package mouth

import (
	"iter"
	"regexp"
	"slices"
	"strings"
)

const (
	// recitedWords is how many words in a row a message must not share with a text that only the
	// bot was given. People share phrases of five or six words by chance, but hardly of eight.
	recitedWords = 8
	// recitedRules is the same for the rules, which everybody knows: players quote a sentence of
	// them, not a paragraph.
	recitedRules = 14
)

// promptPiece matches lines of a transcript, and the fixed words around a session's texts.
var promptPiece = regexp.MustCompile(`(?i)#\d+ (?:\d+:\d\d(?::\d\d)?|(?:\d+[hm] )*\d+s ago) (?:gamemaster )?"|#\d+ (?:\d+[hm] )*\d+s ago\b` +
	`|\byour name in this chat: ?"|\bwrite every line in: |\byour role: ?"|\bwhat you want here: ?"|\bthe chat opened at \d|\btime left: \d|\bthe game is in the phase "` +
	`|\b(?:town|country|work|worry|writing|habit): "|\bthe next line goes to: |\bchannels besides the main one|" \(private\), read by "|\bnot all of them read "` +
	`|\bnobody has written for (?:\d+[hm] )*\d+s\. the last|\bnobody has seen it yet: |\bit answers #\d` +
	`|\blength: (?:at most \d+|about [a-z0-9]+|one|one or two) (?:words?|characters)\b|\blines of others, as examples|\bdo not begin with: "|\byour part: \d|\byou have told (?:already|of yourself): |\bat \d+:\d\d you accused "` +
	`|\((?:list|transcript)\) ?- "|^- "|## [a-z ]+\n`)

// isRecital reports whether a text reads out what only the bot was given, or the rules.
func (r *Room) isRecital(flat string) bool {
	return recites(flat, recitedRules, r.Rules) || recites(flat, recitedWords, r.PrivateTexts...) || r.listsFacts(flat)
}

func recites(flat string, n int, others ...string) bool {
	if strings.Join(others, "") == "" {
		return false
	}
	runs := make(map[string]bool, max(0, strings.Count(flat, " ")+2-n))
	for run := range runsOf(flat, n) {
		runs[run] = true
	}
	if len(runs) == 0 { // nearly always
		return false
	}
	return slices.ContainsFunc(others, func(other string) bool {
		for run := range runsOf(Normalise(other), n) {
			if runs[run] {
				return true
			}
		}
		return false
	})
}

func runsOf(flat string, n int) iter.Seq[string] {
	return func(yield func(string) bool) {
		starts := make([]int, 0, n+1) // of the last words, the oldest first
		for at := 0; at < len(flat); {
			if starts = append(starts, at); len(starts) > n {
				starts = starts[1:]
			}
			end := len(flat)
			if size := strings.IndexByte(flat[at:], ' '); size >= 0 {
				end = at + size
			}
			if len(starts) == n && !yield(flat[starts[0]:end]) {
				return
			}
			at = end + 1
		}
	}
}

const (
	// recitedFacts is how many facts of a biography one message must not hold. People tell one or
	// two facts about themselves in a line, and three sound read out.
	recitedFacts = 3
	// quotedFact is how many words in a row of a fact a message has to hold for telling it. Shorter
	// facts have to stand there whole.
	quotedFact = 4
)

// leadWords are words at the start of a fact that people exchange or leave out.
var leadWords = []string{"a", "an", "the", "as", "at", "in", "on", "for"}

// listsFacts reports whether a text tells at least three facts of the biography.
func (r *Room) listsFacts(flat string) bool {
	told := 0
	for _, forms := range r.Facts {
		if slices.ContainsFunc(forms, func(form string) bool { return tells(flat, form) }) {
			told++
		}
	}
	return told >= recitedFacts
}

// recentLines is how many lines of others say what the talk is about.
const recentLines = 4

// retells reports whether a text tells a fact that the bot has told, though nobody asks the bot
// anything, and the last lines of others are not about it.
func (r *Room) retells(flat string) bool {
	again := func(fact string) bool {
		told := func(line string) bool { return Tells(line, fact) }
		return tells(flat, fact) && slices.ContainsFunc(r.Own, told) && !slices.ContainsFunc(r.Others[max(0, len(r.Others)-recentLines):], told)
	}
	return r.Restraint && !r.MayRetell && slices.ContainsFunc(r.Facts, func(forms []string) bool { return slices.ContainsFunc(forms, again) })
}

// Tells reports whether a text tells a fact in its own words.
func Tells(text, fact string) bool { return tells(Normalise(text), fact) }

// tells reports whether a normalised text tells a fact in its own words.
func tells(flat, fact string) bool {
	words := strings.Fields(Normalise(fact))
	for len(words) > 1 && slices.Contains(leadWords, words[0]) {
		words = words[1:]
	}
	if len(words) > quotedFact {
		return recites(flat, quotedFact, strings.Join(words, " "))
	}
	return len(words) > 0 && strings.Contains(" "+flat+" ", " "+strings.Join(words, " ")+" ")
}
