package scheduler

import (
	"embed"
	"encoding/json"
	"strings"
)

//go:embed skill
var skillFiles embed.FS

// book is what the offline player knows of one language. skill/*.json holds it.
type book struct {
	Topics    []topic
	Pools     map[string][]line
	Moods     map[string][]string
	Greetings []string
	// facts holds the possible answers about the player's own life, by kind.
	facts map[string][]string
	words vocabulary
	// asks, tells, moods and greetings find the patterns that begin with a word.
	asks, tells, moods, greetings index
	byID                          map[string]int
}

// topic is something to talk about. Where two match, the first in the file wins.
type topic struct {
	ID string
	// Fact is the kind of fact that an answer gives.
	Fact string
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

func (l *line) UnmarshalJSON(text []byte) error {
	if err := json.Unmarshal(text, &l.text); err != nil {
		return err
	}
	for rest := l.text; rest != ""; {
		fixed := rest
		if i := strings.IndexAny(rest, "{["); i >= 0 {
			fixed, rest = rest[:i], rest[i+strings.IndexAny(rest[i:], "}]")+1:]
		} else {
			rest = ""
		}
		if fixed = strings.TrimSpace(fixed); fixed != "" {
			l.fixed = append(l.fixed, fixed)
		}
	}
	return nil
}

// fits tells whether a text may have been made from the line: all its fixed parts stand in the text in order.
func (l line) fits(text string) bool {
	for _, fixed := range l.fixed {
		at := strings.Index(text, fixed)
		if at < 0 {
			return false
		}
		text = text[at+len(fixed):]
	}
	return len(l.fixed) > 0
}

var books = map[string]*book{"en": readBook("en"), "de": readBook("de")}

// moodOrder says which mood wins where a remark has two.
var moodOrder = []string{"thanks", "sorry", "bye", "rude", "sad", "glad", "agree"}

func readBook(language string) *book {
	b := &book{asks: index{}, tells: index{}, moods: index{}, greetings: index{}, byID: map[string]int{}}
	readSkill("lines."+language, b)
	readSkill("facts."+language, &b.facts)
	readSkill("words", &b.words)
	b.words.add(setTown, b.facts["town"])
	for i, t := range b.Topics {
		b.byID[t.ID] = i
		b.asks.add(t.Ask, i)
		b.tells.add(t.Tell, i)
	}
	for i, mood := range moodOrder {
		b.moods.add(b.Moods[mood], i)
	}
	b.greetings.add(b.Greetings, 0)
	return b
}

func readSkill(name string, into any) {
	text, err := skillFiles.ReadFile("skill/" + name + ".json")
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		panic("scheduler: skill/" + name + ".json: " + err.Error()) // embedded at build time
	}
}
