package mouth

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// askSets is a combination of sets of words, one bit each.
type askSets uint32

// The sets of words in language/question.json, in the order of askSetNames.
const (
	setFiller  askSets = 1 << iota // words before the question proper
	setWhat                        // question words
	setWhole                       // words that are a question alone: whats, wyd
	setBack                        // words that give a question back: wbu
	setAux                         // verbs that stand before their subject
	setSubject                     // words with which such a subject begins
	setYou                         // words for one reader
	setGroup                       // words for several readers
	setMore                        // words after a question word that make a question of it
	setNone                        // words after a question word that make none of it
	setTold                        // words before a question that is only told of
	setAsk                         // verbs that ask for an answer
	setAsked                       // words after such a verb
	setWas                         // German question words
	setVerb                        // German verbs that stand before their subject
	setPoints                      // words that point to the line before
	setBefore                      // words before a name that make the line about that player
	setLight                       // words without which a question asks the same
)

var askSetNames = strings.Fields("filler what whole back aux subject you group more none told ask asked was verb points before light")

func (l *lexicon) readAsking() {
	var lists map[string]string
	decode("question.json", &lists)
	l.asking = map[string]askSets{}
	for i, name := range askSetNames {
		for word := range strings.FieldsSeq(lists[name]) {
			l.asking[word] |= 1 << i
			if plain := Skeleton(word); plain != word {
				l.asking[plain] |= 1 << i
			}
		}
	}
}

type askWord struct {
	text string
	sets askSets
	// end is where it ends among the letters of all words.
	end int
	// begins says that it follows a mark or is the first word, opens that the mark ends a sentence,
	// at that it is an @.
	begins, opens, at bool
}

type askLine struct {
	words  []askWord
	marked bool
}

const (
	usualWords   = 48
	usualLetters = 256
	// askedWords is how many words of a line are read. Question marks count all the same.
	askedWords = 120
)

// closing maps the marks that open a quote to those that close it.
var closing = strings.NewReplacer("„", "“", "“", "”", "«", "»")

// readAskLine splits a text into words, which it appends to an empty list.
func readAskLine(text string, words []askWord) (l askLine) {
	sets := allLanguages().asking
	var letters [usualLetters]byte
	all := letters[:0] // the words in a row
	from, begins, opens, at := 0, true, false, false
	flush := func() {
		if from < len(all) && len(words) < askedWords {
			words = append(words, askWord{sets: sets[string(all[from:])], end: len(all), begins: begins, opens: opens, at: at})
			from, begins, opens, at = len(all), false, false, false
		}
		all = all[:from]
	}
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		switch {
		case isWordRune(r), r >= utf8.RuneSelf && unicode.Is(unicode.Mn, r):
			all = utf8.AppendRune(all, unicode.ToLower(r))
		case r == '\'' || r == '’' || isInvisible(r):
		case r == '"' || r == '„' || r == '“' || r == '«':
			flush()
			if end := strings.Index(text[i+size:], closing.Replace(text[i:i+size])); end >= 0 {
				size += end + 1
			}
			begins = true
		case r == ':' && strings.HasPrefix(text[i:], "://"), r == '.' && string(all[from:]) == "www":
			all = all[:from]
			size = len(text) - i
			if end := strings.IndexAny(text[i:], " \n\t"); end >= 0 {
				size = end
			}
		case r == '?' || r == '？' || r == '؟':
			l.marked = l.marked || !isTag(text[:i]) && (!strings.HasPrefix(text[i+size:], ")") || i == 0 || text[i-1] != '(')
			flush()
			begins, opens = true, true
		case r == ' ':
			flush()
		case r == '-' && from < len(all) && i+1 < len(text) && isWordRune(rune(text[i+1])): // a word such as player-4
		default:
			flush()
			begins, opens, at = true, opens || r == '.' || r == '!' || r == '\n', r == '@'
		}
		i += size
	}
	flush()
	joined, from := string(all), 0
	for i := range words {
		w := &words[i]
		w.text, from = joined[from:w.end], w.end
	}
	l.words = words
	return l
}

// isTag reports whether a question mark ends a tag that wants no answer: "focus, you know?".
func isTag(before string) bool {
	i := strings.LastIndexByte(before, ',')
	return i > 0 && slices.Contains([]string{"you know", "ya know", "u know", "y know"}, strings.ToLower(strings.TrimSpace(before[i+1:])))
}

func (l *askLine) has(i int, sets askSets) bool {
	return i >= 0 && i < len(l.words) && l.words[i].sets&sets != 0
}

func (l *askLine) is(i int, texts ...string) bool {
	return i >= 0 && i < len(l.words) && slices.Contains(texts, l.words[i].text)
}

// follows reports whether word i exists and no mark stands before it.
func (l *askLine) follows(i int) bool { return i < len(l.words) && !l.words[i].begins }
