package game

import (
	"slices"
	"unicode/utf8"

	"ringer/engine/mouth"
	"ringer/engine/timing"
)

// speakable returns the parts of a candidate that pass the mouth, as many messages as the bot's share of the talk leaves it. A refused
// first part refuses them all, and so does what only the parts together say, or what was cut off.
func (d *decider) speakable(kind string, c *Candidate) (ok []Part, refused []*TextRejected) {
	room := d.room()
	whole, shown := c.text(" "), c.text(partMark)
	if c.Whole != "" {
		whole, shown = c.Whole, c.Whole
	}
	if len(c.Parts) > 1 || c.Whole != "" {
		if _, rule := room.Pass(whole); rule != "" && !slices.Contains(perPart, rule) {
			return nil, []*TextRejected{{Rule: rule, Text: shown, Kind: kind}}
		}
	}
	for i, p := range c.Parts {
		texts, rule := room.Pass(p.Text)
		if rule != "" {
			refused = append(refused, &TextRejected{Rule: rule, Text: p.Text, Kind: kind})
			if i == 0 {
				return nil, refused
			}
			continue
		}
		for j, text := range texts {
			ok = append(ok, Part{Text: text, Timing: p.share(text, j == 0)})
		}
	}
	if len(ok) == 0 { // of a text of commas a strategy that splits there has no part
		return nil, []*TextRejected{{Rule: mouth.RuleEmpty, Kind: kind}}
	}
	n := d.s.mayAdd(len(ok))
	if n == 0 {
		return nil, append(refused, &TextRejected{Rule: mouth.RuleShare, Text: c.text(partMark), Kind: kind})
	}
	return join(ok, n, room.MaxChars), refused
}

// apart are the rules that parts must keep each by itself. The others they must keep as one text, too.
var perPart = []string{mouth.RuleEmpty, mouth.RuleRepeat}

// share returns the time that some of a part's text takes: typing by its characters, and all else before the first.
func (p Part) share(text string, first bool) timing.Delay {
	t := p.Timing
	if !first {
		t = timing.Delay{Typing: t.Typing}
	}
	if all, some := utf8.RuneCountInString(p.Text), utf8.RuneCountInString(text); some < all {
		t.Typing = t.Typing * Millis(some) / Millis(all)
	}
	return t
}

// join makes n messages of parts, the last of as many as fit into one.
func join(parts []Part, n, maxChars int) []Part {
	for _, p := range parts[n:] {
		last := &parts[n-1]
		text := last.Text + partMark + p.Text
		if utf8.RuneCountInString(text) > maxChars {
			break
		}
		last.Text, last.Timing.Typing = text, last.Timing.Typing+p.Timing.Typing
	}
	return parts[:n]
}
