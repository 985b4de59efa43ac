package mouth

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// typography lists marks that keyboards hardly have, with what people type for them. Marks in a
// group are used or not used together.
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
	spacedDash = regexp.MustCompile(` +- +`)
	// quotedBlank matches the blanks that French writes inside its quotation marks.
	quotedBlank = regexp.MustCompile(`«\s+|\s+»`)
)

// isStyled reports whether a letter is drawn bold, in script, or as wide as an ideograph.
func isStyled(c rune) bool {
	return c >= 0x1D400 && c <= 0x1D7FF || c >= 0xFF10 && c <= 0xFF5A && unicode.In(c, unicode.Letter, unicode.Digit)
}

// plainMarks writes a text with the marks that this room uses. Marks beside a letter of a script
// that has marks of its own stay.
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

// replaceMarks replaces the marks that plain knows, unless they stand beside a letter of a script
// that has marks of its own.
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
