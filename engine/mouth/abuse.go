package mouth

import (
	"maps"
	"slices"
	"strings"
)

// abuseTable holds the slurs and threats that no message has, by language.
type abuseTable struct {
	// Innocent are phrases in which a slur is none.
	Innocent []string
	// Slurs are single words, and Masked others that are slurs when signs hide their letters.
	Slurs  map[string]string
	Masked string
	// Classes are lists of phrases that the threats share.
	Classes map[string][]string
	// Threats are phrases against people: of violence outside the game, and of hatred. That players
	// kill each other in the game is none.
	Threats map[string][]string
}

// abuseWords is that table as it is searched. slurs are those in which signs may stand for letters,
// by length.
type abuseWords struct {
	innocent, abuse *phrases
	slurs           map[int][][]rune
}

func (l *lexicon) readAbuse(shared map[string][]string) {
	var t abuseTable
	decode("abuse.json", &t)
	classes := maps.Clone(shared)
	maps.Copy(classes, t.Classes)
	list := func() *phrases { return &phrases{vocabulary: l.claim.vocabulary, first: map[int][]*phrase{}} }
	l.abuse = abuseWords{list(), list(), map[int][][]rune{}}
	mask := func(w string) {
		if n := len([]rune(w)); n >= leastMasked {
			l.abuse.slurs[n] = append(l.abuse.slurs[n], []rune(w))
		}
	}
	for _, p := range t.Innocent {
		l.abuse.innocent.add(p, "abuse", classes)
	}
	for _, words := range t.Slurs {
		for w := range strings.FieldsSeq(foldLetters(words)) {
			l.abuse.abuse.add(w+"|"+w+"s", "abuse", nil) // also many of them
			mask(w)
		}
	}
	for _, w := range tableWords(t.Masked) {
		mask(w)
	}
	for _, threats := range t.Threats {
		for _, p := range threats {
			l.abuse.abuse.add(p, "abuse", classes)
		}
	}
}

// isAbuse reports whether a text has a slur, a threat or words of hatred.
func isAbuse(s *parsedText) bool {
	l := allLanguages()
	return l.abuse.abuse.find(s, names{}, func(at span) bool {
		if i := at.from - 1; i >= 0 && s.sentence[i] == s.sentence[at.from] && !s.pauseAfter[i] && (l.denied[s.words[i]] || s.words[i] == "dont" || s.words[i] == "doesnt") && at.to-at.from > 1 {
			return false // dont kill yourself
		}
		return !l.abuse.innocent.find(s, names{}, func(other span) bool { return other.from <= at.from && at.from < other.to })
	})
}

// leastMasked is the length of the shortest slur that is known by some of its letters: a shorter
// word with signs may be many others.
const leastMasked = 5

// hasMaskedSlur reports whether a text has a slur with signs in place of some letters: f*ggot.
func hasMaskedSlur(text string) bool {
	return slices.ContainsFunc(maskedWords(text), func(letters []rune) bool {
		if letters[0] == 'n' && strings.Count(string(letters), "*") >= len(letters)-2 && len(letters) >= leastMasked {
			return true // no other word is written so
		}
		return slices.ContainsFunc(allLanguages().abuse.slurs[len(letters)], func(slur []rune) bool {
			same := 0
			for i, c := range letters {
				if c == slur[i] {
					same++
				} else if !isMask(c) {
					return false
				}
			}
			return 2*same >= len(slur)
		})
	})
}
