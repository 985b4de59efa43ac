package mouth

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// near reports whether a text has the secret with one letter changed.
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

// oneWord reports whether a range has no more words than the secret, which matters if it is short.
func (s *secret) oneWord(r *readings, from, to int) bool {
	return s.letters > minGluedLetters || r.letters.words(from, to) <= len(s.words)
}

// differByOne reports whether one letter more, less, or another, or two swapped, make words equal.
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

func isMask(c rune) bool { return c == '*' || c == '_' || c == '#' || c == '•' || c == '?' }

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

// isAltered reports whether a text has the letters in another order, or others by a known rule.
func (s *secret) isAltered(r *readings) bool {
	for _, form := range s.altered {
		n := utf8.RuneCountInString(form)
		if r.looks.holds(form, func(from, to int) bool { return r.looks.aligned(from, to) || n > minGluedLetters }) {
			return true
		}
	}
	return len(s.keypad) >= minGluedLetters && r.numbers.holds(s.keypad, r.numbers.aligned)
}

// asNumber finds a number in digits, words or pieces, backwards, or in another base.
func (s *secret) asNumber(r *readings) bool {
	alone := func(from, to int) bool {
		digit := func(i int) bool {
			return i >= 0 && i < len(r.plain.text) && r.plain.text[i] >= '0' && r.plain.text[i] <= '9'
		}
		return (r.plain.starts[from] || !digit(from-1)) && (r.plain.ends[to-1] || !digit(to))
	}
	if r.plain.holds(s.plain, alone) || r.figures.holds(s.plain, r.figures.aligned) || r.numbers.holds(s.plain, r.numbers.aligned) {
		return true
	}
	if len(s.plain) < minCodedLetters {
		return false
	}
	if back := backwards(s.plain); r.figures.holds(back, r.figures.aligned) || r.numbers.holds(back, r.numbers.aligned) {
		return true
	}
	return slices.ContainsFunc(r.pieces, func(p string) bool { return slices.Contains(s.bases, p) }) || slices.ContainsFunc(r.spelt, func(text string) bool { return strings.Contains(text, s.plain) })
}

// asBytes finds base64, base32 and decimal digits, at each alignment and in any case.
func (s *secret) asBytes(r *readings) bool {
	return slices.ContainsFunc(s.codes, func(code string) bool { return strings.Contains(r.dense, code) }) ||
		slices.ContainsFunc(s.wholes, func(whole string) bool { _, all := covers(r.pieces, whole, true); return all })
}

// covers reports whether pieces make up a word, and how many do. With cut, the end may differ.
func covers(pieces []string, word string, cut bool) (n int, whole bool) {
	rest := word
	for _, p := range pieces {
		if len(p) > 1 && strings.HasPrefix(rest, p) {
			rest = rest[len(p):]
			n++
		} else if cut && len(p) > len(rest) && n > 0 && strings.HasPrefix(p, rest) && len(rest) > 1 {
			rest = ""
		}
	}
	return n, rest == "" && n > 0
}

func (s *secret) inMorse(r *readings) bool {
	return len(s.morse) >= minMorseSigns && strings.Contains(s.morse, "-") && strings.Contains(r.morse, s.morse)
}

// inPieces reports whether a text names the words, halves or pieces of the secret apart.
func (s *secret) inPieces(r *readings) bool {
	if len(s.words) > 1 && s.letters >= minSplitLetters && s.allWords(r) {
		return true
	}
	if s.letters < minSplitLetters {
		return false
	}
	var pieces []string
	last := map[string]int{}
	for i, t := range r.tokens {
		begins, ends := strings.HasPrefix(s.whole, t.letters), strings.HasSuffix(s.whole, t.letters)
		if begins && s.apart(last, s.whole[len(t.letters):], i) || ends && s.apart(last, s.whole[:len(s.whole)-len(t.letters)], i) {
			return true
		}
		if begins || ends {
			last[t.letters] = i
		}
		if len(t.letters) < len(s.whole) && strings.Contains(s.whole, t.letters) {
			pieces = append(pieces, t.letters)
		}
	}
	n, whole := covers(pieces, s.whole, false)
	return whole && n*5 <= len(s.whole)*2 // a piece for each two and a half letters
}

// apart reports whether the other half of a secret stands shortly before word i.
func (s *secret) apart(last map[string]int, other string, i int) bool {
	at, ok := last[other]
	return ok && i-at <= apartWords && len(other) > 2 && len(s.whole)-len(other) > 2
}

const apartWords = 16

const minWordLetters = 4

// allWords reports whether a text has all words of a secret that are not short.
func (s *secret) allWords(r *readings) bool {
	n := 0
	for _, w := range s.words {
		if utf8.RuneCountInString(w) < minWordLetters {
			continue
		}
		if n++; !slices.ContainsFunc(r.tokens, func(t token) bool { return strings.TrimSuffix(t.letters, "s") == strings.TrimSuffix(w, "s") }) {
			return false
		}
	}
	return n > 1
}

func squeeze(word string) string { return string(slices.Compact([]rune(word))) }
