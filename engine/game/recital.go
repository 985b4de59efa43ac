package game

import (
	"regexp"
	"slices"
	"strings"
)

// Instructed is a strategy that shows what it tells a model, so that no message reads it out.
type Instructed interface {
	// Instructions are the texts of its prompts.
	Instructions() []string
}

const (
	// recitedWords is how many words in a row may not come from what only the bot is told. People share phrases of five or six words
	// by chance, hardly of eight.
	recitedWords = 8
	// recitedRules is how many may not come from the rules, which everybody knows: players quote a sentence of them, not a paragraph.
	recitedRules = 14
)

// transcribed is a line of the transcript as a prompt shows it.
var transcribed = regexp.MustCompile(`#\d+ \d+:\d\d(?::\d\d)? (?:gamemaster )?"`)

// mouth is the state's, and besides refuses texts that read out what the strategy tells a model.
func (d *decider) mouth(text string) (clean, rule string) {
	clean, rule = d.s.mouth(text)
	if strategy, ok := d.strategy.(Instructed); ok && rule == "" && recites(Normalise(clean), recitedWords, strategy.Instructions()...) {
		return "", RuleRecital
	}
	return clean, rule
}

// recital tells whether a text reads out what the bot was told: its persona, objective and private information, the rules, or the
// transcript as it stands in a prompt.
func (s *State) recital(clean, flat string) bool {
	c := &s.Config
	rules := c.Game.RulesText
	if rules == "" {
		preset, _ := Rules(c.Game.Rules)
		rules = preset.Text
	}
	return transcribed.MatchString(clean) || recites(flat, recitedRules, rules) ||
		recites(flat, recitedWords, slices.Concat([]string{c.Persona, c.Objective}, s.Private)...)
}

// recites tells whether a normalised text holds n words in a row of one of the others.
func recites(flat string, n int, others ...string) bool {
	words := strings.Fields(flat)
	if len(words) < n {
		return false
	}
	return slices.ContainsFunc(others, func(other string) bool {
		within := " " + Normalise(other) + " "
		for i := range len(words) - n + 1 {
			if strings.Contains(within, " "+strings.Join(words[i:i+n], " ")+" ") {
				return true
			}
		}
		return false
	})
}
