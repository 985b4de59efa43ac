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

// book holds what the offline player knows in one language. It is read from book/*.json.
type book struct {
	Topics []topic
	Pools  map[string][]template
	// Moods are kinds of remarks by how they sound. The pool with a mood's name answers it. If a
	// remark fits two moods, the first in the file wins.
	Moods     []mood
	Greetings []string
	// Places are the names of places in the language, by their English names.
	Places map[string]string
	// Works are kinds of work in the language, by how the core's biographies name them.
	Works map[string]string
	// WorkAs stands before a profession, and WorkWords are words that may stand there in its place.
	WorkAs    string   `json:"work_as"`
	WorkWords []string `json:"work_words"`
	rulebook
	situationRules []rule
	poolRules      []rule
	expansions     map[string][]string
	sets           map[string]sets
	facts          map[string][]string
	patterns       map[string][]pattern
	byID           map[string]*topic
}

type mood struct {
	ID   string
	Tell []string
}

// topic is something to talk about. If a line fits two topics, the first in the file wins.
type topic struct {
	ID   string
	Fact string
	// Light topics are small talk. They are answered only once, and only right after the question.
	Light bool
	// Personal topics want an answer even if the line only calls the bot.
	Personal bool
	Ask      []string
	Tell     []string
	Answer   []template
	React    []template
	Start    []template
}

// template is a line to be filled in: of [several|alternatives] one is chosen, {slots} get a value.
type template struct {
	text  string
	fixed []string
}

var slotPattern = regexp.MustCompile(`\{[^}]*\}|\[[^\]]*\]`)

func (l *template) UnmarshalText(text []byte) error {
	l.text = string(text)
	for _, fixed := range slotPattern.Split(l.text, -1) {
		if fixed = strings.TrimSpace(fixed); fixed != "" {
			l.fixed = append(l.fixed, fixed)
		}
	}
	return nil
}

// fits reports whether a text contains all fixed parts of the line in order.
func (l template) fits(text string) bool {
	for _, fixed := range l.fixed {
		_, after, found := strings.Cut(text, fixed)
		if !found {
			return false
		}
		text = after
	}
	return len(l.fixed) > 0
}

func madeFrom(lines []template, text string) bool {
	return slices.ContainsFunc(lines, func(l template) bool { return l.fits(text) })
}

var books = map[string]*book{"en": readBook("en"), "de": readBook("de")}

func readBook(language string) *book {
	b := &book{patterns: map[string][]pattern{}, byID: map[string]*topic{}, expansions: map[string][]string{}, sets: map[string]sets{}}
	var words struct {
		Expand map[string]string
		Sets   map[string][]string
	}
	readFile("lines."+language, b)
	readFile("facts."+language, &b.facts)
	readFile("rules", &b.rulebook)
	readFile("words", &words)
	for short, long := range words.Expand {
		b.expansions[short] = strings.Fields(long)
	}
	words.Sets["town"] = b.facts["town"]
	for name, words := range words.Sets {
		for _, word := range words {
			b.sets[word] |= setOf(name)
		}
	}
	if language == "de" {
		b.sets["was"] &^= setOf("verb") // in German, "was" asks
	}
	for _, text := range b.SituationRules {
		b.situationRules = append(b.situationRules, newRule(text))
	}
	for _, text := range b.PoolRules {
		b.poolRules = append(b.poolRules, newRule(text))
	}
	for i := range b.Topics {
		t := &b.Topics[i]
		b.byID[t.ID] = t
		b.addPatterns(questionTopic, t.Ask, i)
		b.addPatterns(remarkTopic, t.Tell, i)
	}
	for i, mood := range b.Moods {
		b.addPatterns(moodPattern, mood.Tell, i)
	}
	b.addPatterns(greetingPattern, b.Greetings, 0)
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
