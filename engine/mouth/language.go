package mouth

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// lexicon holds the tables of all languages together, because a model may change to any language.
type lexicon struct {
	*vocabulary
	admission, setup, refusal, assistantWork, claim, killing, evil, questions, scolding        *phrases
	reported, doubtful, people, link, self, compound, neutral, cooking, sloppy, nights, things map[string]bool
	// The keys of supposed and denied are a language and a word: "no" before a claim denies it in
	// Spanish, but not in English. In denied, the word alone is a key, too.
	supposed, denied map[string]bool
	numerals         map[string]int
	roles            []roleFamily
	// deeds and powers are phrases by family. Deeds count with a night or a player's name, and
	// powers count alone.
	deeds, powers map[string]*phrases
	asides        [][]string
	// hidden holds the roles as they are searched for, by name.
	hidden      map[string]*hiddenRole
	families    map[string][]int
	asking      map[string]askSets
	conceal     concealPhrases
	ties        ties
	line        *lineWords
	system      systemWords
	abuse       abuseWords
	publicRoles map[string]bool
}

// Languages are the languages that have a table. A session in another language is hardly protected.
var Languages = []string{"de", "en", "es", "fr", "it", "ja", "nl", "pl", "pt", "ru", "tr", "zh"}

// commonTable names the table with what has no table of its language: the admissions of many more.
const commonTable = "common"

// HasTable reports whether the language of a tag such as pt-BR has a table.
func HasTable(tag string) bool {
	return slices.Contains(Languages, baseLanguage(tag))
}

// loadedLexicon is built from the tables that are embedded in the program.
var loadedLexicon = func() *lexicon {
	l := &lexicon{
		vocabulary: newVocabulary(), numerals: map[string]int{}, deeds: map[string]*phrases{}, powers: map[string]*phrases{},
		supposed: map[string]bool{}, denied: map[string]bool{},
	}
	common := readTable(commonTable, commonTable, l.vocabulary)
	for _, name := range Languages {
		l.join(readTable(name, name, l.vocabulary), common.classes)
	}
	common.phrases(&l.admission, "admission")
	english := readTable("en", "en", l.vocabulary).classes
	l.readSystem(english)
	l.readAbuse(english)
	for _, name := range Languages {
		l.joinConceal(name)
	}
	l.readTies()
	l.readLine()
	l.readRoles()
	l.readAsking()
	return l
}()

// allLanguages returns the lexicon of all languages.
func allLanguages() *lexicon { return loadedLexicon }

// join adds the table of a language, whose classes have also the phrases of common ones.
func (l *lexicon) join(t *table, common map[string][]string) {
	for class, list := range common {
		t.classes[class] = slices.Concat(t.classes[class], list)
	}
	t.phrases(&l.admission, "admission") // admits to being a machine
	t.phrases(&l.setup, "setup")         // names the writer's maker or model
	t.phrases(&l.refusal, "refusal")     // an assistant declines, offers help, lectures, mentions its instructions
	t.phrases(&l.assistantWork, "work")  // from the work that assistants deliver
	t.phrases(&l.claim, "claim")         // names the writer's role
	t.phrases(&l.killing, "deed")        // tells of a killing of the writer's own
	t.phrases(&l.evil, "evil")           // says that the writer plays against the others
	t.phrases(&l.questions, "asked")     // asks whether somebody is a machine
	t.phrases(&l.scolding, "scold")      // complains that a question was not answered
	t.words(&l.reported, "reported")     // before what others say or think
	t.words(&l.doubtful, "doubtful")     // the same only after a word for other people: "you are sure", but not "sure, "
	t.words(&l.people, "other_people")   // for other people
	t.words(&l.link, "link")             // between the words of this table and the claim
	t.words(&l.self, "self")             // for the speaker
	t.words(&l.compound, "other")        // makes a compound of the word for a machine or role before it: a bot hunter
	t.words(&l.neutral, "idle")          // changes nothing around a question whether somebody is a machine
	t.words(&l.cooking, "cooking")       // a recipe has many
	t.words(&l.sloppy, "sloppy")         // a spelling of people who type fast
	t.words(&l.nights, "nights")         // for the time at which killers kill
	t.words(&l.things, "things")         // after a deed that is none to a player: i ate pizza, i killed it
	l.joinFamilies(l.deeds, t, "deeds")
	l.joinFamilies(l.powers, t, "powers")
	l.joinAsides(t)
	for _, word := range tableWords(strings.Join(t.list("misspelt"), " ")) {
		l.misspelt = append(l.misspelt, stem{word, l.number(word)})
	}
	numerals := map[string]int{}
	t.read("numerals", &numerals)
	for word, value := range numerals {
		l.numerals[strings.Join(tableWords(word), "")] = value
	}
	for _, word := range tableWords(strings.Join(t.list("supposed"), " ")) {
		l.supposed[t.language+" "+word], l.supposed[commonTable+" "+word] = true, true
	}
	for _, word := range tableWords(strings.Join(t.list("denied"), " ")) {
		l.denied[t.language+" "+word], l.denied[commonTable+" "+word], l.denied[word] = true, true, true
	}
}

// joinFamilies adds what only one role does, by the first name of the role's family.
func (l *lexicon) joinFamilies(to map[string]*phrases, t *table, name string) {
	families := map[string][]string{}
	t.read(name, &families)
	for family, list := range families {
		p := to[family]
		to[family] = t.newPhrases(&p)
		for _, pattern := range list {
			p.add(pattern, t.language, t.classes)
		}
	}
}

// joinAsides adds the phrases before a claim that take nothing back: "if you ask me".
func (l *lexicon) joinAsides(t *table) {
	for _, aside := range t.list("aside") {
		l.asides = append(l.asides, tableWords(aside))
	}
}

//go:embed language
var tableFiles embed.FS

// table is a file of phrases and words by name. It panics where the file is wrong.
type table struct {
	*vocabulary
	language string
	classes  map[string][]string
	lists    map[string]json.RawMessage
}

// readTable reads an embedded file. Its phrases are those of a language.
func readTable(file, language string, v *vocabulary) *table {
	t := &table{vocabulary: v, language: language, classes: map[string][]string{}}
	decode(file+".json", &t.lists)
	t.read("classes", &t.classes)
	return t
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

// read reads what the table has under a name, if anything.
func (t *table) read(name string, into any) {
	if raw, ok := t.lists[name]; ok {
		if err := json.Unmarshal(raw, into); err != nil {
			panic(fmt.Sprintf("table %s, %s: %v", t.language, name, err))
		}
	}
}

// list returns a list of texts.
func (t *table) list(name string) (texts []string) {
	t.read(name, &texts)
	return texts
}

// text returns a text, such as words with blanks between.
func (t *table) text(name string) (words string) {
	t.read(name, &words)
	return words
}

// phrases adds phrases to a list of all languages. Those named "body" stand for {body}.
func (t *table) phrases(to **phrases, name string) {
	p := t.newPhrases(to)
	for _, pattern := range t.list(name) {
		if !strings.Contains(pattern, "{body}") {
			p.add(pattern, t.language, t.classes)
			continue
		}
		for _, body := range t.list("body") {
			p.add(strings.ReplaceAll(pattern, "{body}", body), t.language, t.classes)
		}
	}
}

// newPhrases returns the list of phrases at a place, which may not have been made yet.
func (v *vocabulary) newPhrases(at **phrases) *phrases {
	if *at == nil {
		*at = &phrases{vocabulary: v, first: map[int][]*phrase{}}
	}
	return *at
}

// words adds words of the table to a set of all languages, in plain letters.
func (t *table) words(to *map[string]bool, name string) {
	if *to == nil {
		*to = map[string]bool{}
	}
	for _, word := range tableWords(strings.Join(t.list(name), " ")) {
		(*to)[word] = true
	}
}

// concealPhrases holds how players tell what a hidden role told them, in all languages.
type concealPhrases struct {
	certain, vouched, sure, vision, named, pair, sight, partner, deed, claim              *phrases
	condition, inverted, indirect, contrast, evidence, occasion, ordinal, reason, opinion map[string]bool
	// evil and good are words for the players of a side, somebody for players without a name.
	evil, good, somebody [][]string
}

// joinConceal adds a language's table. It shares the classes of the language's other table.
func (l *lexicon) joinConceal(name string) {
	t, c := readTable("conceal/"+name, name, l.vocabulary), &l.conceal
	t.classes = classesOf(name, t.classes)
	t.phrases(&c.certain, "certain")   // claims to know the body, a fact of a player, for certain, or tells who said it
	t.phrases(&c.vouched, "vouched")   // the same, also in several sentences
	t.phrases(&c.sure, "sure")         // claims it, unless the words name what everybody saw
	t.phrases(&c.vision, "vision")     // claims to see a good role
	t.phrases(&c.named, "named")       // says which role a player has
	t.phrases(&c.pair, "pair")         // says that one of two players has a role
	t.phrases(&c.sight, "sight")       // a good player claims to know who is evil
	t.phrases(&c.partner, "partner")   // names an evil player's partner
	t.phrases(&c.deed, "deed")         // an evil player admits the side
	t.phrases(&c.claim, "claim")       // names the writer's role
	t.words(&c.condition, "condition") // makes a claim depend on something. No other language has the word
	t.words(&c.inverted, "inverted")   // does so right before the claim
	t.words(&c.indirect, "indirect")   // a condition word after it asks
	t.words(&c.contrast, "contrast")   // a condition ends before it
	t.words(&c.evidence, "evidence")   // for what everybody saw
	t.words(&c.occasion, "occasion")   // the same, beside an ordinal
	t.words(&c.ordinal, "ordinal")
	t.words(&c.reason, "reason")   // introduces what everybody saw, after a claim
	t.words(&c.opinion, "opinion") // before what is only thought
	l.joinAsides(t)
	for name, to := range map[string]*[][]string{"evil": &c.evil, "good": &c.good, "somebody": &c.somebody} {
		for _, w := range t.list(name) {
			*to = append(*to, tableWords(w))
		}
	}
}

// classesOf returns the classes of a language's main table, with others in their place.
func classesOf(name string, more ...map[string][]string) map[string][]string {
	classes := readTable(name, name, nil).classes
	for _, list := range more {
		maps.Copy(classes, list)
	}
	return classes
}
