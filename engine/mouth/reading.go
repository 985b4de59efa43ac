package mouth

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

type reading struct {
	text         []byte
	starts, ends []bool
}

func (r *reading) add(word string) {
	if word == "" {
		return
	}
	from := len(r.text)
	r.text = append(r.text, word...)
	r.grow()
	r.starts[from], r.ends[len(r.text)-1] = true, true
}

func (r *reading) addOnce(word string) {
	from := len(r.text)
	last, size := utf8.DecodeLastRune(r.text)
	for _, c := range word {
		if c == last && len(r.text) > 0 {
			from = min(from, len(r.text)-size)
			continue
		}
		last, size = c, utf8.RuneLen(c)
		r.text = utf8.AppendRune(r.text, c)
	}
	if r.grow(); len(r.text) > from {
		r.starts[from], r.ends[len(r.text)-1] = true, true
	}
}

func (r *reading) grow() {
	n := len(r.text) - len(r.starts)
	r.starts, r.ends = append(r.starts, make([]bool, n)...), append(r.ends, make([]bool, n)...)
}

func (r *reading) holds(key string, accept func(from, to int) bool) bool {
	for at := 0; key != ""; at++ {
		i := bytes.Index(r.text[at:], []byte(key))
		if i < 0 {
			break
		}
		if at += i; accept(at, at+len(key)) {
			return true
		}
	}
	return false
}

func (r *reading) aligned(from, to int) bool { return r.starts[from] && r.ends[to-1] }

func (r *reading) words(from, to int) (n int) {
	for _, starts := range r.starts[from:to] {
		if starts {
			n++
		}
	}
	return n
}

// steps returns the differences of letters, which all shifts share. Mirrored have the other sign.
func (r *reading) steps(mirrored bool) *reading {
	n := max(0, len(r.text)-1)
	s := &reading{text: stepsOf(r.text, mirrored), starts: r.starts[:n]}
	if n > 0 {
		s.ends = r.ends[1:]
	}
	return s
}

// step returns the difference of two letters, as a letter.
func step(a, b byte, mirrored bool) byte {
	if a < 'a' || a > 'z' || b < 'a' || b > 'z' {
		return ' '
	}
	if mirrored {
		a, b = b, a
	}
	return 'A' + (b-a+26)%26
}

// token is a word of a text as secrets are searched for in it.
type token struct {
	// plain is the word in the letters that it looks like. In letters digits and signs stand for
	// letters, too.
	plain, letters string
	sentence       int
}

func tokens(text string) []token {
	const usualWord = 4 // bytes, with its blank
	plain := foldLetters(text)
	list := make([]token, 0, len(plain)/usualWord)
	from, sentence, dropped := -1, 0, false
	flush := func(to int) {
		if from >= 0 {
			word := plain[from:to]
			if dropped {
				word = strings.ReplaceAll(word, "'", "")
			}
			list = append(list, token{plain: word, letters: inLetters(word), sentence: sentence})
		}
		from, dropped = -1, false
	}
	before := ' '
	for i, r := range plain {
		next, _ := utf8.DecodeRuneInString(plain[i+utf8.RuneLen(r):])
		switch {
		case r == ' ':
			flush(i)
		case isUnspaced(r):
			flush(i)
			from = i
			flush(i + utf8.RuneLen(r))
		case isWordRune(r), leetLetter(r) != 0 && isWordRune(before) && unicode.IsLetter(next):
			if from < 0 {
				from = i
			}
		case r == '\'' && from >= 0 && unicode.IsLetter(next):
			dropped = true
		default:
			flush(i)
			if strings.ContainsRune(".!?\n。", r) {
				sentence++
			}
		}
		before = r
	}
	flush(len(plain))
	return list
}

// shapes maps digits and signs to the letters that they look like.
var shapes = map[rune]rune{
	'0': 'o', '1': 'i', '2': 'z', '3': 'e', '4': 'a', '5': 's', '6': 'g', '7': 't', '8': 'b', '9': 'g', '@': 'a', '$': 's', '!': 'i', '|': 'i',
}

func inLetters(word string) string {
	if !strings.ContainsAny(word, "0123456789@$!|") { // nearly always
		return word
	}
	return strings.Map(func(r rune) rune {
		if shape, ok := shapes[r]; ok {
			return shape
		}
		return r
	}, word)
}

// looksOf returns a word as it looks: an l is an i.
func looksOf(word string) string { return strings.ReplaceAll(word, "l", "i") }

type readings struct {
	text   string
	tokens []token
	// letters is the text in letters, each once in a row, and looks is how that looks. plain has
	// its letters and digits as they are. figures has its numbers in digits, and numbers also
	// those in words.
	letters, looks, plain, figures, numbers reading
	said                                    reading
	// ranks are the letters whose ranks the numbers are.
	ranks             speller
	shifted, mirrored *reading
	upturned          reading
	// spelt are the letters that codes spell, and speltSteps their steps.
	spelt, speltSteps []string
	squeezed          []string
	// dense holds the letters and digits of the raw text in a row, and pieces its words.
	dense  string
	pieces []string
	morse  string
	masked [][]rune
}

func read(text string) *readings {
	text = unescape(text)
	r := &readings{text: text, tokens: tokens(text)}
	for _, t := range r.tokens {
		r.letters.addOnce(t.letters)
		r.plain.add(t.plain)
		if isNumber(t.plain) {
			r.figures.add(t.plain)
		}
	}
	r.looks = reading{bytes.ReplaceAll(r.letters.text, []byte("l"), []byte("i")), r.letters.starts, r.letters.ends}
	r.addNumbers()
	r.addSaid()
	r.shifted, r.mirrored = r.plain.steps(false), r.plain.steps(true)
	if up := upturn(text); up != "" {
		for _, t := range tokens(up) {
			r.upturned.addOnce(looksOf(t.letters))
		}
	}
	r.pieces = strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !isWordRune(c) })
	r.dense = strings.Join(r.pieces, "")
	r.morse = morseSigns(text)
	r.masked = maskedWords(text)
	r.spell()
	return r
}

// upturn reads a text upside down. It returns "" for a text without letters on their heads.
func upturn(text string) string {
	if !strings.ContainsFunc(text, func(c rune) bool { return c >= utf8.RuneSelf && upsideDown[c] != 0 }) {
		return ""
	}
	runes := []rune(strings.ToLower(text))
	slices.Reverse(runes)
	for i, c := range runes {
		if up := upsideDown[c]; up != 0 {
			runes[i] = up
		}
	}
	return string(runes)
}
