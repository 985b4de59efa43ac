package mouth

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Called returns the indexes of the names of those to whom a line speaks, in the order of the
// names: "red where are you from", "what does that mean red", "red?", "what does red think". A name
// alone calls nobody: "is red the bot" and "why red?" are asked of somebody else. Of a line of
// several sentences the last one counts that calls anybody.
func Called(text string, names []string) (called []int) {
	if !MentionsAny(text, names) {
		return nil
	}
	l, players := readCalls(text, names)
	_, several := l.readers()
	you := several || slices.ContainsFunc(l.words, func(w askWord) bool { return w.sets&setYou != 0 })
	asks := l.marked || l.firstQuestion() < len(l.words)
	last := 0
	for n := range players {
		at := l.callOf(players[n], players, asks, you)
		switch {
		case at < 0, asks && at < last:
			continue
		case asks && at > last:
			called = called[:0]
		}
		called, last = append(called, n), at
	}
	return called
}

// readCalls splits a line and the names into folded words. A name in a script without blanks
// becomes a word.
func readCalls(text string, names []string) (l askLine, players [][]askWord) {
	plain := isASCII(text)
	text = norm.NFC.String(Skeleton(text))
	for _, name := range names {
		name = norm.NFC.String(Skeleton(name))
		if !plain && isNoBlanks(name) {
			text = strings.ReplaceAll(text, name, " "+name+" ")
		}
		players = append(players, readAskLine(name, nil).words)
	}
	return readAskLine(text, nil), players
}

// callOf returns the number of the last sentence in which the line calls a player, or -1.
func (l *askLine) callOf(name []askWord, players [][]askWord, asks, you bool) int {
	found, sentence := -1, 0
	for i := range l.words {
		if l.words[i].opens {
			sentence++
		}
		if len(name) > 0 && l.namesAt(name, i) {
			if first, last := l.joined(i, i+len(name), players); l.calls(first, last, asks) || !you && l.asksOf(i, i+len(name)) {
				found = sentence
			}
		}
	}
	return found
}

func (l *askLine) namesAt(name []askWord, i int) bool {
	if i < 0 || i+len(name) > len(l.words) {
		return false
	}
	for j := range name {
		if l.words[i+j].text != name[j].text {
			return false
		}
	}
	return true
}

// joined returns the range of the list of names around a name: "red and blue, where are you from".
func (l *askLine) joined(from, to int, players [][]askWord) (first, last int) {
	for i := 0; i < len(players); i++ {
		switch n := len(players[i]); {
		case n == 0:
		case l.is(to, "and", "und") && l.namesAt(players[i], to+1):
			to, i = to+1+n, -1
		case l.is(from-1, "and", "und") && l.namesAt(players[i], from-1-n):
			from, i = from-1-n, -1
		}
	}
	return from, to
}

// calls reports whether the name from word from to word to calls its player.
func (l *askLine) calls(from, to int, asks bool) bool {
	begin, end := from, to
	for begin > 0 && !l.words[begin].begins && l.has(begin-1, setFiller) {
		begin--
	}
	for l.follows(end) && l.has(end, setFiller) {
		end++
	}
	ends := !l.follows(end)
	switch {
	case l.words[from].at:
		return true
	case l.follows(to) && isNoBlanks(l.words[to].text):
		return l.calledUnspaced(to)
	case l.words[begin].begins && (ends || l.is(end, "please", "pls", "plz") || l.marked && l.isForeign(from, to)):
		return true // "red?", "hey red", "red, what now"
	case l.words[begin].begins && l.has(end, setAux):
		return l.has(end+1, setYou) || l.is(end, "was") && l.has(end+1, setVerb)
	case l.is(to, "to", "should", "must", "can") && l.has(to+1, setAsk):
		return true // "purple should tell us"
	case l.words[begin].begins:
		return l.has(end, setWhat|setWhole|setBack|setYou|setAsk) || l.has(end, setWas|setVerb) && !l.is(end, "was") || l.has(end+1, setVerb) || l.is(end+1, "du", "ihr")
	case l.has(from-1, setBefore|setAux|setWhat|setWas):
		return asks && ends && (l.is(from-2, "as") && l.is(from-1, "well") || l.is(from-1, "from") && l.has(from-2, setYou))
	case l.is(to, "this", "that", "thats"):
		return l.words[from-1].begins // "whow red this was fast"
	}
	return ends && (asks || begin == from) // "what do you think red", "nice one red"
}

// isForeign reports whether the words beside a name are of no language that Ask reads.
func (l *askLine) isForeign(from, to int) bool {
	for i := range l.words {
		if l.words[i].sets != 0 && (i < from || i >= to) {
			return false
		}
	}
	return true
}

// calledUnspaced reports whether a name calls before the word, in a script without blanks. After a
// title, the particles of a subject or object make the line about that player.
func (l *askLine) calledUnspaced(to int) bool {
	rest := l.words[to].text
	for _, title := range []string{"さん", "ちゃん", "くん", "さま", "君", "様"} {
		rest = strings.TrimPrefix(rest, title)
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return !strings.ContainsRune("がをにのもとっでだじ是的和", r)
}

func isNoBlanks(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return writesNoBlanks(r)
}

// asksOf reports whether the line asks what only that player knows: "what does red think".
func (l *askLine) asksOf(from, to int) bool {
	return l.follows(to) && l.has(from-1, setAux) && l.has(from-2, setWhat) && !l.is(from-2, "who")
}
