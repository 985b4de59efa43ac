package mouth

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// spell collects what the text spells in codes that have a sign or a word for each letter. Words
// outside of a code are left out, so that a code may be read out in several sentences.
func (r *readings) spell() {
	var letters, consonants, ranks, both, decimal, octal, binary, hex, bits, initials, finals, firsts speller
	sentence := -1
	for _, t := range r.tokens {
		letter, spelt := spokenLetter(t.plain)
		if spelt {
			letters.add(letter)
			both.add(letter)
			if letter != 'a' && letter != 'i' {
				consonants.add(letter)
			}
		}
		if c, _ := utf8.DecodeRuneInString(t.plain); unicode.IsLetter(c) {
			initials.add(c)
			c, _ = utf8.DecodeLastRuneInString(t.plain)
			finals.add(c)
		}
		if t.sentence != sentence {
			sentence = t.sentence
			c, _ := utf8.DecodeRuneInString(t.plain)
			firsts.add(c)
		}
		if c := t.plain[0]; c >= utf8.RuneSelf || !strings.ContainsAny(t.plain, "0123456789") {
			continue // the other codes have digits
		}
		if n, ok := numberOf(t.plain, 10); ok {
			if n >= 1 && n <= 26 {
				ranks.add('a' + n - 1)
				both.add('a' + n - 1)
			} else if n == 0 {
				ranks.add('z')
			}
			decimal.add(n)
		}
		octal.number(t.plain, 8)
		binary.number(t.plain, 2)
		if digits, ok := hexDigits(t.plain); ok {
			hex.WriteString(digits)
		}
		if strings.Trim(t.plain, "01") == "" {
			bits.WriteString(t.plain)
		}
	}
	r.spelt = []string{letters.String(), consonants.String(), ranks.String(), both.String(), decimal.String(), octal.String(), binary.String(), initials.String(), finals.String(), firsts.String(), capitals(r.text)}
	for i := range 2 {
		r.spelt = append(r.spelt, decodeDigits(hex.String()[min(i, hex.Len()):], 2, 16))
	}
	for _, size := range []int{5, 7, 8} {
		r.spelt = append(r.spelt, decodeDigits(bits.String(), size, 2))
	}
	r.spelt = append(r.spelt, r.ranks.String())
	r.squeezed = make([]string, len(r.spelt))
	for i, text := range r.spelt {
		r.squeezed[i] = squeeze(text)
	}
	r.speltSteps = []string{string(stepsOf(ranks.String(), false)), string(stepsOf(ranks.String(), true))}
}

type speller struct{ strings.Builder }

// add appends a letter or digit in plain letters; anything else is left out.
func (s *speller) add(c rune) {
	plain := plainLetter(c)
	switch {
	case plain != 0:
		s.WriteRune(plain)
	case !isWordRune(c):
	case c < 0x250 || c >= 0xFF00:
		s.WriteString(foldLetters(string(c)))
	default:
		s.WriteRune(unicode.ToLower(c))
	}
}

func (s *speller) number(word string, base int) {
	if n, ok := numberOf(word, base); ok {
		s.add(n)
	}
}

// numberOf returns the number that digits write, of at most 21 bits, as characters have.
func numberOf(digits string, base int) (n rune, ok bool) {
	for i := range len(digits) {
		d := int(digits[i] - '0')
		if c := digits[i] | 0x20; c >= 'a' && c <= 'f' {
			d = int(c-'a') + 10
		} else if digits[i] < '0' || digits[i] > '9' {
			return 0, false
		}
		if n = n*rune(base) + rune(d); d >= base || n >= 1<<21 {
			return 0, false
		}
	}
	return n, digits != ""
}

// hexDigits returns hexadecimal digits. A word without a figure is just a word.
func hexDigits(word string) (string, bool) {
	digits := strings.TrimPrefix(word, "0x")
	if len(digits)%2 == 0 && len(digits) > 2 && strings.Count(digits, "00")*4 == len(digits) {
		digits = strings.ReplaceAll(digits, "00", "") // sixteen bits a letter
	}
	if !strings.ContainsAny(digits, "0123456789") || strings.Trim(digits, "0123456789abcdef") != "" {
		return "", false
	}
	return digits, true
}

// decodeDigits decodes numbers of so many digits. Five binary digits are the rank of a letter.
func decodeDigits(digits string, size, base int) string {
	var s speller
	for ; len(digits) >= size; digits = digits[size:] {
		n, ok := numberOf(digits[:size], base)
		switch {
		case !ok:
		case size == 5:
			s.add('a' + n - 1)
		default:
			s.add(n)
		}
	}
	return s.String()
}

// stepsOf returns the differences of letters in a row.
func stepsOf[T string | []byte](letters T, mirrored bool) []byte {
	steps := make([]byte, max(0, len(letters)-1))
	for i := range steps {
		steps[i] = step(letters[i], letters[i+1], mirrored)
	}
	return steps
}

func capitals(text string) string {
	var s speller
	for _, c := range text {
		if unicode.IsUpper(c) {
			s.add(c)
		}
	}
	return s.String()
}

// spokenLetter returns the letter that a letter alone, or a word of the radio alphabet, spells.
func spokenLetter(word string) (rune, bool) {
	c, size := utf8.DecodeRuneInString(word)
	if size == len(word) && unicode.IsLetter(c) {
		return c, true
	}
	return c, radioAlphabet[word]
}

var radioWords = strings.Fields("alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike " +
	"november oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu")

var radioAlphabet = setOf(strings.Join(radioWords, " ") + " alfa juliett whisky")

var morse = map[byte]string{
	'a': ".-", 'b': "-...", 'c': "-.-.", 'd': "-..", 'e': ".", 'f': "..-.", 'g': "--.", 'h': "....", 'i': "..", 'j': ".---", 'k': "-.-", 'l': ".-..", 'm': "--",
	'n': "-.", 'o': "---", 'p': ".--.", 'q': "--.-", 'r': ".-.", 's': "...", 't': "-", 'u': "..-", 'v': "...-", 'w': ".--", 'x': "-..-", 'y': "-.--", 'z': "--..",
	'0': "-----", '1': ".----", '2': "..---", '3': "...--", '4': "....-", '5': ".....", '6': "-....", '7': "--...", '8': "---..", '9': "----.",
}

// spokenMorse are the words and other signs for the signs of Morse code.
var spokenMorse = strings.NewReplacer("dash", "-", "dah", "-", "dot", ".", "dit", ".", "•", ".", "·", ".", "∙", ".", "●", ".", "…", "...", "–", "-", "—", "-", "−", "-", "_", "-")

func morseSigns(text string) string {
	return strings.Map(func(c rune) rune {
		if c == '.' || c == '-' {
			return c
		}
		return -1
	}, spokenMorse.Replace(strings.ToLower(text)))
}
