package mouth

// Asking says what a line of chat asks for, as far as its words show it.
type Asking struct {
	// Asks says that the line asks something: with a question mark, a question word or a verb
	// before its subject at the start of a clause.
	Asks bool
	All  bool // All says that it speaks to several readers, or asks what concerns all: who, we.
	You  bool // You says that it speaks to one reader: you, u, your, du, dein.
	Back bool // Back says that it ends with a question given back: "not much, you?".
	// Word is a word that it may take up from another line: "chill?", "which boats do you mean".
	Word string
}

// echoLetters is how many letters a word has at least that a question takes up.
const echoLetters = 5

// Ask reads a line of chat. It reads English and German questions with and without question marks,
// and questions of other languages with them. What stands in quotes and in links asks nothing.
func Ask(text string) (a Asking) {
	if IsCorrection(text) {
		return a
	}
	var usual [usualWords]askWord
	l := readAskLine(text, usual[:0])
	first := l.firstQuestion()
	a.Asks = l.marked || first < len(l.words)
	if !a.Asks {
		return a
	}
	a.Back = l.isBack(len(l.words) - 1)
	a.You, a.All = l.readers(first)
	for i := range l.words {
		if w := &l.words[i]; w.sets == 0 && len(w.text) >= echoLetters && a.Word == "" {
			a.Word = w.text
		}
	}
	return a
}

// readers reports whether a question speaks to one reader, or to several; who asks all.
func (l *askLine) readers(first int) (one, several bool) {
	group := false
	for i := range l.words {
		several = several || l.is(i, "guys", "yall", "both") || l.has(i, setYou) && l.is(i+1, "all", "two")
		one, group = one || l.has(i, setYou), group || l.has(i, setGroup)
	}
	several = several || group && !one || l.is(first, "who", "whos", "wer") && !l.is(first+1, "are", "r", "bist")
	return one && !several, several
}

// firstQuestion returns where the words begin that ask, or the number of words.
func (l *askLine) firstQuestion() int {
	n, start := len(l.words), 0 // start is the first word of the clause besides fillers
	for i := range l.words {
		if l.words[i].begins {
			start = i
		}
		called := i == start+1 && l.words[start].sets == 0 && (l.has(i, setWhat) || l.has(i+1, setYou))
		switch {
		case i == start && l.has(i, setFiller):
			start++
		case (i == start || called) && l.questionAt(i), l.has(i, setWhat) && l.has(i+1, setVerb) && l.has(i+2, setYou):
			return i
		}
	}
	if l.isBack(n - 1) {
		return n - 1
	}
	return n
}

// questionAt reports whether a question, or a request such as "tell us", begins at word i.
func (l *askLine) questionAt(i int) bool {
	next := i + 1
	switch {
	case next == len(l.words):
		return l.has(i, setWhat) && !l.is(i, "was", "wie")
	case !l.follows(next):
		return false
	case l.is(i, "why", "warum", "wieso", "any", "anyone", "anybody"), l.is(i, "who", "wer") && !l.is(next, "knows", "cares", "weiß"),
		l.is(i, "where", "wo", "woher") && !l.has(next, setSubject|setYou):
		return true
	case l.has(i, setWhat) && !l.is(i, "which") && !l.has(next, setSubject|setYou):
		for more := next; more < next+3 && l.follows(more); more++ {
			if l.has(more, setVerb) || more > next && l.has(more, setYou) || l.is(next, "about") {
				return true
			}
		}
		return l.has(i, setVerb) && !l.is(i, "was") // whats
	case l.has(i, setVerb) && l.follows(next+1): // more than "so are you"
		imperative := l.is(i, "do", "have") && l.is(next, "it", "that", "this", "the", "my") || l.is(i, "was") && l.has(next, setYou)
		return l.has(next, setSubject|setYou|setGroup) && !imperative || l.words[next].sets == 0 && l.is(i, "is", "are", "does", "did")
	}
	return false
}

// isBack reports whether words such as "and you", "hbu" or "you?" end at word i.
func (l *askLine) isBack(i int) bool {
	if l.is(i, "wbu", "hbu", "wby", "hby") {
		return true
	}
	if !l.has(i, setYou) {
		return false
	}
	for i > 0 && !l.words[i].begins && l.is(i-1, "and", "und", "about", "how", "what", "bei", "mit", "with") {
		i--
	}
	return l.words[i].begins
}
