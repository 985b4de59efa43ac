package mouth

import (
	"encoding/base32"
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// altered reports whether a text has the letters of the secret in another order, or others in
// their place, by a rule that players know.
func (s *secret) altered(r *readings) bool {
	for _, form := range s.alterations() {
		form = looksOf(squeeze(inLetters(form)))
		n := utf8.RuneCountInString(form)
		if n < minCodedLetters || form == s.looks {
			continue
		}
		if r.looks.holds(form, func(from, to int) bool { return r.looks.aligned(from, to) || n > minGluedLetters }) {
			return true
		}
	}
	if keys := onKeypad(s.plain); len(keys) >= minGluedLetters {
		return r.numbers.holds(keys, r.numbers.aligned)
	}
	return false
}

// alterations returns the secret backwards, word for word backwards, in rot13, in Pig Latin,
// without vowels, and typed one key beside.
func (s *secret) alterations() []string {
	var turned, pig, pigWay, bare strings.Builder
	for _, t := range tokens(s.raw) {
		turned.WriteString(backwards(t.plain))
		at := max(0, strings.IndexAny(t.plain, "aeiou"))
		pig.WriteString(t.plain[at:] + t.plain[:at] + "ay")
		pigWay.WriteString(t.plain[at:] + t.plain[:at])
		if at == 0 {
			pigWay.WriteString("w")
		}
		pigWay.WriteString("ay")
	}
	for _, c := range s.plain {
		if !strings.ContainsRune("aeiou", c) {
			bare.WriteRune(c)
		}
	}
	return []string{backwards(s.plain), turned.String(), rot13(s.plain), pig.String(), pigWay.String(), bare.String(), besideKeys(s.plain, 1), besideKeys(s.plain, -1)}
}

func backwards(text string) string {
	runes := []rune(text)
	slices.Reverse(runes)
	return string(runes)
}

// rot13 encodes a word in rot13.
func rot13(word string) string {
	return strings.Map(func(r rune) rune {
		if r < 'a' || r > 'z' {
			return r
		}
		return 'a' + (r-'a'+13)%26
	}, word)
}

// keyboard holds the letters as keyboards have them.
const keyboard = "qwertyuiop[ asdfghjkl; zxcvbnm,"

// besideKeys returns a word typed one key to the right, or to the left.
func besideKeys(word string, by int) string {
	return strings.Map(func(r rune) rune {
		if i := strings.IndexRune(keyboard, r); i >= 0 && i+by >= 0 && keyboard[i+by] != ' ' {
			return rune(keyboard[i+by])
		}
		return -1
	}, word)
}

// onKeypad returns the digits for the letters of a word on a telephone.
func onKeypad(word string) string {
	const keys = "22233344455566677778889999"
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return rune(keys[r-'a'])
		}
		return r
	}, word)
}

// asNumber reports whether a text has a secret that is a number: in digits, in words, in pieces,
// backwards, or in another base.
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
	n, err := strconv.ParseUint(s.plain, 10, 64)
	if err != nil {
		return false
	}
	return slices.ContainsFunc([]int{2, 8, 16}, func(base int) bool {
		form := strconv.FormatUint(n, base)
		return len(form) >= minCodedLetters && slices.ContainsFunc(r.pieces, func(p string) bool { return p == form || p == "0x"+form || p == "0b"+form || p == "0o"+form })
	}) || slices.ContainsFunc(r.spelt, func(text string) bool { return strings.Contains(text, s.plain) })
}

// asBytes reports whether a text has the secret in base64, base32 or decimal digits. Case is
// ignored, so a code need not decode. The secret may stand at any place in the text that was
// encoded, so each alignment is tried.
func (s *secret) asBytes(r *readings) bool {
	for _, v := range s.variants() {
		for shift := range 3 {
			if core := encodedCore(v, shift, 6, base64.StdEncoding.EncodeToString); len(core) > minCodedLetters && strings.Contains(r.dense, core) {
				return true
			}
		}
		for shift := range 5 {
			if core := encodedCore(v, shift, 5, base32.StdEncoding.EncodeToString); len(core) > minCodedLetters && strings.Contains(r.dense, core) {
				return true
			}
		}
		var decimal strings.Builder
		for _, c := range []byte(v) {
			decimal.WriteString(strconv.Itoa(int(c)))
		}
		if strings.Contains(r.dense, decimal.String()) {
			return true
		}
		if whole := encodedCore(v, 0, 6, base64.StdEncoding.EncodeToString); len(whole) > minGluedLetters && covers(r.pieces, whole) {
			return true
		}
	}
	return false
}

// variants returns the secret as it may be written before it is encoded.
func (s *secret) variants() (list []string) {
	joined := strings.Join(strings.Fields(s.raw), "")
	for _, v := range []string{s.raw, joined} {
		lower := strings.ToLower(v)
		_, size := utf8.DecodeRuneInString(lower)
		for _, v := range []string{v, lower, strings.ToUpper(v), strings.ToUpper(lower[:size]) + lower[size:]} {
			if !slices.Contains(list, v) {
				list = append(list, v)
			}
		}
	}
	return list
}

// encodedCore returns the letters and digits of an encoded text that do not depend on what stands
// around it, in lower case. The text begins shift bytes after the beginning of a group. A
// character of the code holds so many bits.
func encodedCore(text string, shift, size int, encode func([]byte) string) string {
	code := encode(append(make([]byte, shift), text...))
	from, to := (shift*8+size-1)/size, (shift+len(text))*8/size
	return strings.Map(func(c rune) rune {
		if !isWordRune(c) {
			return -1
		}
		return c
	}, strings.ToLower(code[from:max(from, to)]))
}

// covers reports whether pieces, in their order and with others between them, make up a word. A
// last character that depends on what follows may be left out.
func covers(pieces []string, word string) bool {
	n, rest := 0, word
	for _, p := range pieces {
		if len(p) > 1 && strings.HasPrefix(rest, p) {
			rest = rest[len(p):]
			n++
		} else if len(p) > len(rest) && rest != "" && n > 0 && strings.HasPrefix(p, rest) && len(rest) > 1 {
			rest = ""
		}
	}
	return rest == "" && n > 0
}

// inMorse reports whether a text has the secret in Morse code.
func (s *secret) inMorse(r *readings) bool {
	var code strings.Builder
	for _, c := range []byte(s.plain) {
		code.WriteString(morse[c])
	}
	const minSigns = 8 // some dots in a row are found in any text
	return code.Len() >= minSigns && strings.Contains(code.String(), "-") && strings.Contains(r.morse, code.String())
}

// inPieces reports whether a text names the parts of the secret apart: its words, two halves in
// any order, or more pieces in theirs.
func (s *secret) inPieces(r *readings) bool {
	if len(s.words) > 1 && s.letters >= minSplitLetters && s.allWords(r) {
		return true
	}
	if s.letters < minSplitLetters {
		return false
	}
	pieces, last := make([]string, len(r.tokens)), map[string]int{}
	for i, t := range r.tokens {
		pieces[i] = t.letters
		for _, other := range []string{strings.TrimPrefix(s.whole, t.letters), strings.TrimSuffix(s.whole, t.letters)} {
			if at, ok := last[other]; ok && i-at <= apartWords && len(other) > 2 && len(t.letters) > 2 && len(other)+len(t.letters) == len(s.whole) {
				return true
			}
		}
		last[t.letters] = i
	}
	return coversInFew(pieces, s.whole)
}

// apartWords is how many words apart the halves of a secret may be named.
const apartWords = 16

// minWordLetters is the shortest word of a secret that counts as said apart from the others.
const minWordLetters = 4

// allWords reports whether a text has all words of a secret that are not short.
func (s *secret) allWords(r *readings) bool {
	n := 0
	for _, w := range s.words {
		if utf8.RuneCountInString(w) < minWordLetters {
			continue
		}
		if n++; !r.words[w] && !r.words[w+"s"] {
			return false
		}
	}
	return n > 1
}

// coversInFew reports whether at most a piece for each two and a half letters makes up a word.
func coversInFew(pieces []string, word string) bool {
	n, rest := 0, word
	for _, p := range pieces {
		if len(p) > 1 && strings.HasPrefix(rest, p) {
			rest = rest[len(p):]
			n++
		}
	}
	return rest == "" && n*5 <= len(word)*2
}

// squeeze writes a letter that occurs several times in a row once.
func squeeze(word string) string { return string(slices.Compact([]rune(word))) }
