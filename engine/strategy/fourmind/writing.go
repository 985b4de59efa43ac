package fourmind

import (
	"strings"

	"ringer/engine/session"
	"ringer/engine/timing"
)

// Write implements session.Writer. In the paper a text is split at its commas (§3.1). Each part
// takes the time of Algorithm 1, which needs the text before it, too.
func (f *FourMind) Write(v session.View, w session.Want, text string) []session.PlanPart {
	v = v.Here()
	last, _ := v.Last()
	before := last.Text
	texts := split(text)
	if f.options.Split == splitSense {
		var lines []string
		for line := range strings.Lines(unquoted(text)) {
			lines = appendPart(lines, line)
		}
		texts = appendPart(nil, session.InOneLine(lines))
	}
	var parts []session.PlanPart
	for _, part := range texts {
		z := session.Draw(v.Seed, w.BasedOn, "keystroke:"+w.Kind, len(parts)).NormFloat64()
		delay := timing.FourMind(z, part, before)
		delay.Meanwhile = v.Config.Pace == session.PacePaper && v.Config.Generation >= 3
		parts = append(parts, session.PlanPart{Text: part, Timing: delay})
		before = part
	}
	return parts
}

// split cuts a text at its commas and line breaks. It does not cut at a comma before a digit, as in
// 3,5, or between quotation marks, stars or brackets: nobody would press enter there.
func split(text string) (parts []string) {
	text = unquoted(text)
	quotes, stars, open, start := 0, 0, 0, 0
	closed := strings.LastIndexAny(text, ")]}")
	paired, starred := strings.Count(text, `"`)%2 == 0, strings.Count(text, "*")%2 == 0
	for i := range len(text) {
		switch text[i] {
		case '"':
			quotes++
		case '*':
			stars++
		case '(', '[', '{':
			open++
		case ')', ']', '}':
			open = max(0, open-1)
		case ',', '\n':
			inside := paired && quotes%2 == 1 || starred && stars%2 == 1 || open > 0 && i < closed
			number := i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9'
			if text[i] == '\n' || !inside && !number {
				parts = appendPart(parts, text[start:i])
				start = i + 1
			}
		}
	}
	return appendPart(parts, text[start:])
}

// unquoted removes quotation marks around a whole text: some models quote what they propose.
func unquoted(text string) string {
	text = strings.TrimSpace(text)
	if inner, ok := strings.CutPrefix(text, `"`); ok && inner != "" && strings.Index(inner, `"`) == len(inner)-1 {
		return inner[:len(inner)-1]
	}
	return text
}

func appendPart(parts []string, text string) []string {
	if text = strings.TrimSpace(text); text != "" {
		return append(parts, text)
	}
	return parts
}
