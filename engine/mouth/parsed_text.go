package mouth

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// lookalikes maps letters that are drawn like Latin ones to those: Cyrillic, Greek, small capitals.
// Unicode decomposition does not do this.
var lookalikes = func() map[rune]rune {
	const from, to = "авекмнорстухіјѕԁɡⅼαβεικνορτυχσбᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢøłđıæœ", "abekmhopctyxijsdglabeikvoptuxsbabcdefghijklmnoprstuvwyzoldiao"
	m, as := map[rune]rune{'ß': 's'}, []rune(to)
	for i, r := range []rune(from) {
		m[r] = as[i]
	}
	return m
}()

// leet maps digits and signs to the letters that they stand for inside a word.
var leet = map[rune]rune{'0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', '$': 's', '!': 'i', '|': 'i'}

// parsedText is a text as the phrase rules read it: its words in plain letters, and the sentences
// they belong to.
type parsedText struct {
	words []string
	// sentence is the number of the sentence of each word.
	sentence []int
	// isQuestion reports for each sentence whether it ends with a question mark.
	isQuestion []bool
	// pauseAfter reports for each word whether a comma or dash follows it.
	pauseAfter []bool
}

// foldLetters folds a text to lower case and to the plain letters that it looks like.
func foldLetters(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		// This is nearly always so.
		return strings.ToLower(text)
	}
	var b strings.Builder
	for _, r := range norm.NFKD.String(text) {
		r = unicode.ToLower(r)
		switch plain := lookalikes[r]; {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case r == 'ß':
			b.WriteString("ss")
		case plain != 0:
			b.WriteRune(plain)
		case r == '’' || r == '‘' || r == '`' || r == '´' || r == 'ʼ' || r == '′':
			b.WriteByte('\'')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// parseText splits a text into words and sentences.
func parseText(text string) *parsedText {
	s := &parsedText{isQuestion: []bool{false}}
	var word []rune
	flush := func() {
		if len(word) > 0 {
			s.words, s.sentence = append(s.words, unleet(word)), append(s.sentence, len(s.isQuestion)-1)
			s.pauseAfter = append(s.pauseAfter, false)
			word = word[:0]
		}
	}
	runes := []rune(foldLetters(text))
	for i, r := range runes {
		next := runeAt(runes, i+1)
		switch {
		case isWordRune(r), insideWord(runes, i):
			word = append(word, r)
		case r == '\'' && isContraction(runes[i+1:]):
		case r == '.' && len(word) > 0 && unicode.IsLetter(next) && !isWordRune(runeAt(runes, i-2)) && !isWordRune(runeAt(runes, i+2)):
			// The dots in "a.i." do not end a sentence.
		case r == '.' && len(word) > 1 && runeAt(runes, i-2) == '.': // the last dot of a.i.
			flush()
		case strings.ContainsRune(".?!\n…", r):
			flush()
			s.isQuestion[len(s.isQuestion)-1] = s.isQuestion[len(s.isQuestion)-1] || r == '?'
			if n := len(s.sentence); n > 0 && s.sentence[n-1] == len(s.isQuestion)-1 && !strings.ContainsRune(".?!…", next) {
				s.isQuestion = append(s.isQuestion, false)
			}
		default:
			flush()
			if n := len(s.pauseAfter); n > 0 && strings.ContainsRune(",;-–—", r) {
				s.pauseAfter[n-1] = true
			}
		}
	}
	flush()
	s.joinSpelledLetters()
	return s
}

func runeAt(runes []rune, i int) rune {
	if i < 0 || i >= len(runes) {
		return ' '
	}
	return runes[i]
}

// insideWord reports whether a sign stands for a letter: it has a letter or digit before it and a
// letter after it.
func insideWord(runes []rune, i int) bool {
	return leet[runes[i]] != 0 && isWordRune(runeAt(runes, i-1)) && unicode.IsLetter(runeAt(runes, i+1))
}

// isContraction reports whether the letters after an apostrophe belong to the word before it, as in
// I'm and can't, but not in j'ai.
func isContraction(rest []rune) bool {
	n := 0
	for n < len(rest) && isWordRune(rest[n]) {
		n++
	}
	switch string(rest[:n]) {
	case "m", "s", "t", "d", "re", "ve", "ll":
		return true
	}
	return false
}

// unleet returns a word with its digits read as letters, if it also has letters.
func unleet(word []rune) string {
	figures, plain := false, false
	for _, r := range word {
		figures, plain = figures || leet[r] != 0, plain || unicode.IsLetter(r)
	}
	if !figures || !plain {
		return string(word)
	}
	out := make([]rune, len(word))
	for i, r := range word {
		if out[i] = r; leet[r] != 0 {
			out[i] = leet[r]
		}
	}
	return string(out)
}

// minSpelledLetters is how many single letters in a row are read as one word that is spelled out.
const minSpelledLetters = 4

// joinSpelledLetters joins letters that are spelled out. The ends of words are lost, so the phrase
// tables list such spellings as one word.
func (s *parsedText) joinSpelledLetters() {
	single := func(i int) bool { return i < len(s.words) && utf8.RuneCountInString(s.words[i]) == 1 }
	for i := 0; i < len(s.words); i++ {
		j := i
		for single(j) {
			j++
		}
		if j-i < minSpelledLetters {
			i = max(i, j-1)
			continue
		}
		word := strings.Join(s.words[i:j], "")
		s.words = append(append(s.words[:i:i], word), s.words[j:]...)
		s.sentence = append(append(s.sentence[:i:i], s.sentence[i]), s.sentence[j:]...)
		s.pauseAfter = append(append(s.pauseAfter[:i:i], s.pauseAfter[j-1]), s.pauseAfter[j:]...)
	}
}
