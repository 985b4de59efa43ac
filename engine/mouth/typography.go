package mouth

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// typography lists marks that keyboards hardly have, with what people type for them. Marks in a
// group are used or not used together.
var typography = []map[rune]string{
	{'—': " - ", '–': "-", '―': " - ", '‒': "-", '‐': "-", '‑': "-", '−': "-"},
	{'‘': "'", '’': "'", '‚': "'", '‛': "'", '′': "'", '´': "'", '“': `"`, '”': `"`, '„': `"`, '‟': `"`, '″': `"`, '«': `"`, '»': `"`, '‹': "'", '›': "'"},
	{'…': "..."},
	{'→': "->", '←': "<-", '↔': "<->", '⇒': "=>", '⇐': "<=", '⟶': "->", '⟵': "<-", '⇔': "<=>"},
	{'•': "-", '‣': "-", '▪': "-", '◦': "-", '●': "-", '■': "-", '·': "-"},
	{'×': "x", '≠': "!=", '≤': "<=", '≥': ">=", '≈': "~", '½': "1/2", '¼': "1/4", '¾': "3/4", '™': "", '®': "", '©': "", 'ﬁ': "fi", 'ﬂ': "fl"},
}

var (
	// spacedDash matches a dash as it becomes, with the blanks around it.
	spacedDash = regexp.MustCompile(` +- +`)
	// quotedBlank matches the blanks that French writes inside its quotation marks.
	quotedBlank = regexp.MustCompile(`«\s+|\s+»`)
)

// plainMarks writes a text with the marks that this room uses. Scripts without blanks have marks of
// their own.
func (r *Room) plainMarks(text string) string {
	if isASCII(text) || strings.ContainsFunc(text, func(c rune) bool { return isUnspaced(c) || unicode.Is(unicode.Hangul, c) }) {
		return text
	}
	for i, group := range typography {
		uses := func(line string) bool {
			return strings.ContainsFunc(line, func(c rune) bool { _, ok := group[c]; return ok })
		}
		if !uses(text) || slices.ContainsFunc(r.Others[max(0, len(r.Others)-styleLines):], uses) {
			continue
		}
		if i == 0 {
			text = strings.ReplaceAll(text, " –", " — ")
		}
		text = quotedBlank.ReplaceAllStringFunc(text, strings.TrimSpace)
		var b strings.Builder
		for _, c := range text {
			if plain, ok := group[c]; ok {
				b.WriteString(plain)
			} else {
				b.WriteRune(c)
			}
		}
		if text = b.String(); i == 0 {
			text = strings.Trim(spacedDash.ReplaceAllString(text, " - "), " ")
			text = strings.TrimSuffix(strings.TrimPrefix(text, "- "), " -")
		}
	}
	return text
}
