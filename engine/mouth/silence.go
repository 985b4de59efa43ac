package mouth

import (
	"strings"
	"unicode/utf8"
)

// openers and closers are the brackets in which models speak about a line. The same mark may open
// and close.
const (
	openers = "([{<*_~（【〔［"
	closers = ")]}>*_~）】〕］"
)

// quotePairs are the quotation marks around a text.
var quotePairs = [][2]string{{`"`, `"`}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"'", "'"}, {"`", "`"}, {"‘", "’"}, {"「", "」"}, {"『", "』"}}

// tellsSilence reports whether a text says in words or marks that nothing is said: "no response
// needed", "(stays silent)", "NO_REPLY", "...". What somebody else has written here is a line.
func (r *Room) tellsSilence(text string) bool {
	if len(text) > maxAsideBytes || text == "" {
		return false
	}
	bare := trimMarks(text)
	if bare == "" {
		return isPause(text) && !r.saidByOthers(text)
	}
	w := allLanguages().line
	first, _ := utf8.DecodeRuneInString(text)
	inBrackets := strings.ContainsRune(openers, first) && !strings.ContainsAny(bare, ")]}>*）】〕］")
	token := isCapitals(strings.TrimSuffix(text, "."))
	switch {
	case token && strings.Contains(text, "_") && !r.namesPlayer(bare):
		return true
	case inBrackets && r.isOnly(bare, w.silence, w.aside, w.note), token && r.isOnly(bare, w.silence, w.aside), r.isOnly(bare, w.silence):
		return !r.saidByOthers(text)
	}
	return false
}

// namesPlayer reports whether a word of a state is a player's name.
func (r *Room) namesPlayer(state string) bool {
	for word := range strings.SplitSeq(state, "_") {
		if r.isPlayerName(foldLetters(word)) {
			return true
		}
	}
	return false
}

// isPause reports whether a text without words is a pause: nothing but dots, or dashes, in quotes
// or brackets or in none. Emoticons and question marks say something.
func isPause(text string) bool {
	for {
		inner := strings.TrimSpace(text)
		for _, q := range quotePairs {
			if rest, ok := strings.CutPrefix(inner, q[0]); ok && len(rest) >= len(q[1]) && strings.HasSuffix(rest, q[1]) {
				inner = strings.TrimSuffix(rest, q[1])
				break
			}
		}
		first, size := utf8.DecodeRuneInString(inner)
		last, lastSize := utf8.DecodeLastRuneInString(inner)
		if i := strings.IndexRune(openers, first); i >= 0 && len(inner) >= size+lastSize && strings.HasPrefix(closers[i:], string(last)) {
			inner = inner[size : len(inner)-lastSize]
		}
		if inner == text {
			break
		}
		text = inner
	}
	for _, marks := range []string{".…。・· ", "-–—― "} {
		if strings.Trim(text, marks) == "" {
			return true
		}
	}
	return false
}
