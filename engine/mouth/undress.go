package mouth

import (
	"regexp"
	"strings"
	"unicode"
)

var (
	// stamp is a time before a line; one that only opens it, as in "10:30 works", belongs to what is said.
	stamp = regexp.MustCompile(`^(?:[\[(]\s*\d{1,2}(?::\d{2}){1,2}\s*[\])]\s*[-–:|]?|\d{1,2}(?::\d{2}){1,2}\s*[-–|]|\d{1,2}(?::\d{2}){2})\s*`)
	clock = regexp.MustCompile(`^\d{1,2}:\d{2}\s+`)
	// direction is what a script says of how a line is spoken, before or after it.
	direction = regexp.MustCompile(`(?i)^[\[(*]+(?:` + directed + `)[^\])*]{0,20}[\])*]+\s*|\s*[\[(*]+(?:` + directed + `)[^\])*]{0,20}[\])*]+$`)
	strong    = regexp.MustCompile(`(^|[\s(])(?:\*\*|__)([^*_]+)(?:\*\*|__)`)
	code      = regexp.MustCompile("`([^`]+)`")
	// says is what stands between a name and what its player says.
	says    = regexp.MustCompile(`^[ *_\]]*(?:\([^()]{0,20}\)|says|writes|replies)?[ *_]*:[*_]*`)
	heading = regexp.MustCompile(`^(?:#{1,6}|[-•‣▪]|>)\s+`)
)

const directed = `no (?:response|reply|message|answer)|stays? silent|says nothing|remains? silent|typing|thinking|thinks|smil(?:es|ing)|laugh(?:s|ing)|chuckl(?:es|ing)|grin(?:s|ning)|nods?|nodding|sighs?|sighing|shrugs?|winks?|paus(?:es?|ing)|silence|tippt|denkt|lacht|lächelt|grinst|rit|sourit|réfléchit|ríe|sonríe|piensa|ride|sorride|pensa`

// invisible tells characters that show nothing themselves: they join, direct or hide others, or are blanks that look like none.
func invisible(r rune) bool {
	switch r {
	case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0xFFFC, 0xFFFD:
		return true
	}
	return r >= 0xAD && unicode.In(r, unicode.Cf, unicode.Co, unicode.Variation_Selector, unicode.Noncharacter_Code_Point)
}

// joiner tells the characters among them that scripts and emoji need.
func joiner(r rune) bool { return r == '\u200c' || r == '\u200d' || r == '\ufe0f' }

// marks is how many marks may stand on one letter: a language needs two, more of them only hide it.
const marks = 2

// seen returns a text without what nobody sees, on one line.
func seen(text string) string {
	var b strings.Builder
	var before rune
	stacked := 0
	for _, r := range text {
		switch {
		case r == '\ufe0f' && before >= '0' && before <= '9': // a key
		case joiner(r) && before > 0x24F && !unicode.In(before, unicode.Latin, unicode.Cyrillic, unicode.Greek) && !unicode.IsSpace(before) && !unicode.IsPunct(before):
		case invisible(r):
			continue
		case unicode.Is(unicode.Mn, r):
			if stacked++; stacked > marks {
				continue
			}
		default:
			stacked = 0
		}
		before = r
		b.WriteRune(r)
	}
	return strings.Join(strings.FieldsFunc(b.String(), func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}

// undress takes off what a model puts around a line of chat: line breaks, time stamps, the bot's own name, quotes, marks of print, stage
// directions, what nobody sees.
func undress(text string, r *Room) string {
	text = seen(text)
	for {
		before := text
		if strings.IndexFunc(text, unicode.IsLetter) != 0 {
			text = strings.TrimSpace(stamp.ReplaceAllString(text, ""))
			if at := clock.FindStringIndex(text); at != nil && unname(text[at[1]:], r.Name) != text[at[1]:] {
				text = text[at[1]:]
			}
			text = heading.ReplaceAllString(text, "")
		}
		text = unname(text, r.Name)
		text = unquote(text)
		if strings.ContainsAny(text, "*_`[(") {
			text = strong.ReplaceAllString(text, "$1$2")
			text = code.ReplaceAllString(text, "$1")
			text = strings.TrimSpace(direction.ReplaceAllString(text, ""))
		}
		text = strings.TrimRightFunc(text, func(r rune) bool { return joiner(r) && r != '\ufe0f' })
		if text == before {
			return text
		}
	}
}

// unname takes off the bot's own name and a colon.
func unname(text, name string) string {
	bold := strings.TrimLeft(text, "*_[")
	if n := len(name); n > 0 && len(bold) > n && strings.EqualFold(bold[:n], name) {
		if at := says.FindStringIndex(bold[n:]); at != nil {
			return strings.TrimSpace(bold[n+at[1]:])
		}
	}
	return text
}

func unquote(text string) string {
	for _, q := range [][2]string{{`"`, `"`}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"'", "'"}, {"`", "`"}} {
		inner, ok := strings.CutPrefix(text, q[0])
		if !ok {
			continue
		}
		if inner, ok = strings.CutSuffix(inner, q[1]); ok && !strings.Contains(inner, q[1]) {
			return strings.TrimSpace(inner)
		}
	}
	return text
}
