package mouth

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	timestamp = regexp.MustCompile(`^(?:[\[(]\s*\d{1,2}(?::\d{2}){1,2}\s*[\])]\s*[-–:|]?|\d{1,2}(?::\d{2}){1,2}\s*[-–|]|\d{1,2}(?::\d{2}){2})\s*`)
	// clockTime matches a time that may also belong to the text, as in "10:30 works". It is
	// removed only before the bot's name.
	clockTime  = regexp.MustCompile(`^\d{1,2}:\d{2}\s+`)
	boldMarks  = regexp.MustCompile(`(^|[\s(])(?:\*\*|__)([^*_]+)(?:\*\*|__)`)
	codeMarks  = regexp.MustCompile("`([^`]+)`|~~([^~]+)~~")
	nameSuffix = regexp.MustCompile(`^[ *_"\]]*(?:\([^()]{0,30}\)|\[[^\[\]]{0,30}\]|says|writes|replies)?[ *_]*[:：][*_]*`)
	ruled      = regexp.MustCompile(`(?:\s+-{3,}|\s*#{2,}|\s+\*{3,})$`)
	heading    = regexp.MustCompile(`^(?:#{1,6}|[-•‣▪]|>)\s+`)
)

// isInvisible reports whether a character shows nothing itself, or is an unusual blank.
func isInvisible(r rune) bool {
	switch r {
	case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0xFFFC, 0xFFFD:
		return true
	}
	return r >= 0xAD && !isIdeograph(r) && unicode.In(r, unicode.Cf, unicode.Co, unicode.Variation_Selector, unicode.Noncharacter_Code_Point)
}

// ShowsNothing reports whether a text has only blanks and invisible characters.
func ShowsNothing(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsSpace(r) && !isInvisible(r) })
}

// isJoiner reports whether an invisible character is one that scripts and emoji need.
func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' || r == '\ufe0f' }

// takesJoiners reports whether a joiner changes how a character is drawn, as in Persian.
func takesJoiners(r rune) bool {
	return r > 0x24F && !unicode.In(r, unicode.Latin, unicode.Cyrillic, unicode.Greek) && !unicode.IsSpace(r) && !unicode.IsPunct(r)
}

// Hides reports whether a text has invisible characters that change nothing of how it is drawn.
func Hides(text string) bool {
	before := ' '
	for _, r := range text {
		if isInvisible(r) && !(isJoiner(r) && takesJoiners(before)) {
			return true
		}
		before = r
	}
	return false
}

// maxMarks is how many combining marks a letter may have. More of them only hide the letter.
const maxMarks = 2

// visible returns a text without invisible characters, on one line.
func visible(text string) string {
	var b strings.Builder
	var before rune
	stacked := 0
	for _, r := range text {
		switch {
		case r == '\ufe0f' && before >= '0' && before <= '9': // a key such as 1️⃣
		case isJoiner(r) && takesJoiners(before):
		case isInvisible(r):
			continue
		case unicode.Is(unicode.Mn, r):
			if stacked++; stacked > maxMarks {
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

// removeFraming removes what a model puts around a line of chat: line breaks, time stamps, the
// bot's own name, quotes, Markdown, stage directions, invisible characters.
func removeFraming(text string, r *Room) string {
	text = r.plainMarks(visible(text))
	for range maxFrames {
		before := text
		if strings.ContainsAny(text, "\\&") {
			text = visible(withoutEscapes(text)) // what was removed may have stood in an escape
		}
		text = r.removeSelf(removeName(removeLeading(text, r.Name), r.Name))
		text = removeQuotes(r.removePings(text))
		text = r.removeDirections(text)
		text = strings.TrimRight(ruled.ReplaceAllString(text, ""), " ")
		if strings.ContainsAny(text, "*_`~") {
			if strings.Contains(text, "**") || strings.Contains(text, "__") {
				text = boldMarks.ReplaceAllString(text, "$1$2")
			}
			if strings.ContainsAny(text, "`~") {
				text = codeMarks.ReplaceAllString(text, "$1$2")
			}
		}
		text = strings.TrimRightFunc(text, func(r rune) bool { return isJoiner(r) && r != '\ufe0f' })
		if text == before {
			return text
		}
	}
	return "" // it is only framing
}

// maxFrames is how many frames a text may have. Models put two or three. Each costs a whole look.
const maxFrames = 16

func removeLeading(text, name string) string {
	for {
		if c, _ := utf8.DecodeRuneInString(text); unicode.IsLetter(c) {
			break
		}
		at := timestamp.FindStringIndex(text)
		if at == nil {
			if at = clockTime.FindStringIndex(text); at != nil && removeName(text[at[1]:], name) == text[at[1]:] {
				at = nil
			}
		}
		if at == nil {
			at = heading.FindStringIndex(text)
		}
		if at == nil {
			break
		}
		text = strings.TrimSpace(text[at[1]:])
	}
	return text
}

// maxBeforeName is how many bytes of numbers and marks may stand before the bot's name.
const maxBeforeName = 24

// removeName removes the bot's own name and the colon after it.
func removeName(text, name string) string {
	bold := strings.TrimLeft(text, "*_[")
	if first, _ := utf8.DecodeRuneInString(name); unicode.IsLetter(first) {
		start := text[:min(len(text), maxBeforeName)]
		if at := strings.IndexFunc(start, unicode.IsLetter); at >= 0 {
			bold = text[at:]
		}
	}
	if n := len(name); n > 0 && len(bold) > n && strings.EqualFold(bold[:n], name) {
		if at := nameSuffix.FindStringIndex(bold[n:]); at != nil {
			return strings.TrimSpace(bold[n+at[1]:])
		}
		if rest, ok := strings.CutPrefix(bold[n:], "> "); ok && strings.HasPrefix(text, "<") {
			return strings.TrimSpace(rest)
		}
	}
	return text
}

func removeQuotes(text string) string {
	for _, q := range quotePairs {
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

var (
	// handle matches a name with a sign that calls its bearer. A number may be a time: @7.
	// Inside a word the sign stands for a letter: m@fia.
	handle = regexp.MustCompile(`\B[@＠]+[*_\[]*((?:\p{L}|\p{N}{3})[\p{L}\p{N}_.-]*)[*\]]*`)
	// gluedPing matches a call of all that platforms also hear inside a word: hi@everyone.
	gluedPing = regexp.MustCompile(`(?i)[@＠]+(everyone|everybody|all)\b`)
	// pingOfRoom matches calls of all readers that would be no word in a line: @here, <!channel>.
	pingOfRoom = regexp.MustCompile(`(?i)[@＠]+[*_\[]*(here|channel|room|online|stream|topic|chat)\b[*\]]*|<!([^<>]*)>|<at\b[^<>]*>|</at>`)
	// widePing matches a call of all with a blank in it.
	widePing   = regexp.MustCompile(`(?i)[@＠]\s+(everyone|everybody|here|channel|all|room)\b`)
	rawMention = regexp.MustCompile(`<(?:@[!&]?|#|users/)([\w.-]+)(?:\|[^<>]*)?>`)
)

// maxPings is how many players a line may call. More are all that are there.
const maxPings = 2

// removePings makes calls of all readers and of strangers harmless, and removes mentions of ids
// that no player has. A chat platform could call people outside the game.
func (r *Room) removePings(text string) string {
	if !strings.ContainsAny(text, "@＠<") {
		return text
	}
	before := text
	text = r.replacePings(pingOfRoom, widePing.ReplaceAllString(text, "$1"), false)
	text = r.replacePings(rawMention, text, false)
	text = r.replacePings(handle, gluedPing.ReplaceAllString(text, " $1"), true)
	if len(handle.FindAllString(text, maxPings+1)) > maxPings {
		text = handle.ReplaceAllString(text, "$1") // a call of all by their names
	}
	if text == before {
		return text
	}
	return strings.Join(strings.Fields(text), " ")
}

// replacePings removes, or leaves as a word, what is not a player's name or id.
func (r *Room) replacePings(re *regexp.Regexp, text string, leave bool) string {
	return re.ReplaceAllStringFunc(text, func(match string) string {
		name := re.FindStringSubmatch(match)[1]
		isName := func(id string) bool { return id != "" && len(name) >= len(id) && strings.EqualFold(name[:len(id)], id) }
		switch {
		case slices.ContainsFunc(r.IDs, isName), slices.ContainsFunc(r.Names, func(n string) bool { first, _, _ := strings.Cut(n, " "); return isName(first) }):
			return match
		case leave:
			return name
		}
		return " "
	})
}
