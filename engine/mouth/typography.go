package mouth

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// typography lists marks that keyboards lack. Marks of a group are used together or not.
var typography = []map[rune]string{
	{'—': " - ", '–': "-", '―': " - ", '‒': "-", '‐': "-", '‑': "-", '−': "-"},
	{'‘': "'", '’': "'", '‚': "'", '‛': "'", '′': "'", '´': "'", '“': `"`, '”': `"`, '„': `"`, '‟': `"`, '″': `"`, '«': `"`, '»': `"`, '‹': "'", '›': "'"},
	{'…': "..."},
	{'→': "->", '←': "<-", '↔': "<->", '⇒': "=>", '⇐': "<=", '⟶': "->", '⟵': "<-", '⇔': "<=>"},
	{'•': "-", '‣': "-", '▪': "-", '◦': "-", '●': "-", '■': "-", '·': "-"},
	{'。': ".", '，': ", ", '？': "?", '！': "!", '：': ":", '；': ";", '～': "~", '＂': `"`, '＇': "'"},
	{'×': "x", '≠': "!=", '≤': "<=", '≥': ">=", '≈': "~", '½': "1/2", '¼': "1/4", '¾': "3/4", '™': "", '®': "", '©': "", 'ﬁ': "fi", 'ﬂ': "fl"},
}

var (
	// spacedDash matches a dash as it becomes, with the blanks around it.
	spacedDash  = regexp.MustCompile(` +- +`)
	quotedBlank = regexp.MustCompile(`«\s+|\s+»`)
)

// isStyled reports whether a letter is drawn bold, in script, or as wide as an ideograph.
func isStyled(c rune) bool {
	return c >= 0x1D400 && c <= 0x1D7FF || c >= 0xFF10 && c <= 0xFF5A && unicode.In(c, unicode.Letter, unicode.Digit)
}

// plainMarks writes the marks of this room. Marks beside a script with own marks stay.
func (r *Room) plainMarks(text string) string {
	if isASCII(text) {
		return text
	}
	others := r.Others[max(0, len(r.Others)-styleLines):]
	for i := range len(typography) + 1 {
		plain := func(c rune) (string, bool) {
			if i == len(typography) {
				return norm.NFKC.String(string(c)), isStyled(c)
			}
			mark, ok := typography[i][c]
			return mark, ok
		}
		uses := func(line string) bool {
			return strings.ContainsFunc(line, func(c rune) bool { _, ok := plain(c); return ok })
		}
		if !uses(text) || slices.ContainsFunc(others, uses) {
			continue
		}
		if i == 0 { // the dashes
			text = strings.ReplaceAll(text, " –", " — ")
		}
		text = replaceMarks(quotedBlank.ReplaceAllStringFunc(text, strings.TrimSpace), plain)
		if i == 0 {
			text = strings.Trim(spacedDash.ReplaceAllString(text, " - "), " ")
			text = strings.TrimSuffix(strings.TrimPrefix(text, "- "), " -")
		}
	}
	return text
}

// replaceMarks replaces marks, unless a letter of a script with marks of its own is beside.
func replaceMarks(text string, plain func(rune) (string, bool)) string {
	var b strings.Builder
	runes := []rune(text)
	own := false // the mark before this one stays
	for i, c := range runes {
		mark, ok := plain(c)
		own = ok && (own || hasOwnMarks(runeAt(runes, i-1)) || hasOwnMarks(runeAt(runes, i+1)))
		if ok && !own {
			b.WriteString(mark)
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

func hasOwnMarks(c rune) bool { return isUnspaced(c) || unicode.Is(unicode.Hangul, c) }

func isEmoji(r rune) bool {
	switch {
	case r >= 0x1F000 && r <= 0x1FAFF, r >= 0x2600 && r <= 0x27BF, r >= 0x2B00 && r <= 0x2BFF, r >= 0x231A && r <= 0x23FF, r >= 0xE0020 && r <= 0xE007F:
		return true
	}
	return false
}

// countEmoji counts the emoji of a text. Joined or coloured ones count as one.
func countEmoji(text string) (n int) {
	var before rune
	for _, r := range text {
		if r >= utf8.RuneSelf && isEmoji(r) && !continuesEmoji(before, r) {
			n++
		}
		if r != '\ufe0f' {
			before = r
		}
	}
	return n
}

func continuesEmoji(before, r rune) bool {
	flag := func(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }
	return before == '\u200d' || isJoiner(r) || r >= 0x1F3FB && r <= 0x1F3FF || r >= 0xE0020 && r <= 0xE007F || flag(before) && flag(r)
}

// limitEmoji removes emoji that the room does not use, and all but one. onlyEmoji: nothing else.
func limitEmoji(text string, style *Style) (clean string, onlyEmoji bool) {
	n := countEmoji(text)
	if n == 0 {
		return text, false
	}
	keep := 1
	if style.Known() && style.Emoji == 0 {
		keep = 0
	}
	var b strings.Builder
	var before rune
	picture, seen := false, 0
	for _, r := range text {
		switch {
		case isEmoji(r) && !continuesEmoji(before, r):
			picture = true
			seen++
		case !picture || !isEmoji(r) && !isJoiner(r):
			picture = false
		}
		if !picture || seen <= keep {
			b.WriteRune(r)
		}
		before = r
	}
	clean = strings.Join(strings.Fields(b.String()), " ")
	return clean, keep == 0 && strings.TrimFunc(clean, func(r rune) bool { return isJoiner(r) || unicode.IsSpace(r) }) == ""
}

// emoticon matches an emoticon. Its letters keep their case.
var emoticon = regexp.MustCompile(`^(?:[:;=8xX][-']?[DPOSXpdosx3()\[\]/\\|*]+|[xX]+D+|D[:;=]|[oO0][_.][oO0]|T[_.]T|<3)[.,!?]*$`)

// minShoutedCapitals make a word emphasised. A shorter one may be an abbreviation.
const minShoutedCapitals = 3

// apply writes a text as usual in this room. A full stop needs room below limit characters.
func (s *Style) apply(text string, names []string, limit int) string {
	if !s.Known() {
		return text
	}
	switch {
	case s.Lower >= usualShare:
		text = lower(text)
	case s.LowerStart >= usualShare:
		text = lowerStart(text, names)
	case s.LowerStart <= rareShare:
		text = upperStart(text)
	}
	if s.Period >= usualShare && endsInWord(text) && utf8.RuneCountInString(text) < limit {
		return text + "."
	}
	for s.Period <= rareShare && endsWithFullStop(text) {
		shorter := strings.TrimSpace(strings.TrimSuffix(text, "."))
		if shorter == "" {
			break
		}
		text = shorter
	}
	return text
}

func upperStart(text string) string {
	first, _, _ := strings.Cut(text, " ")
	c, size := utf8.DecodeRuneInString(text)
	if emoticon.MatchString(first) {
		return text
	}
	return string(unicode.ToUpper(c)) + text[size:]
}

func endsInWord(text string) bool {
	c, _ := utf8.DecodeLastRuneInString(text)
	return isWordRune(c) && !emoticon.MatchString(text[strings.LastIndexByte(text, ' ')+1:])
}

// lower writes a text without capitals, except for emoticons and a single emphasised word.
func lower(text string) string {
	if strings.ToLower(text) == text {
		return text
	}
	list := strings.Split(text, " ")
	shouts := 0
	for _, w := range list {
		if isShouted(w) {
			shouts++
		}
	}
	for i, w := range list {
		if !emoticon.MatchString(w) && !(shouts == 1 && len(list) > 1 && isShouted(w)) {
			list[i] = strings.ToLower(w)
		}
	}
	return strings.Join(list, " ")
}

func isShouted(word string) bool {
	n := 0
	for _, r := range word {
		switch {
		case unicode.IsUpper(r):
			n++
		case unicode.IsLetter(r):
			return false
		}
	}
	return n >= minShoutedCapitals
}

// lowerStart makes the first letter small, unless the first word is a name or has more capitals.
func lowerStart(text string, names []string) string {
	first, _, _ := strings.Cut(text, " ")
	bare := strings.TrimRightFunc(first, func(r rune) bool { return !isWordRune(r) })
	c, size := utf8.DecodeRuneInString(text)
	if slices.Contains(names, bare) || strings.ContainsFunc(bare[min(size, len(bare)):], unicode.IsUpper) || emoticon.MatchString(first) {
		return text
	}
	return string(unicode.ToLower(c)) + text[size:]
}
