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

// abuseWords is that table as it is searched. slurs are the slurs in plain letters, by length.
type abuseWords struct {
	innocent, abuse *phrases
	slurs           map[int][]string
}

func (l *lexicon) readAbuse(shared map[string][]string) {
	var t abuseTable
	decode("abuse.json", &t)
	classes := maps.Clone(shared)
	maps.Copy(classes, t.Classes)
	list := func() *phrases { return &phrases{vocabulary: l.claim.vocabulary, first: map[int][]*phrase{}} }
	l.abuse = abuseWords{list(), list(), map[int][]string{}}
	for _, p := range t.Innocent {
		l.abuse.innocent.add(p, "abuse", classes)
	}
	for _, words := range t.Slurs {
		for w := range strings.FieldsSeq(foldLetters(words)) {
			l.abuse.abuse.add(w+"|"+w+"s", "abuse", nil) // also many of them
			l.abuse.slurs[len(w)] = append(l.abuse.slurs[len(w)], w)
		}
	}
	for _, w := range tableWords(t.Masked) {
		l.abuse.slurs[len(w)] = append(l.abuse.slurs[len(w)], w)
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

// hasMaskedSlur reports whether a text has a slur with signs in place of some letters: f*ggot.
func hasMaskedSlur(text string) bool {
	const least = 5 // shorter words with signs may be many others
	return slices.ContainsFunc(maskedWords(text), func(letters []rune) bool {
		if letters[0] == 'n' && strings.Count(string(letters), "*") >= len(letters)-2 && len(letters) >= least {
			return true // no other word is written so
		}
		return len(letters) >= least && slices.ContainsFunc(allLanguages().abuse.slurs[len(letters)], func(slur string) bool {
			same := 0
			for i, c := range letters {
				if c == rune(slur[i]) {
					same++
				} else if !isMask(c) {
					return false
				}
			}
			return 2*same >= len(slur)
		})
	})
}
