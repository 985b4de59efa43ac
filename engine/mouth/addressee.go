package mouth

import "slices"

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

// asksOf reports whether the line is asked of the player with these words as name. you says that it
// speaks to a reader at all.
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

// joined returns the words from and to which the list of names goes that the name from word from to
// word to is in: "red and blue, where are you from".
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

// namesAt reports whether the words of a name stand at word i.
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

// asksAbout reports whether the line asks what only the named player knows: "what does red think",
// "i want red to tell us more".
func (l *askLine) asksAbout(from, to int, you bool) bool {
	if l.is(to, "to", "should", "must", "can", "could", "soll") && (l.has(to+1, setRequest) || l.is(to+1, "explain", "talk", "share", "start", "speak")) {
		return true
	}
	return !you && l.has(from-1, setAux) && l.has(from-2, setWhat) && !l.is(from-2, "who") && to < len(l.words) && !l.words[to].begins ||
		!you && l.is(from-1, "is", "was", "are") && l.is(from-2, "where", "how")
}
