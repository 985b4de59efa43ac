package mouth

import (
	"fmt"
	"slices"
	"strings"
)

// phrase is a pattern of words. In the table of a language it is written as
//
//	word      that word           a|b   one of them          word~    a word with that beginning
//	{class}   a phrase of it      ...   up to three words    ^, $     start, end of a sentence
//	{role}    a name of the bot's role, in a claim           {me}     the bot's name
//
// x? is optional, and x* may occur any number of times.
type phrase struct {
	language string
	elements []element
}

// span is the range of words in which a phrase was found.
type span struct {
	from, to int
	language string
}

// element is one place of a phrase.
type element struct {
	choices        [][]string
	optional, many bool
	gap            bool
	start, end     bool
	// named reports that the choices depend on the room: the names of the bot's role, or its own
	// name.
	named bool
}

// gapWords is how many words a gap may contain. With more of them, the words around it hardly
// belong together.
const gapWords = 3

// phrases finds any phrase of a list.
type phrases struct {
	// first holds phrases by their first word.
	first map[string][]phrase
	// loose holds the phrases that may begin with any word.
	loose []phrase
}

// add compiles a pattern of a table. It panics if the table is wrong, because the tables are part
// of the program.
func (p *phrases) add(pattern, language string, classes map[string][]string) {
	f := phrase{language: language}
	for _, field := range strings.Fields(pattern) {
		var e element
		field, e.many = strings.CutSuffix(field, "*")
		field, e.optional = strings.CutSuffix(field, "?")
		name, class := strings.CutPrefix(field, "{")
		switch {
		case field == "...":
			e.gap = true
		case field == "^":
			e.start = true
		case field == "$":
			e.end = true
		case field == "{role}", field == "{me}":
			e.named = true
		case class:
			list, ok := classes[strings.TrimSuffix(name, "}")]
			if !ok {
				panic(fmt.Sprintf("phrase %q: no class %s", pattern, name))
			}
			for _, c := range list {
				e.choices = append(e.choices, strings.Fields(c))
			}
		default:
			for word := range strings.SplitSeq(field, "|") {
				e.choices = append(e.choices, []string{word})
			}
		}
		f.elements = append(f.elements, e)
	}
	p.index(f)
}

func (p *phrases) index(f phrase) {
	var words []string
	for _, e := range f.elements {
		if e.gap || e.named {
			p.loose = append(p.loose, f)
			return
		}
		for _, c := range e.choices {
			if strings.HasSuffix(c[0], "~") {
				p.loose = append(p.loose, f)
				return
			}
			words = append(words, c[0])
		}
		if !e.optional && !e.many && !e.start {
			break
		}
	}
	slices.Sort(words)
	for _, w := range slices.Compact(words) {
		p.first[w] = append(p.first[w], f)
	}
}

// find reports whether a phrase occurs in a text at a position that accept allows.
func (p *phrases) find(s *parsedText, names [][]string, accept func(span) bool) bool {
	for i, w := range s.words {
		for _, list := range [2][]phrase{p.first[w], p.loose} {
			for _, f := range list {
				if (&match{s, names, span{i, i, f.language}, accept}).rest(f.elements, i) {
					return true
				}
			}
		}
	}
	return false
}

// match is the search for one phrase at one position.
type match struct {
	*parsedText
	names  [][]string
	at     span
	accept func(span) bool
}

// rest reports whether the elements match from a word on.
func (m *match) rest(f []element, i int) bool {
	if len(f) == 0 {
		return m.accept(span{m.at.from, i, m.at.language})
	}
	e := f[0]
	switch {
	case e.start:
		return (i == 0 || i < len(m.words) && m.sentence[i] != m.sentence[i-1]) && m.rest(f[1:], i)
	case e.end:
		return (i == len(m.words) || m.sentence[i] != m.sentence[i-1]) && m.rest(f[1:], i)
	case e.gap:
		for n := 0; n <= gapWords && i+n <= len(m.words); n++ {
			if m.rest(f[1:], i+n) {
				return true
			}
		}
		return false
	}
	choices := e.choices
	if e.named {
		choices = m.names
	}
	for _, c := range choices {
		if !m.occursAt(c, i) {
			continue
		}
		if e.many && m.rest(f, i+len(c)) || m.rest(f[1:], i+len(c)) {
			return true
		}
	}
	return (e.optional || e.many) && m.rest(f[1:], i)
}

// occursAt reports whether the words of a choice stand at a position.
func (s *parsedText) occursAt(choice []string, i int) bool {
	if len(choice) == 0 || i+len(choice) > len(s.words) {
		return false
	}
	for j, c := range choice {
		if stem, ok := strings.CutSuffix(c, "~"); s.words[i+j] != c && !(ok && strings.HasPrefix(s.words[i+j], stem)) {
			return false
		}
	}
	return true
}
