package mouth

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// most is how many messages one text becomes: more in a row are a monologue.
const most = 3

// What is longer than three times the long lines of this room is far longer, but below 80 characters nobody would send a line in two.
const (
	farLonger   = 3
	shortEnough = 80 // characters
)

// Shorten cuts a text at the last word that fits.
func Shorten(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	cut := string([]rune(text)[:limit+1])
	if i := strings.LastIndexByte(cut, ' '); i > 0 {
		return strings.TrimRight(cut[:i], " ,;:-")
	}
	return string([]rune(text)[:limit])
}

// limit is how long a message may be in this room, in characters.
func (r *Room) limit(room *Style) int {
	if !room.known() {
		return r.MaxChars
	}
	return min(r.MaxChars, max(shortEnough, farLonger*room.long))
}

// split makes messages of a text that is longer than the session or the room has them, at the ends of sentences, else of clauses. What has no such
// end is one message, cut at a word only where the session's limit asks for it. What would be a fourth message is not said.
func (r *Room) split(text string, room *Style) (parts []string) {
	limit := r.limit(room)
	for len(parts) < most && text != "" {
		if utf8.RuneCountInString(text) <= limit {
			return append(parts, text)
		}
		at := lastEnd(text, limit)
		if at == 0 && limit < r.MaxChars {
			at = firstEnd(text, r.MaxChars)
		}
		if at == 0 {
			return append(parts, Shorten(text, r.MaxChars))
		}
		if part := strings.TrimRight(text[:at], " ,;:–—-"); part != "" {
			parts = append(parts, part)
		}
		text = strings.TrimLeft(text[at:], " ,;:–—-")
	}
	return parts
}

// ending tells how strong an end is at a byte of a text, behind the mark there: 2 of a sentence, 1 of a clause, 0 none.
func ending(text string, i int, mark rune) int {
	after := text[i+utf8.RuneLen(mark):]
	if !strings.HasPrefix(after, " ") {
		return 0
	}
	switch mark {
	case '.':
		if abbreviated(text[:i]) {
			return 0
		}
		return 2
	case '!', '?', '…':
		return 2
	case ',', ';', ':', '–', '—':
		return 1
	case '-':
		if strings.HasSuffix(text[:i], " ") {
			return 1
		}
	}
	return 0
}

// titles are short forms that stand before what they belong to.
var titles = []string{"dr", "mr", "mrs", "ms", "prof", "st", "vs", "nr", "bzw", "ca", "evtl", "sr", "sra", "mme", "dott", "sig"}

// abbreviated tells whether a text before a dot ends with a short form, such as e.g, Dr or z.B.
func abbreviated(before string) bool {
	word := strings.ToLower(strings.TrimLeft(before[strings.LastIndexByte(before, ' ')+1:], "(\"'"))
	n := len(word)
	return n > 2 && word[n-2] == '.' && word[n-1] >= 'a' && word[n-1] <= 'z' || slices.Contains(titles, word)
}

// lastEnd returns where the last sentence that fits into a number of characters ends; if that leaves less than a third of them, the last clause.
func lastEnd(text string, limit int) int {
	sentence, clause, n := 0, 0, 0
	for i, c := range text {
		if n++; n > limit {
			break
		}
		switch ending(text, i, c) {
		case 2:
			sentence = i + utf8.RuneLen(c)
			clause = sentence
		case 1:
			clause = i + utf8.RuneLen(c)
		}
	}
	if utf8.RuneCountInString(text[:sentence]) >= limit/3 {
		return sentence
	}
	return clause
}

// firstEnd returns where the first sentence or clause ends, if that is within a number of characters.
func firstEnd(text string, limit int) int {
	n := 0
	for i, c := range text {
		if n++; n > limit {
			break
		}
		if ending(text, i, c) > 0 {
			return i + utf8.RuneLen(c)
		}
	}
	return 0
}
