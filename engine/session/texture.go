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

// typedAsHere types the parts of a message as carelessly as people here do, by draws at their
// rates. Who leaves out one apostrophe leaves out all.
func (d *decider) typedAsHere(parts []PlanPart, basedOn int64) []PlanPart {
	if !d.s.Config.lifelike() {
		return parts
	}
	v, room := d.s.View(d.now), d.room()
	room.Language = d.language
	t := v.Texture()
	for i := range parts {
		chance := func(purpose string) float64 { return Draw(d.s.Seed, basedOn, purpose, i).Float64() }
		small := chance("small start") < d.smallStarts(t.LowerStart)
		parts[i].Text = room.Typed(parts[i].Text, mouth.Habits{
			SmallStart: small, Capital: !small && i == 0 && d.s.Config.Lively(), NoStop: chance("stop") >= t.Stop,
			NoApostrophe: d.draw(0, "apostrophe")*(t.Bare+t.Apostrophe) < t.Bare,
		})
	}
	return parts
}

// ownHabit is how far the rate of small first letters of a person is from the room's, on the way to
// always or never. In the published games two of three people begin four of five lines alike.
const ownHabit = 0.7

// smallStarts returns the share of the bot's lines that begin with a small letter. It is a person's
// habit, drawn so that the mean of all bots is the room's rate.
func (d *decider) smallStarts(room float64) float64 {
	switch {
	case d.s.Config.Generation < 3:
		return room
	case d.draw(0, "small starts") < room:
		return room + ownHabit*(1-room)
	}
	return room * (1 - ownHabit)
}

// slipChance is how often a line has a slip in sessions of older rules, which always correct it.
const slipChance = 0.005

// lostLetter is the share of slips that lose a letter; in the others two change places.
const lostLetter = 0.7

// slip types a word of a reply wrong as often as people here do: a letter is missing, or two change
// places. It corrects the word in the next line as rarely as they do.
func (d *decider) slip(p *Plan) {
	if d.s.Config.Pace != PaceHuman || p.Kind != Reply {
		return
	}
	draw := func(purpose string) float64 { return d.draw(p.BasedOn, purpose) }
	chance, corrected, place, lost, lifelike := slipChance, 1.0, 0.0, 0.0, d.s.Config.lifelike()
	if lifelike {
		v := d.s.View(d.now)
		t := v.Texture()
		chance, corrected, place, lost = t.Slip, t.Correction/t.Slip, draw("place"), 0.5
	}
	words := strings.Split(p.Text, " ")
	var may []int
	for i, word := range words {
		if d.slippery(word) {
			may = append(may, i)
		}
	}
	corrects := draw("correction") < corrected
	if draw("slip") >= chance || len(may) == 0 || corrects && d.s.messagesLeft(2) < 2 {
		return
	}
	i := may[int(place*float64(len(may)))]
	word := words[i]
	at := len(word)/2 - 1
	if d.s.Config.Lively() {
		at, lost = 1+int(draw("where")*float64(len(word)-3)), lostLetter
	}
	if words[i] = word[:at] + word[at+1:at+2] + word[at:at+1] + word[at+2:]; draw("letter") < lost || words[i] == word {
		words[i] = word[:at+1] + word[at+2:]
	}
	text := strings.Join(words, " ")
	if _, rule := d.room().Pass(text); rule != "" && lifelike {
		return
	}
	if corrects {
		star := PlanPart{Text: "*" + word}
		star.Timing.Typing = p.Timing.Typing * Millis(utf8.RuneCountInString(star.Text)) / Millis(utf8.RuneCountInString(p.Text))
		p.Rest = append([]PlanPart{star}, p.Rest...)
	}
	p.Meant, p.Text = p.Text, text
}

// slippery reports whether a word may be typed wrong: it is a word of small Latin letters, and no
// name. In sessions of older rules the two letters in its middle differ.
func (d *decider) slippery(word string) bool {
	shortest := 4
	if d.s.Config.Lively() {
		shortest = 6 // people slip in long words
	}
	if len(word) < shortest || strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return false
	}
	at := len(word)/2 - 1
	return (word[at] != word[at+1] || d.s.Config.Lively()) && !slices.ContainsFunc(d.s.Roster.Players, func(p Player) bool { return mouth.Mentions(word, p.Name) })
}
