package mouth

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// languageTable holds what one language contributes: the phrases of each rule, and the words that
// distinguish a claim from talk about one.
type languageTable struct {
	// Classes are lists of phrases that patterns share.
	Classes map[string][]string `json:"classes"`
	// Admission holds phrases that admit to being a machine.
	Admission []string `json:"admission"`
	// Setup holds phrases that name the writer's maker or model.
	Setup []string `json:"setup"`
	// Refusal holds phrases of an assistant that declines, offers help, lectures, or mentions its
	// instructions.
	Refusal []string `json:"refusal"`
	// Work holds phrases from the work that assistants deliver.
	Work []string `json:"work"`
	// Claim holds phrases that name the writer's role.
	Claim []string `json:"claim"`
	// Deed holds phrases in which the writer tells of a killing of their own.
	Deed []string `json:"deed"`
	// Deeds hold, by the first name of a role's family, phrases in which the writer tells of what
	// only this role does. They count with a night or a player's name.
	Deeds map[string][]string `json:"deeds"`
	// Powers hold such phrases that count alone.
	Powers map[string][]string `json:"powers"`
	// Aside holds phrases before a claim that take nothing back: "if you ask me".
	Aside []string `json:"aside"`
	// Nights are the words for the time at which killers kill.
	Nights []string `json:"nights"`
	// Things are words after a deed that is none to a player: i ate pizza, i killed it.
	Things []string `json:"things"`
	// Evil holds phrases in which the writer says that they play against the others.
	Evil []string `json:"evil"`
	// Reported words stand before what others say or think.
	Reported []string `json:"reported"`
	// Doubtful words introduce a report only after a word for other people: "you are sure" does,
	// "sure, " does not.
	Doubtful []string `json:"doubtful"`
	// OtherPeople are words for other people.
	OtherPeople []string `json:"other_people"`
	// Supposed words stand before what is only supposed.
	Supposed []string `json:"supposed"`
	// Denied words stand before what is denied.
	Denied []string `json:"denied"`
	// Link words may stand between the words above and the claim.
	Link []string `json:"link"`
	// Self are the words for the speaker.
	Self []string `json:"self"`
	// Other words make a compound of the word for a machine or role before them: a bot hunter.
	Other []string `json:"other"`
	// Asked holds questions whether somebody is a machine.
	Asked []string `json:"asked"`
	// Idle words around such a question change nothing.
	Idle []string `json:"idle"`
	// Numerals are the words for numbers, with their values.
	Numerals map[string]int `json:"numerals"`
	// Cooking are words of which a recipe has many.
	Cooking []string `json:"cooking"`
	// Misspelt are long words that count also with one letter wrong.
	Misspelt []string `json:"misspelt"`
	// Sloppy are spellings of people who type fast.
	Sloppy []string `json:"sloppy"`
}

// lexicon holds the tables of all languages together, because a model may change to any language.
type lexicon struct {
	admission, setup, refusal, assistantWork, claim, killing, evil, questions                  *phrases
	reported, doubtful, people, link, self, compound, neutral, cooking, sloppy, nights, things map[string]bool
	// The keys of supposed and denied are a language and a word: "no" before a claim denies it in
	// Spanish, but not in English. In denied, the word alone is a key, too.
	supposed, denied map[string]bool
	// numerals are the words for numbers.
	numerals map[string]int
	roles    []roleFamily
	// deeds and powers are phrases by family.
	deeds, powers map[string]*phrases
	// asides are the words of phrases that take nothing back.
	asides [][]string
	// hidden holds the roles as they are searched for, by name.
	hidden map[string]*hiddenRole
	// families maps the name of a role to the indexes of its families in roles.
	families map[string][]int
	// asking says to which sets of words a word belongs that questions are made of.
	asking map[string]askSets
	// conceal is what hidden roles tell their players.
	conceal concealPhrases
	// ties is how evil players tie themselves to what they hide.
	ties ties
	// line holds the words with which models speak about a line.
	line *lineWords
	// system holds the lines of programs, and abuse slurs and threats.
	system systemWords
	abuse  abuseWords
	// publicRoles are the roles that every player may claim.
	publicRoles map[string]bool
}

// Languages are the languages that have a table. A session in another language is hardly protected.
var Languages = []string{"de", "en", "es", "fr", "it", "ja", "nl", "pl", "pt", "ru", "tr", "zh"}

// commonTable names the table with what has no table of its language: the admissions of many more.
const commonTable = "common"

// HasTable reports whether the language of a tag such as pt-BR has a table.
func HasTable(tag string) bool {
	name, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(tag), "_", "-"), "-")
	return slices.Contains(Languages, name)
}

//go:embed language
var tableFiles embed.FS

// loadedLexicon is built from the tables that are embedded in the program.
var loadedLexicon = func() *lexicon {
	l, v := &lexicon{numerals: map[string]int{}, deeds: map[string]*phrases{}, powers: map[string]*phrases{}}, newVocabulary()
	for _, p := range []**phrases{&l.admission, &l.setup, &l.refusal, &l.assistantWork, &l.claim, &l.killing, &l.evil, &l.questions} {
		*p = &phrases{vocabulary: v, first: map[int][]*phrase{}}
	}
	for _, s := range []*map[string]bool{&l.reported, &l.doubtful, &l.people, &l.supposed, &l.denied, &l.link, &l.self, &l.compound, &l.neutral, &l.cooking, &l.sloppy, &l.nights, &l.things} {
		*s = map[string]bool{}
	}
	var common languageTable
	decode(commonTable+".json", &common)
	for _, name := range Languages {
		l.join(name, common.Classes)
	}
	for _, p := range common.Admission {
		l.admission.add(p, commonTable, common.Classes)
	}
	var english languageTable
	decode("en.json", &english)
	l.readSystem(english.Classes)
	l.readAbuse(english.Classes)
	l.conceal.vocabulary = v
	l.readConceal()
	l.readTies()
	l.readLine()
	l.readRoles()
	l.readAsking()
	return l
}()

// allLanguages returns the lexicon of all languages.
func allLanguages() *lexicon { return loadedLexicon }

// join adds the table of a language.
func (l *lexicon) join(name string, common map[string][]string) {
	var t languageTable
	decode(name+".json", &t)
	for class, list := range common {
		t.Classes[class] = slices.Concat(t.Classes[class], list)
	}
	for _, x := range []struct {
		to   *phrases
		list []string
	}{{l.admission, t.Admission}, {l.setup, t.Setup}, {l.refusal, t.Refusal}, {l.assistantWork, t.Work}, {l.claim, t.Claim}, {l.killing, t.Deed}, {l.evil, t.Evil}, {l.questions, t.Asked}} {
		for _, p := range x.list {
			x.to.add(p, name, t.Classes)
		}
	}
	for _, x := range []struct {
		to   map[string]bool
		list []string
	}{
		{l.reported, t.Reported}, {l.doubtful, t.Doubtful}, {l.people, t.OtherPeople}, {l.link, t.Link}, {l.self, t.Self}, {l.compound, t.Other},
		{l.neutral, t.Idle}, {l.cooking, t.Cooking}, {l.sloppy, t.Sloppy}, {l.nights, t.Nights}, {l.things, t.Things},
	} {
		for _, w := range x.list {
			for _, word := range tableWords(w) {
				x.to[word] = true
			}
		}
	}
	for _, x := range []struct {
		to   map[string]*phrases
		from map[string][]string
	}{{l.deeds, t.Deeds}, {l.powers, t.Powers}} {
		for family, list := range x.from {
			if x.to[family] == nil {
				x.to[family] = &phrases{vocabulary: l.claim.vocabulary, first: map[int][]*phrase{}}
			}
			for _, p := range list {
				x.to[family].add(p, name, t.Classes)
			}
		}
	}
	for _, aside := range t.Aside {
		l.asides = append(l.asides, tableWords(aside))
	}
	for _, word := range tableWords(strings.Join(t.Misspelt, " ")) {
		l.claim.misspelt = append(l.claim.misspelt, stem{word, l.claim.number(word)})
	}
	for word, value := range t.Numerals {
		l.numerals[strings.Join(tableWords(word), "")] = value
	}
	for _, word := range tableWords(strings.Join(t.Supposed, " ")) {
		l.supposed[name+" "+word], l.supposed[commonTable+" "+word] = true, true
	}
	for _, word := range tableWords(strings.Join(t.Denied, " ")) {
		l.denied[name+" "+word], l.denied[commonTable+" "+word], l.denied[word] = true, true, true
	}
}

// decode reads an embedded file of the tables.
func decode(name string, into any) {
	b, err := tableFiles.ReadFile("language/" + name)
	if err == nil {
		err = json.Unmarshal(b, into)
	}
	if err != nil {
		panic(fmt.Sprintf("table %s: %v", name, err))
	}
}
