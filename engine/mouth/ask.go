package mouth

import "strings"

// Asking says what a line of chat asks for, as far as its words show it.
type Asking struct {
	// Asks says that the line asks something: with a question mark, with the words of a question,
	// or with a request such as "tell us about yourself".
	Asks bool
	You  bool // You says that it speaks to one reader: you, u, your, du, dein.
	// All says that it speaks to several readers: you guys, anyone, everybody, ihr, jemand. A
	// question who of them did something does, too.
	All bool
	// Back says that it gives a question back, perhaps after an answer: "u?", "not much, how are
	// you".
	Back bool
	// Follows says that it rests on what was just said: it is short, or points there by a word such
	// as "that".
	Follows bool
	Me      bool // Me says that it asks about its sender: "why me?"
	// Echo is a word that it may take up from another line: "chill?", "which boats do you mean".
	Echo string
}

// Ask reads a line of chat. It reads English and German questions with and without question marks,
// and questions of other languages with them. What stands in quotes and in links asks nothing.
func Ask(text string) (a Asking) {
	if isCorrection(text) {
		return a
	}
	var usual [usualWords]askWord
	l := readAskLine(text, usual[:0])
	a.You, a.All = l.readers()
	first := l.firstQuestion()
	a.Asks = l.marked || first < len(l.words)
	a.All = a.All || a.Asks && !a.You && len(l.words) > 2 && l.asksWho(first)
	if !a.Asks || a.All {
		return a
	}
	if a.Back = l.givesBack() || a.You && first < len(l.words) && l.hasContent(0, first); a.Back {
		return a
	}
	for i := range l.words {
		a.Me = a.Me || l.is(i, "i", "me", "ich", "mich", "mir") && l.is(i-1, "am", "did", "do", "why", "wud", "would", "bin", "warum", "wieso", "what", "wut")
		a.Follows = a.Follows || a.You && l.is(i, "why", "warum", "wieso") || l.has(i, setPoints) && (!l.is(i, "that", "this", "it", "there") || !l.follows(i+1))
	}
	a.Follows = a.Follows || l.is(0, "and", "but", "und", "aber")
	for i := range l.words {
		if w := &l.words[i]; a.Echo == "" && w.sets == 0 && len(w.text) >= echoLetters && w.text != "game" {
			a.Echo = w.text
		}
	}
	a.Follows = a.Follows || l.isShort()
	return a
}

const echoLetters = 4

func (l *askLine) asksWho(first int) bool {
	for l.has(first, setFiller) {
		first++
	}
	return l.is(first, "who", "whos", "wer", "wen")
}

func (l *askLine) hasContent(from, to int) bool {
	for i := from; i < to; i++ {
		if !l.has(i, setFiller) {
			return true
		}
	}
	return false
}

// isShort reports whether the line has one or two words besides fillers, and greets nobody.
func (l *askLine) isShort() bool {
	n := 0
	for i := range l.words {
		if l.has(i, setWhole) {
			return false
		}
		if !l.has(i, setFiller) {
			n++
		}
	}
	return n <= 2
}

func isCorrection(text string) bool {
	word, ok := strings.CutPrefix(strings.TrimSpace(text), "*")
	return ok && word != "" && !strings.ContainsAny(word, " *")
}

// readers reports whether the line speaks to one reader, or to several.
func (l *askLine) readers() (one, several bool) {
	indefinite := false
	for i := range l.words {
		w := &l.words[i]
		switch {
		case w.text == "yall", w.text == "guys",
			w.sets&setYou != 0 && (l.is(i+1, "guys", "all", "two", "both", "people", "ppl", "lot", "folks") || l.is(i-1, "of")):
			several = true
		case w.sets&setYou != 0 && !l.is(i-1, "thank") && (!l.is(i+1, "know") || l.has(i-1, setAux)):
			one = true
		case w.sets&setGroup != 0:
			indefinite = true
		}
	}
	return one, several || indefinite && !one
}

// firstQuestion returns where the clause begins that asks by its words, or the number of words.
func (l *askLine) firstQuestion() int {
	clause := 0
	for i := range l.words {
		if l.words[i].begins {
			clause = i
		}
		switch {
		case l.opens(clause, i) && (l.questionAt(i, clause) || l.germanAt(i)):
			return clause
		case l.has(i, setBack), l.has(i, setWhat) && !l.has(i-1, setTold) && (l.has(i+1, setAux) || l.is(i+1, "about")) && l.has(i+2, setYou) && l.follows(i+1):
			return i
		}
	}
	if n := len(l.words); n > 1 && l.endAsks(n) {
		return n - 1
	}
	return len(l.words)
}

// opens reports whether only fillers stand before word i in its clause, or one word that may be the
// name of whom it speaks to.
func (l *askLine) opens(clause, i int) bool {
	for j := clause; j < i; j++ {
		if !l.has(j, setFiller) && (j+1 < i || l.has(j, setAux|setSubject|setWhat|setWas|setTold|setNone) || !l.has(i, setWhat|setWhole|setWas|setAsk) && !l.has(i+1, setYou)) {
			return false
		}
	}
	return true
}

// questionAt reports whether an English question, or a request, begins at word i.
func (l *askLine) questionAt(i, clause int) bool {
	w, next := &l.words[i], i+1
	switch more := l.follows(next); {
	case w.sets&setWhole != 0:
		return !l.has(next, setNone) || l.has(next, setSubject)
	case w.sets&setAsk != 0:
		return more && l.has(next, setAsked)
	case w.sets&setWhat != 0 && !more:
		return i == clause
	case w.sets&setWhat != 0:
		asks := l.has(next, setMore) || l.has(next, setAux) && !l.is(i, "which") && !l.is(i+2, "i") || l.is(i, "why", "who")
		return asks && !l.has(next, setNone) && !l.has(i-1, setTold)
	case l.is(i, "any"):
		return l.has(next, setMore)
	case l.is(i, "anyone", "anybody"):
		return more && i == clause && (!l.has(next, setAux|setWhat) || l.is(next, "have"))
	case w.sets&setAux != 0 && more:
		return l.has(next, setSubject) && !l.echoes(i) || i == clause && l.is(i, "is", "does", "did", "are", "has") && l.follows(i+2) && !l.has(next, setLight)
	}
	return l.is(i, "you", "u") && l.is(next, "ready", "sure", "ok", "okay", "there", "serious")
}

// echoes reports whether a verb at word i with its subject states something: "so am i", "do it".
func (l *askLine) echoes(i int) bool {
	if l.is(i-1, "so", "as", "neither", "nor") && !l.follows(i+2) {
		return true
	}
	return l.is(i, "do", "have", "did", "had", "was", "were", "might", "must", "may") && l.is(i+1, "it", "that", "this", "the", "my", "your", "his", "her")
}

// germanAt reports whether a German question begins at word i.
func (l *askLine) germanAt(i int) bool {
	w, next := &l.words[i], i+1
	switch more := l.follows(next); {
	case w.text == "was":
		return more && l.has(next, setVerb)
	case l.is(i, "warum", "wieso", "weshalb"):
		return !l.is(next, "auch", "nicht")
	case w.sets&setWas != 0:
		return !l.has(next, setNone) && (more || w.text != "wie")
	case !more:
		return false
	case w.sets&setVerb != 0:
		return l.is(next, "jemand", "wer", "das", "es", "der", "die", "er", "sie", "hier", "einer", "wir", "du", "ihr", "ich")
	}
	return strings.HasSuffix(w.text, "st") && l.is(next, "du", "dich", "dir") && w.sets&setLight == 0 || strings.HasSuffix(w.text, "t") && l.is(next, "ihr") && w.sets&setLight == 0
}

// endAsks reports whether the last words ask: "arent you", "or", "and you".
func (l *askLine) endAsks(n int) bool {
	switch last := n - 1; {
	case l.givesBack():
		return true
	case l.has(last, setSubject):
		return n > 2 && strings.HasSuffix(l.words[last-1].text, "nt") && l.has(last-1, setAux)
	case l.is(last, "what", "not", "nicht") && l.is(last-1, "or", "oder"):
		return n > 2
	case l.has(last, setWhat):
		return n == 2 && !l.has(0, setTold|setLight)
	}
	return l.is(n-1, "or", "oder") && n > 2
}

// givesBack reports whether the line ends with words such as "and you", "hbu" or "you?".
func (l *askLine) givesBack() bool {
	i := len(l.words) - 1
	if l.has(i, setBack) {
		return true
	}
	if !l.has(i, setYou) && !l.is(i, "dir", "euch") {
		return false
	}
	for i > 0 && !l.words[i].begins && l.is(i-1, "and", "und", "about", "how", "what", "bei", "mit", "with", "n") {
		i--
	}
	return l.words[i].begins
}
