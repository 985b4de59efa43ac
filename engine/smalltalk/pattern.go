package smalltalk

import (
	"slices"
	"strings"
)

// sets is a combination of word sets, one bit each.
type sets uint32

// The sets of words in words.json, in the order of setNames.
const (
	setMachine sets = 1 << iota // what a player may be accused of being
	setOdd                      // words of suspicion
	setStarter                  // begin a question
	setModal                    // begin one only before a subject
	setSubject
	setFiller // may stand before the line proper
	setGroup  // speak to all
	setYou
	setVerb   // after a name: the line is about that player
	setBefore // before a name: likewise
	setAgree
	setLaugh
	setStop    // words that say too little to be taken up
	setArticle // stand before a thing
	setTaste   // stand before what somebody likes or does not
	setGrave   // of voting and accusing
	setTown    // towns somebody may come from: facts, not words
)

var setNames = []string{
	"machine", "odd", "starter", "modal", "subject", "filler", "group", "you", "verb", "before", "agree", "laugh", "stop", "article", "taste", "grave", "town",
}

// setOf returns sets by name.
func setOf(names ...string) (of sets) {
	for _, name := range names {
		of |= 1 << slices.Index(setNames, name)
	}
	return of
}

// kind is what a pattern finds.
type kind uint8

const (
	asks  kind = iota // the topic of a question
	tells             // the topic of a remark
	moods
	greetings
	kinds // how many there are
)

// pattern is a row of words, of which rest follow the first. There are stars, which stand for up to gap words, alternatives,
// sets of words (@odd) and players' names (@name).
type pattern struct {
	kind  kind
	label int16
	rest  []element
}

type element struct {
	star, name bool
	words      []string
	sets       sets
}

const (
	gap       = 5 // words that a star spans: longer ones tie together what does not belong together
	nameClass = "@name"
)

func (b *book) addPatterns(of kind, patterns []string, label int) {
	for _, text := range patterns {
		fields := strings.Fields(text)
		p := pattern{kind: of, label: int16(label)}
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
		for word, of := range b.sets {
			if of&first.sets != 0 && !slices.Contains(first.words, word) {
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

// find returns the lowest label of each kind of patterns in a line, -1 for none. It looks once.
func (b *book) find(t *spoken) *[kinds]int16 {
	if t.searched {
		return &t.hits
	}
	t.searched = true
	for k := range t.hits {
		t.hits[k] = -1
	}
	for i := range t.words {
		key := t.words[i].text
		if t.words[i].who >= 0 { // a name is no other word, even if it is Winter
			key = nameClass
		}
		of := b.patterns[key]
		for j := range of {
			p := &of[j]
			if label := &t.hits[p.kind]; (*label < 0 || *label > p.label) && t.matches(i+1, p.rest) {
				*label = p.label
			}
		}
	}
	return &t.hits
}

// matches tells whether the elements stand at position i.
func (t *spoken) matches(i int, elements []element) bool {
	if len(elements) == 0 {
		return true
	}
	if !elements[0].star {
		return i < len(t.words) && elements[0].fits(&t.words[i]) && t.matches(i+1, elements[1:])
	}
	for skip := i; skip <= min(i+gap, len(t.words)); skip++ {
		if len(elements) == 1 && skip > i || len(elements) > 1 && t.matches(skip, elements[1:]) {
			return true
		}
	}
	return false
}

func (e *element) fits(w *word) bool {
	return e.name && w.who >= 0 || w.sets&e.sets != 0 || slices.Contains(e.words, w.text)
}
