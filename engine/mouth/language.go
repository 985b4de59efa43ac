package mouth

import (
	"slices"
	"strings"
)

// lexicon holds the tables of all languages together, because a model may change to any language.
type lexicon struct {
	*vocabulary
	admission, setup, refusal, assistantWork, claim, killing, evil, questions                  *phrases
	reported, doubtful, people, link, self, compound, neutral, cooking, sloppy, nights, things map[string]bool
	// The keys of supposed and denied are a language and a word: "no" before a claim denies it in
	// Spanish, but not in English. In denied, the word alone is a key, too.
	supposed, denied map[string]bool
	// numerals are the words for numbers.
	numerals map[string]int
	roles    []roleFamily
	// deeds and powers are phrases by family. Deeds count with a night or a player's name, and
	// powers count alone.
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

// joinFamilies adds phrases in which the writer tells of what only one role does, by the first name
// of the role's family.
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
