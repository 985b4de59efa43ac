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

// askedWords is how many words of a line are read. Question marks count all the same.
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

func isCorrection(text string) bool {
	word, ok := strings.CutPrefix(strings.TrimSpace(text), "*")
	return ok && word != "" && !strings.ContainsAny(word, " *")
}

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

type askWord struct {
	text string
	sets askSets
	// end is where it ends among the letters of all words.
	end int
	// begins says that it follows a mark or is the first word. opens says that this mark was not
	// just a comma.
	begins, opens bool
}

type askLine struct {
	words  []askWord
	marked bool
}

const (
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

// isTag reports whether a question mark ends a tag that wants no answer: "focus, you know?".
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

func (l *askLine) has(i int, sets askSets) bool {
	return i >= 0 && i < len(l.words) && l.words[i].sets&sets != 0
}

func (l *askLine) is(i int, texts ...string) bool {
	return i >= 0 && i < len(l.words) && slices.Contains(texts, l.words[i].text)
}

// follows reports whether word i exists and no mark stands before it.
func (l *askLine) follows(i int) bool { return i < len(l.words) && !l.words[i].begins }

func (l *askLine) last(i int) bool { return i+1 >= len(l.words) || l.words[i+1].begins }

// AskedOf returns the indexes of the names that a question is asked of, in the order of the names:
// "red where are you from", "what do you think, red", "red?", "what does red think". A name alone
// calls nobody: "is red the bot" and "why red?" are asked of somebody else.
func AskedOf(text string, players []string) (asked []int) {
	var usual, usualName [usualWords]askWord
	l := readAskLine(text, usual[:0])
	_, several := l.readers()
	you := several || slices.ContainsFunc(l.words, func(w askWord) bool { return w.sets&setYou != 0 })
	for n, name := range players {
		if words := readAskLine(name, usualName[:0]).words; len(words) > 0 && l.asksOf(words, players, you) {
			asked = append(asked, n)
		}
	}
	return asked
}

// asksOf reports whether the line asks the player with this name. With you, it speaks to a reader.
func (l *askLine) asksOf(name []askWord, players []string, you bool) bool {
	for from := range l.words {
		to := from + len(name)
		if to > len(l.words) || !l.namesAt(name, from) {
			continue
		}
		if first, last := l.joined(from, to, players); l.calls(first, last, you) || l.asksAbout(from, to, you) {
			return true
		}
	}
	return false
}

// joined returns the range of the list of names around a name: "red and blue, where are you from".
func (l *askLine) joined(from, to int, players []string) (first, last int) {
	for i := 0; i < len(players) && (l.is(to, "and", "und") || l.is(from-1, "and", "und")); i++ {
		name := readAskLine(players[i], nil).words
		n := len(name)
		switch {
		case n == 0:
		case l.is(to, "and", "und") && to+1+n <= len(l.words) && l.namesAt(name, to+1):
			to, i = to+1+n, -1
		case l.is(from-1, "and", "und") && from > n && l.namesAt(name, from-1-n):
			from, i = from-1-n, -1
		}
	}
	return from, to
}

func (l *askLine) namesAt(name []askWord, i int) bool {
	for j := range name {
		if l.words[i+j].text != name[j].text {
			return false
		}
	}
	return true
}

// calls reports whether the name from word from to word to calls its player.
func (l *askLine) calls(from, to int, you bool) bool {
	begin := from
	for begin > 0 && !l.words[begin].begins && l.has(begin-1, setFiller) {
		begin--
	}
	end := to >= len(l.words) || l.words[to].begins
	if l.words[begin].begins {
		switch {
		case end: // "red?", "hey red", "red, what now", but not "green, blue, red" in an answer
			return true
		case l.has(to, setWhatIs|setBackAsk|setYouWord|setRequest|setDeRequest), l.is(to, "du", "please", "pls", "plz", "bitte"):
			return true
		case l.has(to, setWhat) && to+1 < len(l.words), l.has(to, setDeWhat) && to+1 < len(l.words) && !l.is(to, "was"):
			return true
		case l.is(to, "was"):
			return l.has(to+1, setDeVerb)
		case l.has(to, setAux):
			return l.has(to+1, setYouWord)
		case l.is(to+1, "du", "ihr"):
			return true
		}
		return l.has(to, setFiller) && l.has(to+1, setWhat|setWhatIs|setAux|setYouWord|setRequest|setDeWhat)
	}
	if l.is(to, "this", "that", "thats", "das") && from <= 1 && (from == 0 || !l.has(0, setAux|setBefore|setWhat|setWhatIs)) { // "wow red this was fast"
		return true
	}
	// At the end of a sentence that speaks to a reader: "what do you think red".
	whole := l.is(from-1, "well") && l.is(from-2, "as") || l.is(from-1, "sure") && l.is(from-2, "not", "you") // no filler
	return end && you && (whole || !l.has(from-1, setAux|setFiller|setBefore|setWhat|setWhatIs))
}

// asksAbout reports whether the line asks what only that player knows: "what does red think".
func (l *askLine) asksAbout(from, to int, you bool) bool {
	if l.is(to, "to", "should", "must", "can", "could", "soll") && (l.has(to+1, setRequest) || l.is(to+1, "explain", "talk", "share", "start", "speak")) {
		return true
	}
	return !you && l.has(from-1, setAux) && l.has(from-2, setWhat) && !l.is(from-2, "who") && to < len(l.words) && !l.words[to].begins ||
		!you && l.is(from-1, "is", "was", "are") && l.is(from-2, "where", "how")
}
