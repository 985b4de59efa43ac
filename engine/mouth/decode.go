package mouth

import (
	"encoding/base64"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// disguises returns the other texts that a player who knows codes may read in a text: with its
// escapes and codes decoded, backwards, in rot13, upside down.
func disguises(text string) (list []*parsedText) {
	if plain := decodeWords(decodeBase64(unescape(text))); plain != text {
		list = append(list, parseText(plain))
	}
	lower := strings.ToLower(text)
	for _, other := range []string{upturn(text), backwards(lower), rot13(lower)} {
		if isLanguage(other) {
			list = append(list, parseText(other))
		}
	}
	return list
}

// isLanguage reports whether the tables have every second word of a text, or more. Few words of a
// line that is read backwards are any.
func isLanguage(text string) bool {
	all, known := 0, 0
	for w := range strings.FieldsFuncSeq(text, func(c rune) bool { return !isWordRune(c) && c != '\'' }) {
		if all++; allLanguages().knows(w) || allLanguages().knows(strings.ReplaceAll(w, "'", "")) {
			known++
		}
	}
	return known*2 >= all && known > 0
}

// encodedWord matches what may be a text in base64.
var encodedWord = regexp.MustCompile(`[A-Za-z0-9+/_-]{6,}`)

// decodeBase64 writes texts in place of their base64 codes.
func decodeBase64(text string) string {
	return encodedWord.ReplaceAllStringFunc(text, func(word string) string {
		b, err := base64.RawStdEncoding.DecodeString(strings.NewReplacer("-", "+", "_", "/").Replace(word))
		if err != nil || strings.ContainsFunc(string(b), func(c rune) bool { return c >= utf8.RuneSelf || !unicode.IsPrint(c) }) {
			return word
		}
		return string(b)
	})
}

// minCodeWords is how many words in a row spell something. Fewer numbers are just numbers.
const minCodeWords = 3

// codeWords are the ways in which a word may stand for a letter.
var codeWords = []func(word string) (rune, bool){
	func(w string) (rune, bool) {
		c, _ := utf8.DecodeRuneInString(w)
		return c, radioAlphabet[w]
	},
	func(w string) (rune, bool) { return letterOf(w, 10, 'a'-1, 1, 26) },
	func(w string) (rune, bool) { return letterOf(w, 10, 0, 'A', 'z') },
	func(w string) (rune, bool) { return letterOf(strings.TrimPrefix(w, "0x"), 16, 0, 'A', 'z') },
	func(w string) (rune, bool) { return letterOf(w, 2, 0, 'A', 'z') },
}

// letterOf returns the letter of a number that lies between bounds.
func letterOf(word string, base int, offset, least, most rune) (rune, bool) {
	n, err := strconv.ParseUint(word, base, 21)
	return rune(n) + offset, err == nil && rune(n) >= least && rune(n) <= most
}

// decodeWords writes a word in place of words or numbers that spell it.
func decodeWords(text string) string {
	fields := strings.FieldsFunc(text, func(c rune) bool { return !isWordRune(c) && c != '\'' })
	out, changed := make([]string, 0, len(fields)), false
	for i := 0; i < len(fields); {
		word, n := "", 0
		for _, letter := range codeWords {
			var b strings.Builder
			k := 0
			for ; i+k < len(fields); k++ {
				c, ok := letter(strings.ToLower(fields[i+k]))
				if !ok {
					break
				}
				b.WriteRune(unicode.ToLower(c))
			}
			if k >= minCodeWords && k > n {
				word, n = b.String(), k
			}
		}
		if n == 0 {
			out = append(out, fields[i])
			i++
			continue
		}
		out, changed = append(out, word), true
		i += n
	}
	if !changed {
		return text
	}
	return strings.Join(out, " ")
}
