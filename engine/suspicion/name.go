package suspicion

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxRead is how many characters of a line are read: longer ones are pasted, and must not take
// long.
const maxRead = 2000

// masked stands for a name. It is a private character, so no text means it.
const masked = '\ue000'

// names are in lower case, the longest first.
type names []string

func newNames(players []string) names {
	var n names
	for _, p := range players {
		if p = strings.Map(unicode.ToLower, strings.TrimSpace(p)); p != "" {
			n = append(n, p)
		}
	}
	slices.SortFunc(n, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	return slices.Compact(n)
}

// mask appends the text with each whole-word name as one character. Invalid UTF-8 and private
// characters become U+FFFD, control characters spaces.
func (n names) mask(text []rune, s string) []rune {
	before := ' '
	for len(s) > 0 && len(text) < maxRead {
		if size := n.at(before, s); size > 0 {
			text = append(text, masked)
			before, s = masked, s[size:]
			continue
		}
		r, size := utf8.DecodeRuneInString(s)
		s = s[size:]
		before = r
		switch {
		case unicode.Is(unicode.Co, r):
			r = utf8.RuneError
		case r != '\n' && unicode.IsControl(r):
			r = ' '
		}
		text = append(text, r)
	}
	return text
}

func (n names) at(before rune, s string) int {
	for _, name := range n {
		first, _ := utf8.DecodeRuneInString(name)
		if inWord(first) && inWord(before) {
			continue
		}
		if size := foldedPrefix(s, name); size > 0 {
			last, _ := utf8.DecodeLastRuneInString(name)
			after, _ := utf8.DecodeRuneInString(s[size:])
			if size == len(s) || !inWord(last) || !inWord(after) {
				return size
			}
		}
	}
	return 0
}

// foldedPrefix returns the size of the prefix that is the name in any case, or 0.
func foldedPrefix(s, name string) int {
	at := 0
	for _, want := range name {
		r, size := utf8.DecodeRuneInString(s[at:])
		if size == 0 || unicode.ToLower(r) != want {
			return 0
		}
		at += size
	}
	return at
}

func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_'
	}
	return r == masked || unicode.IsLetter(r) || unicode.IsDigit(r)
}
