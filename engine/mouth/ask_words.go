package mouth

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// askSets is a combination of sets of words, one bit each.
type askSets uint8

// The sets of words in language/question.json, in the order of askSetNames.
const (
	setFiller  askSets = 1 << iota // words before the question proper
	setWhat                        // question words
	setVerb                        // verbs that stand before their subject
	setSubject                     // words with which such a subject begins
	setYou                         // words for one reader
	setGroup                       // words for several readers, or for all
	setAbout                       // words before a name that make the line about that player
	setLight                       // other words without which a question asks the same
)

var askSetNames = strings.Fields("filler what verb subject you group about light")

func (l *lexicon) readAsking() {
	var lists map[string]string
	decode("question.json", &lists)
	l.asking = map[string]askSets{}
	for i, name := range askSetNames {
		for word := range strings.FieldsSeq(lists[name] + " " + Skeleton(lists[name])) {
			l.asking[word] |= 1 << i
		}
	}
}

type askWord struct {
	text string
	sets askSets
	// end is where it ends among the letters of all words.
	end int
	// begins says that it follows a mark or is the first word, opens that the mark ends a sentence,
	// at that it is an @. marked says that a question mark follows, named that it is part of a
	// player's name.
	begins, opens, at, marked, named bool
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
	// echoWords is how many words only take up what was said, if others follow: "dodgy? i wasnt".
	echoWords = 2
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
			if flush(); len(words) > 0 {
				words[len(words)-1].marked = !strings.HasSuffix(text[:i], "(")
			} else {
				l.marked = true
			}
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
	l.words = words
	l.finish(string(all))
	return l
}

// finish sets the texts of the words, and whether a question mark counts.
func (l *askLine) finish(joined string) {
	from, sentence := 0, 0
	for i := range l.words {
		w := &l.words[i]
		w.text, from = joined[from:w.end], w.end
		if w.opens {
			sentence = i
		}
		l.marked = l.marked || w.marked && !l.isTag(i) && (i-sentence >= echoWords || i == len(l.words)-1 || l.has(i, setWhat|setYou))
	}
}

// isTag reports whether a word ends a tag that wants no answer: "it helps to focus, you know?".
func (l *askLine) isTag(i int) bool {
	return i > 1 && (l.is(i, "right") || l.is(i, "know") && l.has(i-1, setYou))
}

func (l *askLine) has(i int, sets askSets) bool {
	return i >= 0 && i < len(l.words) && l.words[i].sets&sets != 0
}

func (l *askLine) is(i int, texts ...string) bool {
	return i >= 0 && i < len(l.words) && slices.Contains(texts, l.words[i].text)
}

// follows reports whether word i exists and no mark stands before it.
func (l *askLine) follows(i int) bool { return i < len(l.words) && !l.words[i].begins }
