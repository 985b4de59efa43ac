package mouth

import (
	"encoding/base64"
	"strings"
	"unicode"
	"unicode/utf8"
)

// disguises returns what a player who knows codes may read in a text. plain is it decoded.
func disguises(text, plain string) (list []*parsedText) {
	if plain != text {
		list = append(list, parseText(plain))
	}
	lower := strings.ToLower(text)
	for _, other := range []string{upturn(text), backwards(lower), rot13(lower), unpig(lower)} {
		if isLanguage(other) {
			list = append(list, parseText(other))
		}
	}
	return list
}

// isLanguage reports whether the tables have every second word. Text read backwards has few.
func isLanguage(text string) bool {
	all, known := 0, 0
	for w := range strings.FieldsFuncSeq(text, func(c rune) bool { return !isWordRune(c) && c != '\'' }) {
		if all++; allLanguages().knows(strings.ReplaceAll(w, "'", "")) || strings.Contains(w, "'") && allLanguages().knows(w) {
			known++
		}
	}
	return known*2 >= all && known > 0
}

func decoded(text string) string {
	return peel(unescape(text), func(text string) string { return decodeWords(decodeBase64(text)) })
}

// decodeBase64 decodes words, also with dashes in them or with other words between.
func decodeBase64(text string) string {
	words := strings.Fields(text)
	var all strings.Builder
	first, n, changed := -1, 0, false
	for i, w := range words {
		if !mayBeBase64(w) {
			continue
		}
		if first < 0 {
			first = i
		}
		n++
		code := base64Letters(w)
		all.WriteString(code)
		plain, ok := plainBase64(urlBase64.Replace(w))
		if !ok {
			plain, ok = plainBase64(code)
		}
		if ok {
			words[i], changed = plain, true
		}
	}
	if n > 1 {
		if plain, ok := plainBase64(all.String()); ok {
			words, changed = append(words, plain), true
		}
	}
	if !changed {
		return text
	}
	return strings.Join(words, " ")
}

// urlBase64 writes the characters of base64 for addresses as the common ones.
var urlBase64 = strings.NewReplacer("-", "+", "_", "/", "=", "")

// mayBeBase64 reports whether a word has capitals behind other characters, or the final mark.
func mayBeBase64(word string) bool {
	capital, small := false, strings.HasSuffix(word, "=")
	for i := range len(word) {
		c := word[i]
		capital = capital || i > 0 && c >= 'A' && c <= 'Z' || c == '='
		small = small || c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
	}
	return len(word) > 2 && capital && small
}

func base64Letters(word string) string {
	return strings.Map(func(c rune) rune {
		if c < utf8.RuneSelf && isWordRune(c) || c == '+' || c == '/' {
			return c
		}
		return -1
	}, word)
}

func plainBase64(code string) (string, bool) {
	const least = 4 // characters, which are three letters
	if len(code) < least {
		return "", false
	}
	b, err := base64.RawStdEncoding.DecodeString(code)
	return string(b), err == nil && isReadable(string(b))
}

func isReadable(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(c rune) bool { return c >= utf8.RuneSelf || !unicode.IsPrint(c) })
}

// minCodeWords is how many words in a row spell something. Fewer numbers are just numbers.
const minCodeWords = 3

// codeWords are the ways in which a word may stand for letters.
var codeWords = []func(word string) (string, bool){
	spokenSign,
	func(w string) (string, bool) { return letterOf(w, 10, 'a'-1, 1, 26) },
	func(w string) (string, bool) { return letterOf(w, 10, 0, ' ', 'z') },
	hexText,
	func(w string) (string, bool) {
		if len(w) < 7 { // seven bits a letter
			return "", false
		}
		return letterOf(strings.TrimPrefix(w, "0b"), 2, 0, ' ', 'z')
	},
}

func letterOf(word string, base int, offset, least, most rune) (string, bool) {
	if !startsWithDigit(word) {
		return "", false
	}
	n, ok := numberOf(word, base)
	if !ok || n < least || n > most {
		return "", false
	}
	return string(n + offset), true
}

func startsWithDigit(word string) bool { return word[0] >= '0' && word[0] <= '9' }

// spokenSign returns the sign that a word of the radio, the name of a letter, or a letter spells.
func spokenSign(word string) (string, bool) {
	if radioAlphabet[word] || len(word) == 1 && isWordRune(rune(word[0])) {
		return word[:1], true
	}
	sign, ok := spokenSigns[word]
	return sign, ok
}

// spokenSigns are the names of digits on the radio, and those of letters.
var spokenSigns = map[string]string{
	"zero": "0", "one": "1", "wun": "1", "two": "2", "three": "3", "tree": "3", "four": "4", "fower": "4", "five": "5", "fife": "5", "six": "6", "seven": "7", "eight": "8", "ait": "8", "nine": "9", "niner": "9",
	"ay": "a", "bee": "b", "cee": "c", "see": "c", "dee": "d", "ee": "e", "eff": "f", "gee": "g", "aitch": "h", "haitch": "h", "eye": "i", "jay": "j", "kay": "k", "el": "l", "ell": "l", "em": "m", "en": "n",
	"oh": "o", "pee": "p", "cue": "q", "ar": "r", "are": "r", "ess": "s", "tee": "t", "you": "u", "yu": "u", "vee": "v", "ex": "x", "why": "y", "wye": "y", "zee": "z", "zed": "z",
}

// hexText decodes a word in hexadecimal code, as 6b, 0x6b, 6bh or 4d45524c.
func hexText(word string) (string, bool) {
	digits := strings.TrimSuffix(strings.TrimPrefix(word, "0x"), "h")
	if !startsWithDigit(word) || len(digits)%2 != 0 {
		return "", false
	}
	b := make([]byte, 0, len(digits)/2)
	for ; digits != ""; digits = digits[2:] {
		n, ok := numberOf(digits[:2], 16)
		if !ok || n < ' ' || n > '~' {
			return "", false
		}
		b = append(b, byte(n))
	}
	return string(b), len(b) > 0
}

// rankPairs decodes ranks of letters in two digits each: 151803 is orc.
func rankPairs(word string) (string, bool) {
	if len(word)%2 != 0 || !isNumber(word) {
		return "", false
	}
	b := make([]byte, 0, len(word)/2)
	for ; word != ""; word = word[2:] {
		n := (word[0]-'0')*10 + word[1] - '0'
		if n < 1 || n > 26 {
			return "", false
		}
		b = append(b, 'a'-1+n)
	}
	return string(b), true
}

// likeWords stand between a letter and a word that begins with it: m for mum.
var likeWords = map[string]bool{"for": true, "as": true, "in": true, "like": true, "wie": true, "comme": true, "de": true, "come": true, "is": true}

func decodeWords(text string) string {
	fields := withoutExamples(strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !isWordRune(c) && c != '\'' }))
	out, changed := make([]string, 0, len(fields)), false
	for i := 0; i < len(fields); {
		word, n := codeAt(fields[i:])
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

// codeAt returns what the first words spell, and how many words do it.
func codeAt(fields []string) (word string, n int) {
	if plain, ok := rankPairs(fields[0]); ok && len(plain) >= minCodeWords {
		return plain, 1
	}
	for _, letter := range codeWords {
		k := 0
		var b strings.Builder
		for ; k < len(fields); k++ {
			plain, ok := letter(fields[k])
			if !ok {
				break
			}
			b.WriteString(plain)
		}
		if b.Len() >= minCodeWords && k > n && isReadable(b.String()) {
			word, n = strings.ToLower(b.String()), k
		}
	}
	return word, n
}

// moreWords counts the other words of an example before the next letter: m as in mike tyson.
func moreWords(fields []string) int {
	const most = 2
	for n := range min(most, max(0, len(fields)-2)) {
		if len(fields[n+1]) == 1 && likeWords[fields[n+2]] {
			return n + 1
		} else if len(fields[n]) == 1 {
			break
		}
	}
	return 0
}

// withoutExamples drops examples of the letter before them, as in m for mum.
func withoutExamples(fields []string) []string {
	out := fields[:0]
	for i := 0; i < len(fields); i++ {
		w := fields[i]
		out = append(out, w)
		k := i + 1
		for len(w) == 1 && k < min(i+3, len(fields)) && likeWords[fields[k]] {
			k++
		}
		if k > i+1 && k < len(fields) && strings.HasPrefix(fields[k], w) {
			i = k + moreWords(fields[k+1:])
		}
	}
	return out
}

// unpig decodes pig latin, such as iway amway. It returns "" if most words are none.
func unpig(text string) string {
	words, pigs := strings.Fields(text), 0
	for i, w := range words {
		w, ok := strings.CutSuffix(strings.TrimRight(w, ".,!?"), "ay")
		if !ok || w == "" {
			continue
		}
		pigs++
		words[i] = strings.TrimSuffix(w, "w")
		for n := 1; n < min(len(w), 4) && !allLanguages().knows(words[i]); n++ {
			if word := w[len(w)-n:] + w[:len(w)-n]; n == 1 || allLanguages().knows(word) {
				words[i] = word
			}
		}
	}
	if pigs*2 < len(words) {
		return ""
	}
	return strings.Join(words, " ")
}
