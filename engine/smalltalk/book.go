package smalltalk

import (
	"embed"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

//go:embed book
var bookFiles embed.FS

// book is what the offline player knows in one language. book/*.json holds it.
type book struct {
	Topics []topic
	Pools  map[string][]line
	// Moods are the sounds of a remark; the pool of its name answers it. Where a remark has two, the first in the file wins.
	Moods     []topic
	Greetings []string
	// Places are what places are called in the language, by their English names.
	Places map[string]string
	rulebook
	calls, says []rule
	// long writes short forms out; sets holds the sets of single words.
	long map[string][]string
	sets map[string]sets
	// facts holds the possible answers about the player's own life, by kind.
	facts    map[string][]string
	patterns map[string][]pattern
	byID     map[string]*topic
}

// topic is something to talk about. Where two match, the first in the file wins.
type topic struct {
	ID string
	// Fact is the kind of fact that an answer gives.
	Fact string
	// Light topics are small talk: answered once, and only at once. Personal ones want an answer also where the bot is only
	// called.
	Light, Personal bool
	// Ask are patterns of questions, Tell of remarks.
	Ask, Tell []string
	// Answer, React and Start are lines: to a question, to a remark, and to raise the topic.
	Answer, React, Start []line
}

// line is a text in which one of [several|alternatives] is chosen and {slots} are filled.
type line struct {
	text string
	// fixed are the parts that stay as they are.
	fixed []string
}

var holes = regexp.MustCompile(`\{[^}]*\}|\[[^\]]*\]`)

func (l *line) UnmarshalText(text []byte) error {
	l.text = string(text)
	for _, fixed := range holes.Split(l.text, -1) {
		if fixed = strings.TrimSpace(fixed); fixed != "" {
			l.fixed = append(l.fixed, fixed)
		}
	}
	return nil
}

// fits tells whether a text may have been made from the line: all its fixed parts stand in the text in order.
func (l line) fits(text string) bool {
	for _, fixed := range l.fixed {
		_, after, found := strings.Cut(text, fixed)
		if !found {
			return false
		}
		text = after
	}
	return len(l.fixed) > 0
}

// drawn tells whether a text was made from one of the lines.
func drawn(lines []line, text string) bool {
	return slices.ContainsFunc(lines, func(l line) bool { return l.fits(text) })
}

var books = map[string]*book{"en": readBook("en"), "de": readBook("de")}

func readBook(language string) *book {
	b := &book{patterns: map[string][]pattern{}, byID: map[string]*topic{}, long: map[string][]string{}, sets: map[string]sets{}}
	var words struct {
		Expand map[string]string
		Sets   map[string][]string
	}
	readFile("lines."+language, b)
	readFile("facts."+language, &b.facts)
	readFile("rules", &b.rulebook)
	readFile("words", &words)
	for short, long := range words.Expand {
		b.long[short] = strings.Fields(long)
	}
	words.Sets["town"] = b.facts["town"]
	for name, words := range words.Sets {
		for _, word := range words {
			b.sets[word] |= setOf(name)
		}
	}
	if language == "de" {
		b.sets["was"] &^= setOf("verb") // there it asks
	}
	for _, text := range b.Calls {
		b.calls = append(b.calls, newRule(text))
	}
	for _, text := range b.Says {
		b.says = append(b.says, newRule(text))
	}
	for i := range b.Topics {
		t := &b.Topics[i]
		b.byID[t.ID] = t
		b.addPatterns(asks, t.Ask, i)
		b.addPatterns(tells, t.Tell, i)
	}
	for i, mood := range b.Moods {
		b.addPatterns(moods, mood.Tell, i)
	}
	b.addPatterns(greetings, b.Greetings, 0)
	return b
}

func readFile(name string, into any) {
	text, err := bookFiles.ReadFile("book/" + name + ".json")
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		panic("smalltalk: book/" + name + ".json: " + err.Error()) // embedded at build time
	}
}
