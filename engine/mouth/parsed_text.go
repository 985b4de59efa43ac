package mouth

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// leet maps digits and signs to the letters that they stand for inside a word.
var leet = [utf8.RuneSelf]rune{'0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', '$': 's', '!': 'i', '|': 'i'}

// leetLetter returns the letter that a digit or sign stands for, or 0.
func leetLetter(r rune) rune {
	if r >= utf8.RuneSelf {
		return 0
	}
	return leet[r]
}

// parsedText is a text as the phrase rules read it, in plain letters and sentences.
type parsedText struct {
	words []string
	// sentence is the number of the sentence of each word.
	sentence   []int
	isQuestion []bool
	pauseAfter []bool
	// known holds the words as numbers, once a search has looked them up.
	known *textWords
}

func parseText(text string) *parsedText {
	s := &parsedText{isQuestion: []bool{false}}
	runes := []rune(foldLetters(text))
	const usualWord = 4 // letters, with its blank
	n := len(runes)/usualWord + 1
	s.sentence, s.pauseAfter = make([]int, 0, n), make([]bool, 0, n)
	all, ends := make([]byte, 0, len(runes)), make([]int, 0, n) // the words in a row, and their ends
	var word []rune
	flush := func() {
		if len(word) > 0 {
			all = appendUnleet(all, word)
			ends, s.sentence, s.pauseAfter = append(ends, len(all)), append(s.sentence, len(s.isQuestion)-1), append(s.pauseAfter, false)
			word = word[:0]
		}
	}
	for i, r := range runes {
		next := runeAt(runes, i+1)
		switch {
		case r == ' ':
			flush()
		case isUnspaced(r):
			flush()
			word = append(word, r)
			flush()
		case isWordRune(r), insideWord(runes, i):
			word = append(word, r)
		case r == '\'' && isContraction(runes[i+1:]):
		case r == '.' && len(word) > 0 && unicode.IsLetter(next) && !isWordRune(runeAt(runes, i-2)) && !isWordRune(runeAt(runes, i+2)):
			// The dots in "a.i." do not end a sentence.
		case r == '.' && len(word) > 1 && runeAt(runes, i-2) == '.': // the last dot of a.i.
			flush()
		case r == '🤖':
			flush()
			word = append(word, []rune("robot")...)
			flush()
		case r == '=' && isEquation(runes, i):
			flush()
			word = append(word, 'i', 's') // red = mafia
			flush()
		case strings.ContainsRune(".?!\n…。", r):
			flush()
			s.isQuestion[len(s.isQuestion)-1] = s.isQuestion[len(s.isQuestion)-1] || r == '?'
			if n := len(s.sentence); n > 0 && s.sentence[n-1] == len(s.isQuestion)-1 && !strings.ContainsRune(".?!…。", next) {
				s.isQuestion = append(s.isQuestion, false)
			}
		default:
			flush()
			if n := len(s.pauseAfter); n > 0 && strings.ContainsRune(",;-–—、", r) {
				s.pauseAfter[n-1] = true
			}
		}
	}
	flush()
	s.words = cutAt(string(all), ends)
	s.joinSpelledLetters()
	s.markQuestions()
	return s
}

func runeAt(runes []rune, i int) rune {
	if i < 0 || i >= len(runes) {
		return ' '
	}
	return runes[i]
}

// insideWord reports whether a sign stands for a letter, between letters or digits.
func insideWord(runes []rune, i int) bool {
	return leetLetter(runes[i]) != 0 && isWordRune(runeAt(runes, i-1)) && unicode.IsLetter(runeAt(runes, i+1))
}

func isEquation(runes []rune, i int) bool {
	before, after := runeAt(runes, i-1), runeAt(runes, i+1)
	if before == ' ' {
		before = runeAt(runes, i-2)
	}
	if after == ' ' {
		after = runeAt(runes, i+2)
	}
	return isWordRune(before) && isWordRune(after)
}

// isContraction reports whether letters after an apostrophe belong to the word: I'm, not j'ai.
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

func cutAt(text string, ends []int) []string {
	list, from := make([]string, len(ends)), 0
	for i, end := range ends {
		list[i], from = text[from:end], end
	}
	return list
}

// appendUnleet appends a word. If it also has letters, its digits are read as letters.
func appendUnleet(to []byte, word []rune) []byte {
	figures, plain := false, false
	for _, r := range word {
		if r >= 'a' && r <= 'z' { // nearly always
			plain = true
			continue
		}
		figures, plain = figures || leetLetter(r) != 0, plain || unicode.IsLetter(r)
	}
	for _, r := range word {
		if figures && plain {
			r = cmp.Or(leetLetter(r), r)
		}
		to = utf8.AppendRune(to, r)
	}
	return to
}

// minSpelledLetters is how many single letters in a row are read as one word that is spelled out.
const minSpelledLetters = 4

// joinSpelledLetters joins spelled letters. Phrase tables list such spellings as one word.
func (s *parsedText) joinSpelledLetters() {
	single := func(i int) bool {
		r, size := utf8.DecodeRuneInString(s.words[i])
		return size == len(s.words[i]) && !isUnspaced(r)
	}
	n := 0
	for i, j := 0, 0; i < len(s.words); i, n = j, n+1 {
		for j = i; j < len(s.words) && single(j); j++ {
		}
		if j-i < minSpelledLetters {
			j = i + 1
		}
		s.words[n], s.sentence[n], s.pauseAfter[n] = strings.Join(s.words[i:j], ""), s.sentence[i], s.pauseAfter[j-1]
	}
	s.words, s.sentence, s.pauseAfter = s.words[:n], s.sentence[:n], s.pauseAfter[:n]
}

// isUnspaced reports whether a script writes no blanks. Each such letter counts as a word.
func isUnspaced(r rune) bool {
	return isIdeograph(r) || r >= 0x2E80 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r == 'ー')
}

const askingWords = "か吗嗎么"

func (s *parsedText) markQuestions() {
	for i, w := range s.words {
		if (i+1 == len(s.words) || s.sentence[i+1] != s.sentence[i]) && strings.Contains(askingWords, w) {
			s.isQuestion[s.sentence[i]] = true
		}
	}
}
