package mouth

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxMessages is how many messages one text may become. More messages in a row are a monologue.
const maxMessages = 3

const (
	farLonger = 3
	// shortEnough is the lowest limit in characters: nobody splits a shorter line.
	shortEnough = 80
)

const (
	// tooLong limits a line to this many times the room's long lines, in halves: one and a half.
	tooLong = 3
	// longEnough is a length in characters that is too long in no room. In published games one line
	// in ten is longer.
	longEnough = 60
)

// TooLong returns the length from which a line stands out in a room of this style, in characters.
// It is 0 while the style is not known.
func (s *Style) TooLong() int {
	if !s.Known() {
		return 0
	}
	return max(longEnough, tooLong*s.long/2)
}

// IsTooLong reports whether a line is so long that it stands out in this room. Pass does not refuse
// such a line: it is worth a shorter wording, but it does no harm.
func (r *Room) IsTooLong(text string) bool {
	style := writtenStyle(r.Others)
	return style.Known() && utf8.RuneCountInString(text) > style.TooLong()
}

// Shorten cuts a text after the last word that fits into limit characters.
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

// limit returns how long a message may be in this room, in characters.
func (r *Room) limit(style *Style) int {
	if !style.Known() {
		return r.MaxChars
	}
	return min(r.MaxChars, max(shortEnough, farLonger*style.long))
}

// split makes messages of a text that is longer than the session or the room allows. It splits at
// the ends of sentences, else of clauses. A text without such an end stays one message, which is
// cut at a word only if it exceeds the session's limit. Text that would be a fourth message is
// dropped.
func (r *Room) split(text string, style *Style) (parts []string) {
	limit := r.limit(style)
	for len(parts) < maxMessages && text != "" {
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

// endStrength says how strong the end after the mark at byte i is: 2 sentence, 1 clause, 0 none.
func endStrength(text string, i int, mark rune) int {
	after := text[i+utf8.RuneLen(mark):]
	if !strings.HasPrefix(after, " ") {
		return 0
	}
	switch mark {
	case '.':
		if endsInAbbreviation(text[:i]) {
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

// maxSecondLine is the longest second line of a text that somebody sends in two lines, in words.
const maxSecondLine = 6

// InTwo cuts a text where people press enter: behind its last sentence or clause of so many words
// at least that leaves a short second line. Two lines of one word are one line. It returns false
// if there is no such place.
func InTwo(text string, least int) (first, second string, ok bool) {
	if strings.ContainsAny(text, "\"“„«()[]") {
		return "", "", false // nobody presses enter within them
	}
	for i, c := range text {
		if endStrength(text, i, c) == 0 {
			continue
		}
		at := i + utf8.RuneLen(c)
		if !strings.ContainsRune(".!?…", c) {
			at = i
		}
		head, tail := strings.TrimSpace(text[:at]), strings.TrimLeft(text[at:], " ,;:–—-")
		if n := len(strings.Fields(tail)); n <= maxSecondLine && Normalise(tail) != "" && len(strings.Fields(head)) >= least && n+len(strings.Fields(head)) > 2 {
			first, second, ok = head, tail, true
		}
	}
	return first, second, ok
}

// titles are short forms that stand before the word they belong to.
var titles = []string{"dr", "mr", "mrs", "ms", "prof", "st", "vs", "nr", "bzw", "ca", "evtl", "sr", "sra", "mme", "dott", "sig"}

// endsInAbbreviation reports whether a short form, such as Dr or z.B., stands before a dot.
func endsInAbbreviation(before string) bool {
	word := strings.ToLower(strings.TrimLeft(before[strings.LastIndexByte(before, ' ')+1:], "(\"'"))
	n := len(word)
	return n > 2 && word[n-2] == '.' && word[n-1] >= 'a' && word[n-1] <= 'z' || slices.Contains(titles, word)
}

// ends returns the ends of sentences and clauses within limit characters, and how strong they are.
func ends(text string, limit int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		n := 0
		for i, c := range text {
			if n++; n > limit {
				return
			}
			if strength := endStrength(text, i, c); strength > 0 && !yield(i+utf8.RuneLen(c), strength) {
				return
			}
		}
	}
}

// lastEnd returns the last end of a sentence, of a clause if that leaves under a third of limit.
func lastEnd(text string, limit int) int {
	sentence, clause := 0, 0
	for at, strength := range ends(text, limit) {
		if clause = at; strength == 2 {
			sentence = at
		}
	}
	if utf8.RuneCountInString(text[:sentence]) >= limit/3 {
		return sentence
	}
	return clause
}

// firstEnd returns the end of the first sentence or clause within limit characters, else 0.
func firstEnd(text string, limit int) int {
	for at := range ends(text, limit) {
		return at
	}
	return 0
}
