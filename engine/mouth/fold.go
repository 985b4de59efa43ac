package mouth

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// lookalikes are letters that are drawn like Latin ones and that no decomposition leads back to them: Cyrillic, Greek, small capitals.
var lookalikes = func() map[rune]rune {
	const from, to = "авекмнорстухіјѕԁɡⅼαβεικνορτυχσбᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢøłđıæœ", "abekmhopctyxijsdglabeikvoptuxsbabcdefghijklmnoprstuvwyzoldiao"
	m, as := map[rune]rune{'ß': 's'}, []rune(to)
	for i, r := range []rune(from) {
		m[r] = as[i]
	}
	return m
}()

// leet are the figures and signs that stand for letters inside a word.
var leet = map[rune]rune{'0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', '$': 's', '!': 'i', '|': 'i'}

// speech is a text as the phrases see it: words in plain letters, whatever it was drawn with, and the sentences they stand in.
type speech struct {
	words []string
	// sentence is the number of the sentence of each word, asked says of each sentence whether it ends with a question mark.
	sentence []int
	asked    []bool
	// pause says of a word that a comma or dash follows it.
	pause []bool
}

// letters folds a text to lower case and to the plain letters that it looks like.
func letters(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) { // nearly always
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

// hear reads a text as speech.
func hear(text string) *speech {
	s := &speech{asked: []bool{false}}
	var word []rune
	flush := func() {
		if len(word) > 0 {
			s.words, s.sentence = append(s.words, unleet(word)), append(s.sentence, len(s.asked)-1)
			s.pause = append(s.pause, false)
			word = word[:0]
		}
	}
	runes := []rune(letters(text))
	for i, r := range runes {
		next := at(runes, i+1)
		switch {
		case wordRune(r), inside(runes, i):
			word = append(word, r)
		case r == '\'' && contracts(runes[i+1:]):
		case r == '.' && len(word) > 0 && unicode.IsLetter(next) && !wordRune(at(runes, i-2)) && !wordRune(at(runes, i+2)): // a.i.
		case r == '.' && len(word) > 1 && at(runes, i-2) == '.': // the last dot of it
			flush()
		case strings.ContainsRune(".?!\n…", r):
			flush()
			s.asked[len(s.asked)-1] = s.asked[len(s.asked)-1] || r == '?'
			if n := len(s.sentence); n > 0 && s.sentence[n-1] == len(s.asked)-1 && !strings.ContainsRune(".?!…", next) {
				s.asked = append(s.asked, false)
			}
		default:
			flush()
			if n := len(s.pause); n > 0 && strings.ContainsRune(",;-–—", r) {
				s.pause[n-1] = true
			}
		}
	}
	flush()
	s.spell()
	return s
}

func at(runes []rune, i int) rune {
	if i < 0 || i >= len(runes) {
		return ' '
	}
	return runes[i]
}

// inside tells whether a sign stands for a letter: one within a word.
func inside(runes []rune, i int) bool {
	return leet[runes[i]] != 0 && wordRune(at(runes, i-1)) && unicode.IsLetter(at(runes, i+1))
}

// contracts tells whether what stands after an apostrophe belongs to the word before it, as in I'm and can't, and not as in j'ai.
func contracts(rest []rune) bool {
	n := 0
	for n < len(rest) && wordRune(rest[n]) {
		n++
	}
	switch string(rest[:n]) {
	case "m", "s", "t", "d", "re", "ve", "ll":
		return true
	}
	return false
}

// unleet returns a word with the figures in it read as letters, if it has letters.
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

// spelled is from how many single letters in a row they are read as words that somebody has spelled out.
const spelled = 4

// spell joins letters that are spelled out. Where words end is lost, so that the phrases list what is spelled as one word.
func (s *speech) spell() {
	single := func(i int) bool { return i < len(s.words) && utf8.RuneCountInString(s.words[i]) == 1 }
	for i := 0; i < len(s.words); i++ {
		j := i
		for single(j) {
			j++
		}
		if j-i < spelled {
			i = max(i, j-1)
			continue
		}
		word := strings.Join(s.words[i:j], "")
		s.words = append(append(s.words[:i:i], word), s.words[j:]...)
		s.sentence = append(append(s.sentence[:i:i], s.sentence[i]), s.sentence[j:]...)
		s.pause = append(append(s.pause[:i:i], s.pause[j-1]), s.pause[j:]...)
	}
}
