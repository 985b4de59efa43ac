package session

import (
	"slices"
	"strings"
	"unicode/utf8"

	"ringer/engine/mouth"
)

// usualTexture is how people type in the published games of FourMind and Time to Talk. It counts as
// that many lines of the chat: a few lines do not tell what is rare.
var usualTexture = mouth.Texture{Lines: 40, Laugh: 0.02, Smiley: 0.01, Slip: 0.04, Correction: 0.004, LowerStart: 0.6, Stop: 0.015, Bare: 0.065, Apostrophe: 0.075}

const (
	textureLines = 100
	// habitLines is as how many lines usual habits count. A few lines tell what people do always.
	habitLines = 5
)

// Texture returns how people type in this chat, and as long as they have written little, in others.
func (v *View) Texture() mouth.Texture {
	lines := v.People()
	t := mouth.TextureOf(lines[max(0, len(lines)-textureLines):])
	habits, usual := t, usualTexture
	usual.Lines = habitLines
	habits.Join(usual)
	t.Join(usualTexture)
	t.LowerStart, t.Stop, t.Bare, t.Apostrophe = habits.LowerStart, habits.Stop, habits.Bare, habits.Apostrophe
	return t
}

// Turns counts the bot's lines, two in a row that belong together as one.
func (v *View) Turns() (n int) {
	for i := range v.Messages {
		if m := &v.Messages[i]; m.Own && m.Follows == "" {
			n++
		}
	}
	return n
}

// slipChance is how often a line has a slip in sessions of older rules, which always correct it.
const slipChance = 0.005

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
