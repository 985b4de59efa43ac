package mouth

import (
	"fmt"
	"math/bits"
	"strings"
)

// vocabulary numbers the words of the tables, so that a search compares numbers.
type vocabulary struct {
	ids   map[string]int
	stems []stem
	// misspelt are the words that count also with one letter wrong, with their numbers.
	misspelt []stem
	elements map[string]*element
}

type stem struct {
	text string
	id   int
}

// unknownWord is the number of a word that no table has.
const unknownWord = -1

func newVocabulary() *vocabulary {
	return &vocabulary{ids: map[string]int{}, elements: map[string]*element{}}
}

func (v *vocabulary) number(word string) int {
	id, ok := v.ids[word]
	if !ok {
		id = len(v.ids)
		v.ids[word] = id
		if text, isStem := strings.CutSuffix(word, "~"); isStem {
			v.stems = append(v.stems, stem{text, id})
		}
	}
	return id
}

func (v *vocabulary) element(field, language string, classes map[string][]string) *element {
	key := language + " " + field
	if e, ok := v.elements[key]; ok {
		return e
	}
	e := &element{longer: map[int][][]int{}}
	field, e.many = strings.CutSuffix(field, "*")
	field, e.optional = strings.CutSuffix(field, "?")
	class, isClass := strings.CutPrefix(field, "{")
	switch {
	case field == "...":
		e.gap = true
	case field == "^":
		e.start = true
	case field == ",":
		e.start, e.pause = true, true
	case field == "$":
		e.end = true
	case namedFields[field] != unnamed:
		e.named = namedFields[field]
	case isClass:
		list, ok := classes[strings.TrimSuffix(class, "}")]
		if !ok {
			panic(fmt.Sprintf("table %s: no class %s", language, field))
		}
		for _, c := range list {
			v.addChoice(e, c)
		}
	default:
		for word := range strings.SplitSeq(field, "|") {
			v.addChoice(e, word)
		}
	}
	v.elements[key] = e
	return e
}

func (l *lexicon) knows(word string) bool {
	_, ok := l.ids[word]
	return ok
}

func (v *vocabulary) addChoice(e *element, choice string) {
	words := tableWords(choice)
	if len(words) == 0 {
		panic("an empty choice in " + choice)
	}
	ids := make([]int, len(words))
	for i, w := range words {
		ids[i] = v.number(w)
	}
	e.first.add(ids[0])
	if len(ids) == 1 {
		e.single.add(ids[0])
	} else {
		e.longer[ids[0]] = append(e.longer[ids[0]], ids[1:])
	}
}

// tableWords splits a text of a table into words as parseText splits a message.
func tableWords(text string) (list []string) {
	for w := range strings.FieldsSeq(foldLetters(text)) {
		from := 0
		for i, r := range w {
			if isUnspaced(r) {
				if from < i {
					list = append(list, w[from:i])
				}
				from = i + len(string(r))
				list = append(list, w[i:from])
			}
		}
		if from < len(w) {
			list = append(list, w[from:])
		}
	}
	return list
}

type textWords struct {
	ids []wordID
	has wordSet
}

// wordID is the number of a word, and of the stem that it begins with.
type wordID struct{ exact, stem int }

func (v *vocabulary) look(s *parsedText) *textWords {
	if s.known != nil {
		return s.known
	}
	t := &textWords{ids: make([]wordID, len(s.words))}
	for i, w := range s.words {
		id := wordID{unknownWord, unknownWord}
		n, ok := v.ids[w]
		if !ok {
			n = v.drawnOutWord(w)
		}
		if n == unknownWord {
			n = v.misspeltWord(w)
		}
		if id.exact = n; n != unknownWord {
			t.has.add(n)
		}
		for _, stem := range v.stems {
			if strings.HasPrefix(w, stem.text) {
				id.stem = stem.id
				t.has.add(stem.id)
				break
			}
		}
		t.ids[i] = id
	}
	s.known = t
	return t
}

// drawnOutWord returns the word of a table that is spelt with letters three times or more.
func (v *vocabulary) drawnOutWord(word string) int {
	once, twice := make([]byte, 0, len(word)), make([]byte, 0, len(word))
	for from := 0; from < len(word); {
		to := from + 1
		for to < len(word) && word[to] == word[from] {
			to++
		}
		n := to - from
		if n > 2 {
			n = 1
		}
		once, twice = append(once, word[from:from+n]...), append(twice, word[from:from+min(2, to-from)]...)
		from = to
	}
	if len(twice) == len(word) {
		return unknownWord
	}
	for _, w := range [][]byte{twice, once} {
		if id, ok := v.ids[string(w)]; ok {
			return id
		}
	}
	return unknownWord
}

// misspeltWord returns the word of a table that differs by one letter, not the first.
func (v *vocabulary) misspeltWord(word string) int {
	if len(word) < minGluedLetters { // shorter words are other words when a letter changes
		return unknownWord
	}
	for _, other := range v.misspelt {
		if n := len(word) - len(other.text); n >= -1 && n <= 1 && word[0] == other.text[0] && differByOne([]byte(word), []byte(other.text)) {
			return other.id
		}
	}
	return unknownWord
}

// choice reports whether a choice of the element stands at word i and next accepts its length.
func (t *textWords) choice(e *element, i int, next func(size int) bool) bool {
	if i >= len(t.ids) {
		return false
	}
	for _, id := range [2]int{t.ids[i].exact, t.ids[i].stem} {
		if id == unknownWord || !e.first.contains(id) {
			continue
		}
		if e.single.contains(id) && next(1) {
			return true
		}
		if len(e.longer) == 0 {
			continue
		}
		for _, more := range e.longer[id] {
			if t.continues(more, i+1) && next(1+len(more)) {
				return true
			}
		}
	}
	return false
}

func (t *textWords) continues(more []int, i int) bool {
	if i+len(more) > len(t.ids) {
		return false
	}
	for j, id := range more {
		if t.ids[i+j].exact != id && t.ids[i+j].stem != id {
			return false
		}
	}
	return true
}

type wordSet []uint64

func (s *wordSet) add(id int) {
	for len(*s) <= id/64 {
		*s = append(*s, 0)
	}
	(*s)[id/64] |= 1 << (id % 64)
}

func (s wordSet) contains(id int) bool { return id/64 < len(s) && s[id/64]&(1<<(id%64)) != 0 }

func (s wordSet) meets(other wordSet) bool {
	for i := range min(len(s), len(other)) {
		if s[i]&other[i] != 0 {
			return true
		}
	}
	return false
}

func (s wordSet) each(do func(id int)) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			do(i*64 + bits.TrailingZeros64(w))
		}
	}
}
