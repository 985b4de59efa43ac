package mouth

import (
	"slices"
	"strings"
)

// abuseWords holds slurs and threats. Words for a killing in the game are not among them.
type abuseWords struct {
	innocent, abuse *phrases
	// slurs are those in which signs may stand for letters, by length.
	slurs map[int][][]rune
}

func (l *lexicon) readAbuse(shared map[string][]string) {
	t, a := readTable("abuse", "abuse", l.vocabulary), &l.abuse
	for class, list := range shared {
		if t.classes[class] == nil {
			t.classes[class] = list
		}
	}
	a.slurs = map[int][][]rune{}
	mask := func(w string) {
		if n := len([]rune(w)); n >= leastMasked {
			a.slurs[n] = append(a.slurs[n], []rune(w))
		}
	}
	t.phrases(&a.innocent, "innocent")
	var slurs map[string]string
	t.read("slurs", &slurs)
	for _, words := range slurs {
		for w := range strings.FieldsSeq(foldLetters(words)) {
			t.newPhrases(&a.abuse).add(w+"|"+w+"s", "abuse", nil) // also many of them
			mask(w)
		}
	}
	for _, w := range tableWords(t.text("masked")) {
		mask(w)
	}
	var threats map[string][]string
	t.read("threats", &threats)
	for _, list := range threats {
		for _, p := range list {
			a.abuse.add(p, "abuse", t.classes)
		}
	}
}

func isAbuse(s *parsedText) bool {
	l := allLanguages()
	return l.abuse.abuse.find(s, names{}, func(at span) bool {
		if i := at.from - 1; i >= 0 && s.sentence[i] == s.sentence[at.from] && !s.pauseAfter[i] && (l.denied[s.words[i]] || s.words[i] == "dont" || s.words[i] == "doesnt") && at.to-at.from > 1 {
			return false // dont kill yourself
		}
		return !l.abuse.innocent.find(s, names{}, func(other span) bool { return other.from <= at.from && at.from < other.to })
	})
}

// leastMasked is the shortest slur known by some letters: a shorter word may be many others.
const leastMasked = 5

// hasMaskedSlur reports whether a text has a slur with signs in place of some letters: f*ggot.
func hasMaskedSlur(text string) bool {
	return slices.ContainsFunc(maskedWords(text), func(letters []rune) bool {
		if letters[0] == 'n' && strings.Count(string(letters), "*") >= len(letters)-2 && len(letters) >= leastMasked {
			return true // no other word is written so
		}
		return slices.ContainsFunc(allLanguages().abuse.slurs[len(letters)], func(slur []rune) bool { return masks(letters, slur) })
	})
}
