package mouth

import (
	"slices"
	"strings"
)

// AsksWhetherBot reports whether a line sincerely asks the bot of that name whether it is a bot or
// a person. A question on behalf of another player, or of nobody, does not count.
func AsksWhetherBot(text, name string) bool {
	l, s := allLanguages(), parseText(text)
	named := Mentions(text, name)
	return l.questions.find(s, names{}, func(at span) bool {
		from, to := at.from, at.to
		last := s.sentence[to-1]
		if !s.isQuestion[last] && s.isStatement(from, to) {
			return false
		}
		if named {
			return s.nameNear(name, from, to) && l.onlyNeutralWords(s, from, to, parseText(name).words)
		}
		return l.onlyNeutralWords(s, from, to, nil)
	})
}

// isStatement reports whether the word order asks nothing, and no choice is offered.
func (s *parsedText) isStatement(from, to int) bool {
	for i, w := range s.words {
		if s.sentence[i] == s.sentence[to-1] && (w == "or" || w == "oder" || w == "ou" || w == "o" || w == "oppure") {
			return false
		}
	}
	switch s.words[from] {
	case "you", "u", "ru", "youre", "ur", "your", "tu", "du", "t", "tes", "vous", "es", "eres", "sos", "sei", "siete":
		return true
	case "bist":
		return from+1 == to || s.words[from+1] != "du"
	}
	return false
}

// nameNear reports whether the name stands in the sentence of the question or beside it.
func (s *parsedText) nameNear(name string, from, to int) bool {
	want := parseText(name).words
	for i := range s.words {
		near := s.sentence[i] >= s.sentence[from]-1 && s.sentence[i] <= s.sentence[to-1]+1
		if near && s.occursAt(want, i) {
			return true
		}
	}
	return false
}

// onlyNeutralWords reports whether the rest of the sentence is the name, and idle words.
func (l *lexicon) onlyNeutralWords(s *parsedText, from, to int, name []string) bool {
	for i, w := range s.words {
		inside := i >= from && i < to || s.sentence[i] < s.sentence[from] || s.sentence[i] > s.sentence[to-1]
		if !inside && !l.neutral[w] && !slices.Contains(name, w) {
			return false
		}
	}
	return true
}

// A question asks again what an earlier one has asked if at least this share of its own roots, and
// of the earlier one's, stands in both. A question with fewer roots than minAskedRoots may be asked
// by anybody: "and you?", "why?", "what do you mean".
const (
	sameAsked     = 0.75
	sameEarlier   = 0.5
	minAskedRoots = 2
)

// asksAgain reports whether a text asks what somebody has asked lately. A text that names another
// player than the earlier question may ask that player, and a text that tells something of its own
// asks back.
func (r *Room) asksAgain(clean string) bool {
	if len(r.Asked) == 0 || !Ask(clean).Asks {
		return false
	}
	roots := r.askedRoots(clean)
	if len(roots) < minAskedRoots {
		return false
	}
	for _, earlier := range r.Asked {
		others := r.askedRoots(earlier)
		same := 0
		for root, named := range roots {
			if _, found := others[root]; found {
				same++
			} else if named {
				same = -len(roots) // it asks somebody else, or about somebody else
			}
		}
		if n := float64(same); n >= sameAsked*float64(len(roots)) && n > sameEarlier*float64(len(others)) {
			return true
		}
	}
	return false
}

// askedRoots returns the roots of what a line asks. The value is true for names.
func (r *Room) askedRoots(text string) map[string]bool {
	var usual [usualWords]askWord
	roots := map[string]bool{}
	for _, w := range readAskLine(text, usual[:0]).words {
		named := r.isPlayerName(w.text)
		if named || w.sets&^setAbout == 0 || w.sets&setWhat != 0 {
			roots[askedRoot(w.text)] = named
		}
	}
	return roots
}

var sameRoots = map[string]string{
	"whats": "what", "wat": "what", "wut": "what", "wheres": "where", "whos": "who", "whys": "why", "whens": "when", "hows": "how",
	"job": "work", "living": "work", "profession": "work", "occupation": "work", "fave": "fav", "favorite": "fav", "favourite": "fav",
	"heisst": "heiß", "name": "called", "beruf": "arbeit", "wieso": "warum", "weshalb": "warum",
}

// askedRoot returns the root of a word, the same for words that ask the same.
func askedRoot(word string) string {
	if same, ok := sameRoots[word]; ok {
		word = same
	}
	return Root(word)
}

// How many letters a root keeps at least, and how many a word has that loses one of the letters
// that often belong to it: play, then, want.
const (
	fewestLetters = 3
	longerLetters = 5
)

// Root returns a word in lower case without the usual endings of English and German.
func Root(word string) string {
	for _, ending := range []string{"ings", "ing", "ies", "est", "et", "ed", "er", "en", "es", "ly", "st", "s", "e", "y", "n", "t"} {
		r, ok := strings.CutSuffix(word, ending)
		if !ok || len(r) < fewestLetters || strings.Contains("ynt", ending) && len(word) < longerLetters {
			continue
		}
		if n := len(r); n > fewestLetters && r[n-1] == r[n-2] { // running, run
			r = r[:n-1]
		}
		return r
	}
	return word
}
