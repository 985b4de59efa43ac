package session

import (
	"slices"
	"strings"
	"unicode/utf8"

	"ringer/engine/mouth"
)

// How often people send two lines, and correct one. In the published games of FourMind and Time to
// Talk 9 to 23 of 100 lines follow a line of the same player, and 1 in 200 corrects one.
const (
	twoLinesChance = 0.9 // of the texts that can be cut; most cannot
	// secondLines bounds the share of the bot's second lines: one in so many.
	secondLines = 5
	slipChance  = 0.005
)

// inTwoLines cuts the one part of a candidate in two, if a draw says so and the mouth allows both.
func (d *decider) inTwoLines(parts []PlanPart, c *Candidate, basedOn int64) []PlanPart {
	if d.s.Config.Pace != PaceHuman || len(parts) != 1 || c.Kind != Reply || d.draw(basedOn, "two lines") >= twoLinesChance {
		return parts
	}
	first, second, ok := mouth.InTwo(parts[0].Text)
	if !ok || d.s.manySecondLines() {
		return parts
	}
	p := parts[0]
	two := &Candidate{Parts: []PlanPart{{Text: first, Timing: p.pieceDelay(first, true)}, {Text: second, Timing: p.pieceDelay(second, false)}}, Whole: p.Text}
	if cut, refused := d.speakableParts("", two); len(cut) == 2 && len(refused) == 0 {
		return cut
	}
	return parts
}

func (s *State) manySecondLines() bool {
	own, second := 1, 0
	for i := range s.Messages {
		if m := &s.Messages[i]; m.Own {
			if own++; m.Follows != "" {
				second++
			}
		}
	}
	return second*secondLines >= own
}

// slip lets two letters of a word change places, rarely. The next line corrects the word.
func (d *decider) slip(p *Plan) {
	if d.s.Config.Pace != PaceHuman || p.Kind != Reply || d.draw(p.BasedOn, "slip") >= slipChance {
		return
	}
	words := strings.Split(p.Text, " ")
	i := slices.IndexFunc(words, d.slippery)
	if i < 0 || d.s.messagesLeft(2) < 2 {
		return
	}
	word := words[i]
	at := len(word)/2 - 1
	star := PlanPart{Text: "*" + word}
	star.Timing.Typing = p.Timing.Typing * Millis(utf8.RuneCountInString(star.Text)) / Millis(utf8.RuneCountInString(p.Text))
	words[i] = word[:at] + word[at+1:at+2] + word[at:at+1] + word[at+2:]
	p.Meant, p.Text, p.Rest = p.Text, strings.Join(words, " "), append([]PlanPart{star}, p.Rest...)
}

// slippery reports whether two letters in the middle of a word may change places: it is a word of
// small Latin letters, no name, and another word afterwards.
func (d *decider) slippery(word string) bool {
	const shortest = 4
	if len(word) < shortest || strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return false
	}
	at := len(word)/2 - 1
	return word[at] != word[at+1] && !slices.ContainsFunc(d.s.Roster.Players, func(p Player) bool { return mouth.Mentions(word, p.Name) })
}

func (d *decider) draw(basedOn int64, purpose string) float64 {
	return Draw(d.s.Seed, basedOn, purpose, 0).Float64()
}
