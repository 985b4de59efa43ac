package mouth

import "strings"

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

// askedRoots returns the roots of the words that make up what a line asks. The value is true for
// names.
func (r *Room) askedRoots(text string) map[string]bool {
	var usual [usualWords]askWord
	roots := map[string]bool{}
	for _, w := range readAskLine(text, usual[:0]).words {
		named := r.isPlayerName(w.text)
		if named || w.sets&setLight == 0 || w.sets&(setWhat|setWhatIs|setDeWhat) != 0 {
			roots[askedRoot(w.text)] = named
		}
	}
	return roots
}

// sameRoots are words that ask the same in a question.
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
