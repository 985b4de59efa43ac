package mouth

import "strings"

// askSets is a combination of sets of words, one bit each.
type askSets uint64

// The sets of words in language/question.json, in the order of askSetNames.
const (
	setFiller      askSets = 1 << iota // words before the question proper
	setWhat                            // question words
	setWhatIs                          // question words with their verb
	setBackAsk                         // short forms of "what about you"
	setAux                             // verbs that stand before their subject in a question
	setDenied                          // such verbs with a "not"
	setPronoun                         // subjects after a verb
	setSubject                         // words with which a subject begins
	setYou                             // words for one reader
	setYouWord                         // such words as a subject
	setGroup                           // words for several readers
	setLot                             // words after "you" that make it several readers
	setEach                            // words before "of you"
	setPlace                           // words that make "what you" a question
	setHowLong                         // words that make "how" a question
	setWhatKind                        // words that make "what" a question
	setBlocker                         // words before a question that is only told of
	setNoWho                           // words that make "who" none
	setNoWhich                         // words that make "which" none
	setRequest                         // verbs that ask for an answer
	setRequested                       // words after such a verb
	setAnyOf                           // words that make "any" a question
	setAny                             // words that make "anyone" a question
	setState                           // words that make "you" a question
	setDeWhat                          // German question words
	setDeClause                        // words after them that begin a subordinate clause
	setDeNot                           // words after them that ask nothing
	setDeVerb                          // verbs after was, which is English, too
	setDeThird                         // German verbs of the third person
	setDeSomebody                      // subjects after such a verb
	setDeRequest                       // German verbs that ask for an answer
	setDeRequested                     // words after such a verb
	setBefore                          // words before a name that make the line about that player
	setLight                           // words without which a question asks the same
)

var askSetNames = strings.Fields("filler what whatis backask aux denied pronoun subject you youword group lot each place howlong whatkind blocker nowho nowhich request requested anyof anyone state " +
	"wequestion weclause wenot weverb third somebody sag mal before light")

func (l *lexicon) readAsking() {
	var lists map[string]string
	decode("question.json", &lists)
	l.asking = map[string]askSets{}
	for i, name := range askSetNames {
		for word := range strings.FieldsSeq(lists[name]) {
			l.asking[word] |= 1 << i
		}
	}
}

func (l *askLine) clauseAsks(i int) bool {
	from := i
	for l.has(i, setFiller) && l.follows(i+1) {
		i++
	}
	if l.questionWord(i, from) || l.verbFirst(i) || l.requests(i) || l.german(i) {
		return true
	}
	// One word before it may be the name of whom it speaks to.
	if !l.follows(i+1) || l.words[i].sets&(setAux|setPronoun|setWhat|setDeWhat|setBlocker) != 0 || l.is(i, "as", "neither", "nor", "than", "if", "that", "this", "not", "clue", "idea") {
		return false
	}
	return l.has(i+1, setAux) && l.has(i+2, setYouWord) && !l.is(i+3, "dare") || l.has(i+1, setWhat) && l.questionWord(i+1, from) || l.requests(i+1) || l.german(i+1)
}

// questionWord reports whether the English question word i asks. from is the first of its clause.
func (l *askLine) questionWord(i, from int) bool {
	w := &l.words[i]
	switch {
	case w.sets&(setWhatIs|setBackAsk) != 0:
		return !l.is(i+1, "done", "more", "funny", "crazy", "weird", "worse", "interesting", "best")
	case w.text == "sup":
		return len(l.words) <= 4
	case w.text == "any":
		return l.has(i+1, setAnyOf)
	case w.text == "anyone", w.text == "anybody":
		return l.has(i+1, setAny) && !l.is(i+2, "the")
	case w.sets&setWhat == 0:
		return false
	case len(l.words) == i+1:
		return i == 0 || l.words[from].opens
	case !l.follows(i + 1):
		return w.text == "why" || w.text == "what" && l.words[from].opens && from == i
	case l.reorders(i):
		return true
	}
	next := &l.words[i+1]
	switch w.text {
	case "why":
		return !l.is(i+1, "not", "i", "thats") && !l.is(i-1, "thats", "is")
	case "how":
		return next.sets&(setAux|setHowLong) != 0 && !l.is(i+2, "i", "fun", "he", "she", "they", "we", "is")
	case "what", "wat", "wut":
		return next.sets&(setAux|setWhatKind) != 0 || next.sets&setYouWord != 0 && l.shortAfter(i)
	case "where", "when":
		return next.sets&setAux != 0 && l.follows(i+2) || l.is(i+1, "from") || next.sets&setYouWord != 0 && w.text == "where" && l.shortAfter(i)
	case "who", "whom", "whose":
		return next.sets&setNoWho == 0 && (l.words[from].opens || i-from <= 1 && from <= 3 || l.is(i+1, "asks", "wants", "starts", "begins", "goes", "else"))
	case "which":
		return next.sets&setNoWhich == 0 && l.words[from].opens
	}
	return false
}

// reorders reports whether the clause after the question word i has a verb before its subject.
func (l *askLine) reorders(i int) bool {
	for j := i + 1; j <= i+6 && l.follows(j+1); j++ {
		if l.has(j, setAux) && l.has(j+1, setPronoun) && !l.is(j-1, "i", "you", "u") {
			return !l.is(j+2, "know")
		}
	}
	return false
}

// shortAfter reports whether "you" after the question word i belongs to a short question.
func (l *askLine) shortAfter(i int) bool {
	return (l.has(i+2, setPlace) || l.has(i+3, setPlace)) && len(l.words) <= i+6
}

// verbFirst reports whether the clause from word i on has the word order of a question.
func (l *askLine) verbFirst(i int) bool {
	if l.has(i, setYouWord) && l.has(i+1, setState) {
		return l.follows(i + 1)
	}
	if !l.has(i, setAux) || !l.follows(i+1) || l.is(i-1, "so", "as", "neither", "nor") && (l.last(i+1) || l.is(i+2, "and")) {
		return false
	}
	switch w := l.words[i].text; w {
	case "ru":
		return true
	case "do", "have", "dont", "may", "must", "had":
		return l.has(i+1, setPronoun) && !l.is(i+1, "it") && !l.is(i+2, "dare")
	case "did", "was", "were", "would", "could", "should", "might":
		if l.is(i+1, "it", "that", "this", "the", "my", "your", "his", "her") {
			return l.follows(i+2) && (w == "could" || w == "would" || w == "should" || len(l.words) > i+2 && l.is(i+1, "it", "that"))
		}
	case "is", "does":
		if l.is(i+2, "the", "a", "an", "really", "still", "actually", "sus", "bot", "human", "ai", "mafia", "here", "dead", "out", "evil") {
			return !l.is(i+1, "not", "just", "like", "also", "still", "probably", "definitely", "the", "only", "being", "such", "always")
		}
	case "d":
		return false
	}
	return l.has(i+1, setSubject)
}

// requests reports whether the clause asks for an answer by a verb at word i.
func (l *askLine) requests(i int) bool {
	return l.has(i, setRequest) && l.follows(i+1) && l.has(i+1, setRequested) && !l.is(i+1, "what", "how", "why") ||
		l.is(i, "explain", "describe", "introduce") && l.has(i+1, setRequested)
}

// askTriggers are the sets of words with which a question may begin inside a clause.
const askTriggers = setWhat | setWhatIs | setBackAsk | setAux | setRequest | setDeWhat

// asksInside reports whether a question begins at word i inside a clause: "im good how are you".
func (l *askLine) asksInside(i int) bool {
	if l.has(i, setBackAsk) || l.has(i, setRequest) && l.is(i+1, "us", "me", "please") && (l.is(i-1, "please", "pls", "plz") || l.is(i-1, "to") && l.is(i-3, "want", "wants")) {
		return true
	}
	if l.has(i-1, setBlocker) {
		return false
	}
	switch {
	case l.is(i, "explain", "answer") && l.is(i-1, "please", "pls", "plz"):
		return true
	case l.is(i, "what", "how") && l.is(i+1, "about") && l.has(i+2, setYouWord) && l.last(i+2):
		return true
	case l.has(i, setWhat) && l.has(i+1, setAux) && l.has(i+2, setYouWord|setYou):
		return true
	case l.is(i, "why") && l.is(i+1, "so", "me", "are", "is", "do", "did", "would"), l.is(i, "can") && l.is(i+1, "we", "you", "u"):
		return !l.is(i-1, "thats", "is", "as", "so", "what", "that", "than", "only", "all")
	case l.is(i, "whats") && l.is(i+1, "up", "your", "ur"):
		return true
	case l.is(i, "wie") && l.is(i+1, "gehts", "geht"):
		return true
	}
	return false
}

// endAsks reports whether the end of the line asks: "not much, you", "you are the bot arent u".
func (l *askLine) endAsks() bool {
	n := len(l.words)
	switch {
	case n == 0:
		return false
	case l.is(n-1, "you", "u") && n > 1 && (l.words[n-1].begins || l.is(n-2, "and") && l.words[n-2].begins):
		return true
	case l.is(n-1, "dir", "du", "euch", "ihr") && (l.is(n-2, "und") && l.words[n-2].begins || l.is(n-2, "bei", "mit") && l.is(n-3, "und") && l.words[n-3].begins):
		return true
	case l.has(n-1, setPronoun) && l.has(n-2, setDenied) && n > 2:
		return true
	case l.is(n-1, "what") && l.is(n-2, "or", "like", "for"), l.is(n-1, "oder") && n > 2:
		return true
	case l.is(n-1, "why") && n <= 5 && !l.has(n-2, setBlocker) && !l.is(n-2, "the", "is", "me", "s", "wonder"):
		return true
	}
	return l.is(n-1, "no") && l.is(n-2, "or") && l.is(n-3, "yes")
}

// asksBack reports whether a short line asks about the line before it: "why red?", "really?", "?".
func (l *askLine) asksBack() bool {
	i := 0
	for i+1 < len(l.words) && l.has(i, setFiller) && !l.is(i, "really", "seriously") {
		i++
	}
	n := len(l.words) - i
	switch {
	case n == 0:
		return true
	case n <= 3 && l.is(i, "why", "warum", "wieso", "weshalb"):
		return true
	case n == 3 && l.is(i, "what") && l.is(i+1, "for", "like", "about"):
		return true
	case n == 2:
		return l.is(i, "like", "how", "which", "says", "since", "for") && l.is(i+1, "what", "so", "one", "ones", "who", "when")
	}
	return n == 1 && l.is(i, "what", "wat", "really", "seriously", "huh", "where", "who", "when", "how", "was", "wo", "wer", "wann", "wie", "echt", "wirklich", "meaning")
}

// german reports whether a German clause that begins at word i asks something.
func (l *askLine) german(i int) bool {
	w := &l.words[i]
	next := i + 1
	switch {
	case w.sets&setDeRequest != 0:
		return l.follows(next) && l.has(next, setDeRequested) || l.is(i, "antworte", "antwortet")
	case w.sets&setDeWhat != 0 && w.text != "was" && next >= len(l.words):
		return w.text != "wie"
	case w.text == "warum", w.text == "wieso", w.text == "weshalb":
		return !l.is(next, "auch", "nicht", "nich")
	case !l.follows(next):
		return false
	case w.text == "was":
		return l.has(next, setDeVerb)
	case w.sets&setDeWhat != 0:
		return !l.has(next, setDeClause|setDeNot)
	case w.sets&setDeThird != 0 && l.has(next, setDeSomebody):
		return !l.is(next, "die", "wer") || w.text == "sind"
	case strings.HasSuffix(w.text, "st") && l.is(next, "du", "dich", "dir"):
		return !l.is(i, "erst", "sonst", "selbst", "meist", "just")
	case strings.HasSuffix(w.text, "t") && l.is(next, "ihr"):
		return !l.is(i, "mit", "seit", "nicht")
	}
	switch w.text {
	case "biste", "haste", "kannste", "machste", "willste", "kennste", "magste":
		return true
	}
	return false
}
