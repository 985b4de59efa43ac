package mouth

import (
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
	asks := l.marked || l.firstQuestion() < len(l.words)
	last := 0
	for n, name := range players {
		at, sentence := -1, 0
		for i := range l.words {
			if l.words[i].opens {
				sentence++
			}
			if l.namesAt(name, i) && l.calls(i, i+len(name), asks) {
				at = sentence
			}
		}
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

// readCalls splits a line and the names into folded words, and marks the names in the line. A name
// in a script without blanks becomes a word.
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
	l = readAskLine(text, nil)
	for _, name := range players {
		for i := range l.words {
			for j := 0; j < len(name) && l.namesAt(name, i); j++ {
				l.words[i+j].named = true
			}
		}
	}
	return l, players
}

func (l *askLine) namesAt(name []askWord, i int) bool {
	if len(name) == 0 || i+len(name) > len(l.words) {
		return false
	}
	for j := range name {
		if l.words[i+j].text != name[j].text {
			return false
		}
	}
	return true
}

// calls reports whether the name from word from to word to calls its player. Other names and
// fillers may stand beside it.
func (l *askLine) calls(from, to int, asks bool) bool {
	begin, end := from, to
	for begin > 0 && !l.words[begin].begins && (l.has(begin-1, setFiller) || l.words[begin-1].named) {
		begin--
	}
	for l.follows(end) && (l.has(end, setFiller) || l.words[end].named) {
		end++
	}
	begins, ends := l.words[begin].begins, !l.follows(end)
	switch {
	case l.words[from].at, begins && ends: // "red?", "hey red", "red, what now"
		return true
	case l.follows(to) && isNoBlanks(l.words[to].text):
		return l.calledUnspaced(to)
	case begins:
		return l.has(end, setWhat|setYou) && !l.has(end, setVerb) || l.has(end, setVerb) && l.is(end+1, "me", "us", "mir", "uns") || l.has(end+1, setYou) || l.is(end+1, "ihr") ||
			l.has(end+2, setYou) || l.marked && !l.has(end, setVerb|setSubject|setAbout)
	case ends:
		return asks && !l.has(from-1, setAbout) && !l.is(from-1, "why", "warum", "wieso") // "what do you think red"
	}
	return l.has(from-1, setVerb) && l.has(from-2, setWhat) && !l.is(from-2, "who") // "what does red think"
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
