package mouth

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed language
var tableFiles embed.FS

// table is a file of phrases, words and others by name. It panics where the file is wrong, because
// the tables are part of the program.
type table struct {
	*vocabulary
	language string
	// classes are lists of phrases that patterns share.
	classes map[string][]string
	lists   map[string]json.RawMessage
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

// phrases adds phrases of the table to a list of all languages. The table's phrases of the name
// "body" stand for {body} in the others.
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
