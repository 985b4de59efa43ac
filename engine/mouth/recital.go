package mouth

import (
	"regexp"
	"slices"
	"strings"
)

const (
	// recitedWords is how many words in a row may not come from what only the bot is told. People share phrases of five or six words
	// by chance, hardly of eight.
	recitedWords = 8
	// recitedRules is how many may not come from the rules, which everybody knows: players quote a sentence of them, not a paragraph.
	recitedRules = 14
)

// transcribed is a piece of a prompt as no player writes: a line of the transcript, with the clock or with its age, or the words that every
// prompt has around what the session says.
var transcribed = regexp.MustCompile(`(?i)#\d+ (?:\d+:\d\d(?::\d\d)?|(?:\d+[hm] )*\d+s ago) (?:gamemaster )?"` +
	`|\byour name in this chat: ?"|\bthe language of this chat: |\byour role: ?"|\bwhat you want here: ?"|\bthe chat opened at \d|\bthe game is in the phase "` +
	`|\((?:list|transcript)\) ?- "|^- "|## [a-z ]+\n`)

// recital tells whether a text reads out what the bot was told: its persona, objective and private information, what its strategy tells a
// model, or the rules.
func (r *Room) recital(flat string) bool {
	return recites(flat, recitedRules, r.Rules) || recites(flat, recitedWords, r.Told...)
}

// recites tells whether a normalised text holds n words in a row of one of the others.
func recites(flat string, n int, others ...string) bool {
	line := " " + flat + " "
	var starts []int // of the blank before each word, and of the last one
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
