package mouth

import (
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

// promptPiece matches pieces of a prompt that no player writes. These are lines of the transcript,
// with the clock or with their age, and the fixed words around a session's texts.
var promptPiece = regexp.MustCompile(`(?i)#\d+ (?:\d+:\d\d(?::\d\d)?|(?:\d+[hm] )*\d+s ago) (?:gamemaster )?"` +
	`|\byour name in this chat: ?"|\bthe language of this chat: |\byour role: ?"|\bwhat you want here: ?"|\bthe chat opened at \d|\bthe game is in the phase "` +
	`|\bthe next line goes to: |\bchannels besides the main one|" \(private\), read by "|\bnot all of them read "` +
	`|\((?:list|transcript)\) ?- "|^- "|## [a-z ]+\n`)

// isRecital reports whether a text reads out what the bot was given: its persona, objective,
// private information and strategy's instructions, or the rules.
func (r *Room) isRecital(flat string) bool {
	return recites(flat, recitedRules, r.Rules) || recites(flat, recitedWords, r.PrivateTexts...)
}

// recites reports whether a normalised text shares n words in a row with one of the others.
func recites(flat string, n int, others ...string) bool {
	line := " " + flat + " "
	var starts []int // the positions of the blank before each word, and of the last blank
	for i := range len(line) {
		if line[i] == ' ' {
			starts = append(starts, i)
		}
	}
	if len(starts) <= n {
		return false
	}
	return slices.ContainsFunc(others, func(other string) bool {
		within := " " + Normalise(other) + " "
		for i := range len(starts) - n {
			if strings.Contains(within, line[starts[i]:starts[i+n]+1]) {
				return true
			}
		}
		return false
	})
}
