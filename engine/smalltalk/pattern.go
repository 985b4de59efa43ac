package smalltalk

import (
	"slices"
	"strings"
)

type sets uint32

// The sets of words in words.json, in the order of setNames.
const (
	setMachine sets = 1 << iota // what a player may be accused of being
	setOdd                      // words of suspicion
	setStarter                  // words that begin a question
	setModal                    // words that begin a question only before a subject
	setSubject
	setFiller // words before the line proper
	setGroup  // words that address all
	setYou
	setVerb   // words after a name that make the line about that player
	setBefore // words before a name that make the line about that player
	setAgree
	setLaugh
	setStop    // words that say too little to be taken up
	setArticle // words before a thing
	setTaste   // words before what somebody likes or dislikes
	setGrave   // words of voting and accusing
	setTown    // towns that somebody may come from, from the facts
)

var setNames = []string{
	"machine", "odd", "starter", "modal", "subject", "filler", "group", "you", "verb", "before", "agree", "laugh", "stop", "article", "taste", "grave", "town",
}

func setOf(names ...string) (all sets) {
	for _, name := range names {
		all |= 1 << slices.Index(setNames, name)
	}
	return all
}

type patternKind uint8

const (
	questionTopic patternKind = iota // the topic of a question
	remarkTopic                      // the topic of a remark
	moodPattern
	greetingPattern
	patternKinds // the number of kinds
)

// pattern is a sequence of words: its first word is the key in book.patterns, and rest are the
// others. An element may be a word, alternatives, sets of words (@odd), players' names (@name), or
// a star, which stands for up to maxGap words.
type pattern struct {
	kind  patternKind
	label int16
	rest  []element
}

type element struct {
	star, name bool
	words      []string
	sets       sets
}

const (
	// maxGap is how many words a star spans. Longer gaps would join words that do not belong
	// together.
	maxGap    = 5
	nameClass = "@name"
)

func (b *book) addPatterns(kind patternKind, patterns []string, label int) {
	for _, text := range patterns {
		fields := strings.Fields(text)
		p := pattern{kind: kind, label: int16(label)}
		for _, field := range fields[1:] {
			p.rest = append(p.rest, newElement(field))
		}
		first := newElement(fields[0])
		if first.name {
			b.patterns[nameClass] = append(b.patterns[nameClass], p)
		}
		for _, word := range first.words {
			b.patterns[word] = append(b.patterns[word], p)
		}
		for word, sets := range b.sets {
			if sets&first.sets != 0 && !slices.Contains(first.words, word) {
				b.patterns[word] = append(b.patterns[word], p)
			}
		}
	}
}

func newElement(field string) element {
	e := element{star: field == "*"}
	for _, word := range strings.Split(field, "|") {
		switch class, ok := strings.CutPrefix(word, "@"); {
		case word == nameClass:
			e.name = true
		case ok:
			e.sets |= setOf(class)
		default:
			e.words = append(e.words, word)
		}
	}
	return e
}

// find returns the lowest label of each kind of patterns in a line, or -1, and remembers them.
func (b *book) find(t *spokenLine) *[patternKinds]int16 {
	if t.searched {
		return &t.hits
	}
	t.searched = true
	for k := range t.hits {
		t.hits[k] = -1
	}
	for i := range t.words {
		key := t.words[i].text
		if t.words[i].who >= 0 { // a name is not an ordinary word, even if it is Winter
			key = nameClass
		}
		candidates := b.patterns[key]
		for j := range candidates {
			p := &candidates[j]
			if label := &t.hits[p.kind]; (*label < 0 || *label > p.label) && t.matches(i+1, p.rest) {
				*label = p.label
			}
		}
	}
	return &t.hits
}

func (t *spokenLine) matches(i int, elements []element) bool {
	if len(elements) == 0 {
		return true
	}
	if !elements[0].star {
		return i < len(t.words) && elements[0].fits(&t.words[i]) && t.matches(i+1, elements[1:])
	}
	for skip := i; skip <= min(i+maxGap, len(t.words)); skip++ {
		if len(elements) == 1 && skip > i || len(elements) > 1 && t.matches(skip, elements[1:]) {
			return true
		}
	}
	return false
}

func (e *element) fits(w *word) bool {
	return e.name && w.who >= 0 || w.sets&e.sets != 0 || slices.Contains(e.words, w.text)
}
