package mouth

import (
	"bytes"
	"slices"
	"strings"
)

// near reports whether a text has the secret with one letter changed, too many or too few, or two
// letters swapped.
func (s *secret) near(r *readings) bool {
	if s.numeric || s.letters < minNearLetters {
		return false
	}
	if len(s.words) > 1 && s.nearWords(r) || len(s.words) == 1 && s.soundsIn(r) {
		return true
	}
	text, n := r.letters.text, len(s.once)
	for from := range text {
		if !r.letters.starts[from] || text[from] != s.once[0] && s.letters <= minNearLetters {
			continue
		}
		for to := max(from+1, from+n-1); to <= min(len(text), from+n+1); to++ {
			if r.letters.ends[to-1] && differByOne(text[from:to], s.onceBytes) && !bytes.Equal(text[from:to], s.bare) && s.oneWord(r, from, to) {
				return true
			}
		}
	}
	return s.masked(r)
}

// nearWords reports whether the words of a secret stand in a row, each with at most one change.
func (s *secret) nearWords(r *readings) bool {
	for i := range max(0, len(r.tokens)-len(s.words)+1) {
		near, letters := true, 0
		for j, w := range s.words {
			other := r.tokens[i+j].letters
			if letters += len(w); w != other && (len(w) < minCodedLetters || !differByOne([]byte(w), []byte(other))) {
				near = false
				break
			}
		}
		if near && letters >= minGluedLetters+2 {
			return true
		}
	}
	return false
}

// soundsIn reports whether a word sounds nearly like the secret.
func (s *secret) soundsIn(r *readings) bool {
	return len(s.once) > minGluedLetters && slices.ContainsFunc(r.tokens, func(t token) bool {
		n := len(t.letters) - len(s.whole)
		return n >= -2 && n <= 2 && t.letters[0] == s.whole[0] && differByOne([]byte(soundOf.Replace(t.letters)), []byte(s.sound))
	})
}

// soundOf writes letters that sound alike in one way.
var soundOf = strings.NewReplacer("igh", "i", "ph", "f", "ck", "k", "qu", "kw", "c", "k", "z", "s", "oo", "u", "ue", "u", "ou", "u", "ee", "i", "ea", "i", "y", "i", "gh", "")

// oneWord reports whether a range has as many words as the secret, or is long enough that this
// does not matter.
func (s *secret) oneWord(r *readings, from, to int) bool {
	n := 0
	for i := from; i < to; i++ {
		if r.letters.starts[i] {
			n++
		}
	}
	return n <= len(s.words) || s.letters > minGluedLetters
}

// differByOne reports whether one change of a letter makes two words equal: a letter more, less or
// another one, or two neighbours swapped.
func differByOne(a, b []byte) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return bytes.Equal(a[i:], b[i+1:])
	}
	if i == len(a) {
		return true
	}
	return bytes.Equal(a[i+1:], b[i+1:]) || i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && bytes.Equal(a[i+2:], b[i+2:])
}

// isMask reports whether a sign may stand for a letter.
func isMask(c rune) bool { return c == '*' || c == '_' || c == '#' || c == '•' || c == '?' }

// maskedWords returns the words of a text that have such signs.
func maskedWords(text string) (words [][]rune) {
	if !strings.ContainsFunc(text, isMask) { // nearly always
		return nil
	}
	for field := range strings.FieldsSeq(foldLetters(text)) {
		if word := strings.Trim(field, ".,!?:;()\"'"); strings.ContainsFunc(word, isMask) {
			words = append(words, []rune(word))
		}
	}
	return words
}

// masked reports whether a text has the secret with signs in place of some letters, as in r*seb*d.
func (s *secret) masked(r *readings) bool {
	key := []rune(s.plain)
	return slices.ContainsFunc(r.masked, func(letters []rune) bool { return masks(letters, key) })
}

// masks reports whether letters are those of a word, at most half of them hidden by signs.
func masks(letters, word []rune) bool {
	if len(letters) != len(word) {
		return false
	}
	same := 0
	for i, c := range letters {
		if c == word[i] {
			same++
		} else if !isMask(c) {
			return false
		}
	}
	return 2*same >= len(word)
}
