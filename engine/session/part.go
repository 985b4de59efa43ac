package session

import (
	"slices"
	"strings"
	"unicode/utf8"

	"ringer/engine/mouth"
	"ringer/engine/timing"
)

// speakableParts returns the parts of a candidate that pass the mouth, at most as many as the bot's
// share of the talk allows. All parts are refused if the mouth refuses the first one or the text as
// a whole, including the words that the strategy cut off.
func (d *decider) speakableParts(kind string, c *Candidate) (ok []PlanPart, refused []*TextRejected) {
	room := d.room()
	room.Language = d.language
	whole, shown := strings.Join(c.texts(), " "), InOneLine(c.texts())
	if c.Whole != "" {
		whole, shown = c.Whole, c.Whole
	}
	if len(c.Parts) > 1 || c.Whole != "" {
		if _, rule := room.Pass(whole); rule != "" && !slices.Contains(perPart, rule) || rule == mouth.RuleRepeat && room.RepeatsOwn(whole) {
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
			ok = append(ok, PlanPart{Text: text, Timing: p.pieceDelay(text, j == 0)})
		}
	}
	if len(ok) == 0 { // a strategy that splits at commas finds no part in a text of commas
		return nil, []*TextRejected{{Rule: mouth.RuleEmpty, Kind: kind}}
	}
	if d.mayShorten(kind) && slices.ContainsFunc(c.Parts, func(p PlanPart) bool { return room.IsTooLong(p.Text) }) {
		return nil, append(refused, &TextRejected{Rule: mouth.RuleLong, Text: shown, Kind: kind})
	}
	n := d.s.messagesLeft(len(ok))
	if n == 0 {
		return nil, append(refused, &TextRejected{Rule: mouth.RuleShare, Text: InOneLine(c.texts()), Kind: kind})
	}
	return join(ok, n, room.MaxChars), refused
}

// mayShorten reports whether a line that is too long is rewritten. That happens once.
func (d *decider) mayShorten(kind string) bool {
	return kind != KindRewrite && !d.s.Path.outOfBudget() && d.s.Rhythm.Refusals+1 < maxRefusals
}

// perPart are the rules that each part must keep by itself. The text as a whole must keep the other
// rules, too. It must not be what the bot has sent before, word for word.
var perPart = []string{mouth.RuleEmpty, mouth.RuleRepeat}

// pieceDelay returns the delay of a piece: its typing, and for the first all other time.
func (p PlanPart) pieceDelay(text string, first bool) timing.Delay {
	t := p.Timing
	if !first {
		t = timing.Delay{Typing: t.Typing}
	}
	if all, some := utf8.RuneCountInString(p.Text), utf8.RuneCountInString(text); some < all {
		t.Typing = t.Typing * Millis(some) / Millis(all)
	}
	return t
}

// InOneLine joins the parts of a message as in one line. Most were split at a comma.
func InOneLine(parts []string) string {
	var all strings.Builder
	for i, part := range parts {
		switch {
		case i == 0:
		case strings.HasSuffix(parts[i-1], "?"), strings.HasSuffix(parts[i-1], "!"), strings.HasSuffix(parts[i-1], "."):
			all.WriteByte(' ')
		default:
			all.WriteString(", ")
		}
		all.WriteString(part)
	}
	return all.String()
}

// join returns the parts as n messages. The last one takes what fits of the others.
func join(parts []PlanPart, n, maxChars int) []PlanPart {
	for _, p := range parts[n:] {
		last := &parts[n-1]
		text := InOneLine([]string{last.Text, p.Text})
		if utf8.RuneCountInString(text) > maxChars {
			break
		}
		last.Text, last.Timing.Typing = text, last.Timing.Typing+p.Timing.Typing
	}
	return parts[:n]
}
