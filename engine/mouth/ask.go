package mouth

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Asking says what a line of chat asks for, as far as its words show it.
type Asking struct {
	// Asks says that the line asks something: with a question mark, with the words of a question,
	// or with a request such as "tell us about yourself".
	Asks bool
	// You says that it speaks to one reader: you, u, your, du, dein. A short "why?" or "really?"
	// does, too.
	You bool
	// All says that it speaks to several readers: you guys, anyone, everybody, ihr, jemand.
	All bool
}

// askedWords is how many words of a line are read. Nobody reads a question in the middle of a
// longer one, but its question marks count all the same.
const askedWords = 120

// Ask reads a line of chat. It reads English and German questions with and without question marks,
// and questions of other languages with them. What stands in quotes and in links asks nothing.
func Ask(text string) (a Asking) {
	if isCorrection(text) {
		return a
	}
	var usual [usualWords]askWord
	l := readAskLine(text, usual[:0])
	a.You, a.All = l.readers()
	a.Asks = l.asks()
	a.You = a.You || a.Asks && !a.All && l.asksBack()
	return a
}

// isCorrection reports whether a line is one word behind a star, which corrects the line before it.
func isCorrection(text string) bool {
	word, ok := strings.CutPrefix(strings.TrimSpace(text), "*")
	return ok && word != "" && !strings.ContainsAny(word, " *")
}

// asks reports whether the line asks something.
func (l *askLine) asks() bool {
	if l.marked {
		return true
	}
	for i := range l.words {
		if w := &l.words[i]; w.begins && l.clauseAsks(i) || w.sets&askTriggers != 0 && l.asksInside(i) {
			return true
		}
	}
	return l.endAsks()
}

// askWord is a word of a line, in lower case and without apostrophes.
type askWord struct {
	text string
	sets askSets
	// end is where it ends among the letters of all words.
	end int
	// begins says that it follows a mark or is the first word. opens says that this mark was not
	// just a comma.
	begins, opens bool
}

// askLine is a line as Ask reads it.
type askLine struct {
	words []askWord
	// marked says that the line has a question mark.
	marked bool
}

const (
	// usualWords and usualLetters are enough memory for most lines.
	usualWords   = 48
	usualLetters = 256
)

// closing maps the marks that open a quote to those that close it.
var closing = strings.NewReplacer("„", "“", "“", "”", "«", "»")

// readAskLine splits a text into words, which it appends to an empty list.
func readAskLine(text string, words []askWord) (l askLine) {
	sets := allLanguages().asking
	var letters [usualLetters]byte
	all := letters[:0] // the words in a row
	from, begins, opens := 0, true, true
	flush := func() {
		if from < len(all) && len(words) < askedWords {
			words = append(words, askWord{sets: sets[string(all[from:])], end: len(all), begins: begins, opens: opens})
			from, begins, opens = len(all), false, false
		}
		all = all[:from]
	}
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		switch {
		case isWordRune(r):
			all = utf8.AppendRune(all, unicode.ToLower(r))
		case r == '\'' || r == '’' || isInvisible(r):
		case r == '"' || r == '„' || r == '“' || r == '«':
			flush()
			if end := strings.Index(text[i+size:], closing.Replace(text[i:i+size])); end >= 0 {
				size += end + 1
			}
			begins = true
		case r == ':' && strings.HasPrefix(text[i:], "://"), r == '.' && string(all[from:]) == "www":
			all = all[:from]
			size = len(text) - i
			if end := strings.IndexAny(text[i:], " \n\t"); end >= 0 {
				size = end
			}
		case r == '?' || r == '？' || r == '؟':
			l.marked = l.marked || !isTag(text[:i]) && (!strings.HasPrefix(text[i+size:], ")") || i == 0 || text[i-1] != '(')
			flush()
			begins, opens = true, true
		case r == ' ':
			flush()
		case r == '-' && from < len(all) && i+1 < len(text) && isWordRune(rune(text[i+1])): // a word such as player-4
		default:
			flush()
			begins, opens = true, opens || r != ',' && r != '-'
		}
		i += size
	}
	flush()
	joined, from := string(all), 0
	for i := range words {
		w := &words[i]
		w.text, from = joined[from:w.end], w.end
	}
	l.words = words
	return l
}

// isTag reports whether a text before a question mark ends with a tag that wants no answer: "it
// helps to focus, you know?".
func isTag(before string) bool {
	i := strings.LastIndexByte(before, ',')
	return i > 0 && slices.Contains([]string{"you know", "ya know", "u know", "y know"}, strings.ToLower(strings.TrimSpace(before[i+1:])))
}

// readers reports whether the line speaks to one reader, or to several.
func (l *askLine) readers() (one, several bool) {
	indefinite := false
	for i := range l.words {
		w := &l.words[i]
		switch {
		case w.text == "yall" || w.sets&setYou != 0 && l.has(i+1, setLot) || w.sets&setYou != 0 && l.is(i-1, "of") && l.has(i-2, setEach):
			several = true
		case w.sets&setYou != 0 && !l.is(i-1, "thank") && (!l.is(i+1, "know") || l.has(i-1, setAux)):
			one = true
		case w.sets&setGroup != 0 && w.text == "guys":
			several = true
		case w.sets&setGroup != 0:
			indefinite = true
		}
	}
	return one, several || indefinite && !one
}

// has reports whether word i belongs to one of these sets.
func (l *askLine) has(i int, sets askSets) bool {
	return i >= 0 && i < len(l.words) && l.words[i].sets&sets != 0
}

// is reports whether word i is one of these.
func (l *askLine) is(i int, texts ...string) bool {
	return i >= 0 && i < len(l.words) && slices.Contains(texts, l.words[i].text)
}

// follows reports whether word i exists and no mark stands before it.
func (l *askLine) follows(i int) bool { return i < len(l.words) && !l.words[i].begins }

// last reports whether word i is the last of its clause.
func (l *askLine) last(i int) bool { return i+1 >= len(l.words) || l.words[i+1].begins }
