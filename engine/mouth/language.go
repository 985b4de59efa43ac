package mouth

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// tongue is what a language contributes: phrases for each rule, and the words that tell a claim from talk about one.
type tongue struct {
	// Classes are lists of phrases that patterns share.
	Classes map[string][]string `json:"classes"`
	// Admission is saying of oneself that one is a machine, Setup naming one's maker or model, Refusal the talk of an assistant that declines,
	// offers or lectures, or tells of its instructions, Work what an assistant delivers, Claim saying what one's role is.
	Admission []string `json:"admission"`
	Setup     []string `json:"setup"`
	Refusal   []string `json:"refusal"`
	Work      []string `json:"work"`
	Claim     []string `json:"claim"`
	// Deed is telling of a killing of one's own.
	Deed []string `json:"deed"`
	// Reported stands before what others say or think, Supposed before what is only supposed, Denied before what is not so; Link joins them to it.
	Reported []string `json:"reported"`
	// Doubtful words do so only after a word for other people: "you are sure", and not "sure, ".
	Doubtful    []string `json:"doubtful"`
	OtherPeople []string `json:"other_people"`
	Supposed    []string `json:"supposed"`
	Denied      []string `json:"denied"`
	Link        []string `json:"link"`
	// Self are the words for the speaker.
	Self []string `json:"self"`
	// Other stands after a word for a machine or a role that is only part of another one: a bot hunter.
	Other []string `json:"other"`
	// Asked are questions whether somebody is a machine, Idle the words around them that change nothing.
	Asked []string `json:"asked"`
	Idle  []string `json:"idle"`
	// Cooking are words of which a recipe holds many.
	Cooking []string `json:"cooking"`
	// Sloppy are spellings of people who type fast.
	Sloppy []string `json:"sloppy"`
}

// lexicon is the tables of all languages together: a model slips into any of them, whatever the chat is held in.
type lexicon struct {
	admission, setup, refusal, work, claim, deed, asked                  *phrases
	reported, doubtful, people, link, self, other, idle, cooking, sloppy map[string]bool
	// supposed and denied are words after the name of their language: no is a yes before another one in English.
	supposed, denied map[string]bool
	roles            []family
	// families are the roles that have a name.
	families map[string][]int
	open     map[string]bool
}

//go:embed language
var tables embed.FS

// allWords is the lexicon, made from tables that ship with the program.
var allWords = func() *lexicon {
	l := &lexicon{}
	for _, p := range []**phrases{&l.admission, &l.setup, &l.refusal, &l.work, &l.claim, &l.deed, &l.asked} {
		*p = &phrases{first: map[string][]phrase{}}
	}
	for _, s := range []*map[string]bool{&l.reported, &l.doubtful, &l.people, &l.supposed, &l.denied, &l.link, &l.self, &l.other, &l.idle, &l.cooking, &l.sloppy} {
		*s = map[string]bool{}
	}
	var common struct{ Classes map[string][]string }
	decode("common.json", &common)
	for _, name := range []string{"en", "de", "fr", "es", "it"} {
		l.join(name, common.Classes)
	}
	l.readRoles()
	return l
}()

// words returns the lexicon.
func words() *lexicon { return allWords }

// join adds the table of a language.
func (l *lexicon) join(name string, common map[string][]string) {
	var t tongue
	decode(name+".json", &t)
	for class, list := range common {
		t.Classes[class] = slices.Concat(t.Classes[class], list)
	}
	for _, x := range []struct {
		to   *phrases
		list []string
	}{{l.admission, t.Admission}, {l.setup, t.Setup}, {l.refusal, t.Refusal}, {l.work, t.Work}, {l.claim, t.Claim}, {l.deed, t.Deed}, {l.asked, t.Asked}} {
		for _, p := range x.list {
			x.to.add(p, name, t.Classes)
		}
	}
	for _, x := range []struct {
		to   map[string]bool
		list []string
	}{
		{l.reported, t.Reported}, {l.doubtful, t.Doubtful}, {l.people, t.OtherPeople}, {l.link, t.Link}, {l.self, t.Self}, {l.other, t.Other},
		{l.idle, t.Idle}, {l.cooking, t.Cooking}, {l.sloppy, t.Sloppy},
	} {
		for _, w := range x.list {
			for word := range strings.FieldsSeq(w) {
				x.to[word] = true
			}
		}
	}
	for _, word := range strings.Fields(strings.Join(t.Supposed, " ")) {
		l.supposed[name+" "+word] = true
	}
	for _, word := range strings.Fields(strings.Join(t.Denied, " ")) {
		l.denied[name+" "+word], l.denied[word] = true, true
	}
}

// decode reads a file of the tables, which is part of the program.
func decode(name string, into any) {
	b, err := tables.ReadFile("language/" + name)
	if err == nil {
		err = json.Unmarshal(b, into)
	}
	if err != nil {
		panic(fmt.Sprintf("table %s: %v", name, err))
	}
}
