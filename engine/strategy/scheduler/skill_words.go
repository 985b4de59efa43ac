package scheduler

import (
	"encoding/json"
	"strings"
	"unicode"
)

// sets is a combination of word sets, one bit each.
type sets uint32

// The sets of words in words.json.
const (
	setMachine sets = 1 << iota // what a player may be accused of being
	setOdd                      // words of suspicion
	setTown                     // towns somebody may come from
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
	setStop // words that say too little to be taken up
)

var setNames = []string{
	"machine", "odd", "town", "starter", "modal", "subject", "filler", "group", "you", "verb", "before", "agree", "laugh", "stop",
}

// classes are the sets that patterns may name.
var classes = []struct {
	sets
	token string
}{{setMachine, "@machine"}, {setOdd, "@odd"}, {setTown, "@town"}}

// nameClass stands for any player's name in a pattern.
const nameClass = "@name"

// vocabulary is what is known of single words.
type vocabulary struct {
	// expand writes short forms out.
	expand map[string][]string
	sets   map[string]sets
}

func (v *vocabulary) UnmarshalJSON(text []byte) error {
	var file struct {
		Expand map[string]string
		Sets   map[string][]string
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return err
	}
	v.expand, v.sets = map[string][]string{}, map[string]sets{}
	for short, long := range file.Expand {
		v.expand[short] = strings.Fields(long)
	}
	for i, name := range setNames {
		v.add(1<<i, file.Sets[name])
	}
	return nil
}

func (v *vocabulary) add(set sets, words []string) {
	for _, word := range words {
		v.sets[word] |= set
	}
}

// index finds patterns by their first word.
type index map[string][]pattern

// pattern is a row of words, among them stars, which stand for up to gap words, and alternatives. The one with the lowest
// label wins.
type pattern struct {
	elements []element
	label    int
}

const gap = 5 // words that a star spans: longer ones tie together what does not belong together

type element struct {
	star, name bool
	words      []string
	sets       sets
}

func (x index) add(patterns []string, label int) {
	for _, text := range patterns {
		p := pattern{label: label}
		fields := strings.Fields(strings.TrimPrefix(text, "* "))
		for _, field := range fields {
			p.elements = append(p.elements, newElement(field))
		}
		for _, first := range strings.Split(fields[0], "|") {
			x[first] = append(x[first], p)
		}
	}
}

func newElement(field string) element {
	e := element{star: field == "*"}
	for _, word := range strings.Split(field, "|") {
		e.name = e.name || word == nameClass
		e.words = append(e.words, word)
		for _, c := range classes {
			if c.token == word {
				e.sets |= c.sets
			}
		}
	}
	return e
}

// find returns the lowest label among the patterns in a line, and the word that is the pattern if it is only one; -1 if
// there is none.
func (x index) find(t *spoken) (label int, word string) {
	label = -1
	for i, first := range t.words {
		if t.who[i] >= 0 { // a name is no other word, even if it is Winter
			label, word = x.better(t, nameClass, i, label, word)
			continue
		}
		label, word = x.better(t, first, i, label, word)
		if t.sets[i]&(setMachine|setOdd|setTown) != 0 {
			for _, c := range classes {
				if t.is(i, c.sets) {
					label, word = x.better(t, c.token, i, label, word)
				}
			}
		}
	}
	return label, word
}

func (x index) better(t *spoken, key string, i, label int, word string) (int, string) {
	for _, p := range x[key] {
		if (label < 0 || p.label < label) && t.matches(i+1, p.elements[1:]) {
			if label, word = p.label, ""; len(p.elements) == 1 {
				word = t.words[i]
			}
		}
	}
	return label, word
}

// matches tells whether the elements stand at position i.
func (t *spoken) matches(i int, elements []element) bool {
	if len(elements) == 0 {
		return true
	}
	if elements[0].star {
		for skip := i; skip <= min(i+gap, len(t.words)); skip++ {
			if len(elements) == 1 && skip > i || len(elements) > 1 && t.matches(skip, elements[1:]) {
				return true
			}
		}
		return false
	}
	return i < len(t.words) && elements[0].fits(t, i) && t.matches(i+1, elements[1:])
}

func (e element) fits(t *spoken, i int) bool {
	if e.name && t.who[i] >= 0 || t.is(i, e.sets) {
		return true
	}
	for _, word := range e.words {
		if word == t.words[i] {
			return true
		}
	}
	return false
}

// cast holds the players' names in lower case, the bot's first: as they are shown, and as one word each.
type cast struct{ shown, keys []string }

func newCast(me string, players []string) cast {
	c := cast{shown: make([]string, 0, len(players)+1), keys: make([]string, 0, len(players)+1)}
	c.add(me)
	for _, name := range players {
		if name != me {
			c.add(name)
		}
	}
	return c
}

func (c *cast) add(name string) {
	shown := strings.ToLower(name)
	c.shown, c.keys = append(c.shown, shown), append(c.keys, strings.Join(split(shown, nil), ""))
}

// find returns the number of the player a word names, also in the genitive, or -1.
func (c cast) find(word string) int {
	for i, name := range c.keys {
		if name != "" && strings.HasPrefix(word, name) && (len(word) == len(name) || word[len(name):] == "s") {
			return i
		}
	}
	return -1
}

// split appends the words of a text to words: its runs of letters and digits.
func split(text string, words []string) []string {
	start := -1
	for i, r := range text {
		letter := r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) || r >= 'A' && r <= 'Z'
		if letter && start < 0 {
			start = i
		}
		if !letter && start >= 0 {
			words = append(words, text[start:i])
			start = -1
		}
	}
	if start >= 0 {
		words = append(words, text[start:])
	}
	return words
}
