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
	// You says that it speaks to one reader: you, u, your, du, dein.
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
	l := newAskLine(text)
	a.You, a.All = l.readers()
	a.Asks = l.marked
	for i := range l.words {
		if a.Asks {
			break
		}
		a.Asks = l.words[i].begins && l.clauseAsks(i) || l.asksInside(i)
	}
	a.Asks = a.Asks || l.endAsks()
	return a
}

// askWord is a word of a line, in lower case and without apostrophes.
type askWord struct {
	text string
	sets askSets
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

// closing maps the marks that open a quote to those that close it.
var closing = strings.NewReplacer("„", "“", "“", "”", "«", "»")

// newAskLine splits a line into words.
func newAskLine(text string) (l askLine) {
	sets := allLanguages().asking
	const usualWord = 4 // letters, with its blank
	n := min(len(text)/usualWord+1, askedWords)
	l.words = make([]askWord, 0, n)
	all, ends := make([]byte, 0, len(text)), make([]int, 0, n) // the words in a row, and their ends
	from, begins, opens := 0, true, true
	flush := func() {
		if from < len(all) && len(ends) < askedWords {
			l.words = append(l.words, askWord{sets: sets[string(all[from:])], begins: begins, opens: opens})
			ends, begins, opens = append(ends, len(all)), false, false
			from = len(all)
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
			l.marked = l.marked || !strings.HasPrefix(text[i+size:], ")") || i == 0 || text[i-1] != '('
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
	for i, word := range cutAt(string(all), ends) {
		l.words[i].text = word
	}
	return l
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
