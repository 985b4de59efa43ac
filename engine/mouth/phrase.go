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
//	,         start of a sentence, or after a comma or dash
//	{role}    a name of the bot's role, in a claim           {me}     the bot's name
//	{channel} a private channel of the bot                   {player} another player's name
//	{known}   a player whose role the bot knows              {fact}   what it knows of them
//
// x? is optional, and x* may occur any number of times.
type phrase struct {
	index    int // its position in its list
	language string
	elements []*element
}

// span is the range of words in which a phrase was found.
type span struct {
	from, to int
	language string
}

type element struct {
	// first holds the words with which a choice begins, and single those that are a choice alone.
	first, single wordSet
	// longer holds the words after the first one, for each choice of several words.
	longer         map[int][][]int
	optional, many bool
	gap            bool
	start, end     bool
	// pause reports that start may also be after a comma or dash.
	pause bool
	named name
}

type name byte

const (
	unnamed name = iota
	roleName
	knownName
	factName
	botName
	channelName
	playerName
)

var namedFields = map[string]name{"{role}": roleName, "{known}": knownName, "{fact}": factName, "{me}": botName, "{channel}": channelName, "{player}": playerName}

// names are the choices that depend on the room: the names of the bot's role, what it knows of
// players, its own name, the names of its private channels, and of the others.
type names [playerName + 1][][]string

const (
	// gapWords is how many words a gap may contain. With more of them, the words around it hardly
	// belong together.
	gapWords = 3
	// phraseWords is how many words a phrase may cover. People write fewer, and a search that may
	// go further takes time that grows with the square of the text.
	phraseWords = 40
	// phraseElements is how many elements a phrase may have: the tables need twenty.
	phraseElements = 32
)

type phrases struct {
	*vocabulary
	size   int
	first  map[int][]*phrase
	starts wordSet
	// loose holds the phrases that may begin with any word.
	loose []*phrase
}

// add compiles a pattern of a table. It panics if the table is wrong.
func (p *phrases) add(pattern, language string, classes map[string][]string) {
	f := &phrase{index: p.size, language: language}
	p.size++
	for _, field := range strings.Fields(pattern) {
		f.elements = append(f.elements, p.element(field, language, classes))
	}
	if len(f.elements) > phraseElements {
		panic(fmt.Sprintf("phrase %q: too many elements", pattern))
	}
	for _, e := range f.elements {
		if e.gap || e.named != unnamed {
			p.loose = append(p.loose, f)
			return
		}
		if e.start {
			continue
		}
		e.first.each(func(word int) {
			p.starts.add(word)
			if list := p.first[word]; !slices.Contains(list, f) {
				p.first[word] = append(list, f)
			}
		})
		if !e.optional && !e.many {
			return
		}
	}
}

// find reports whether a phrase occurs in a text at a position that accept allows.
func (p *phrases) find(s *parsedText, n names, accept func(span) bool) bool {
	m := &search{parsedText: s, words: p.look(s), names: n, accept: accept}
	possible := func(f *phrase) bool { return !slices.ContainsFunc(f.elements, m.lacks) }
	if !m.words.has.meets(p.starts) && !slices.ContainsFunc(p.loose, possible) {
		return false // nearly always
	}
	m.state = make([]possibility, p.size)
	return m.run(p)
}

// possibility says whether a text has the words that a phrase needs.
type possibility byte

const (
	unsettled possibility = iota
	possible
	impossible
)

type search struct {
	*parsedText
	words  *textWords
	names  names
	accept func(span) bool
	state  []possibility // of each phrase
	at     span
	// failed holds for each element the words from which the rest does not match, as bits that
	// count from the start of the phrase. So no place is tried twice.
	failed [phraseElements + 1]uint64
	steps  int
}

func (m *search) run(p *phrases) bool {
	for i, w := range m.words.ids {
		if m.any(p.loose, i) || w.exact != unknownWord && m.any(p.first[w.exact], i) || w.stem != unknownWord && m.any(p.first[w.stem], i) {
			return true
		}
	}
	return false
}

func (m *search) any(list []*phrase, i int) bool {
	for _, f := range list {
		if m.state[f.index] == unsettled {
			m.state[f.index] = possible
			if slices.ContainsFunc(f.elements, m.lacks) {
				m.state[f.index] = impossible
			}
		}
		if m.state[f.index] == impossible {
			continue
		}
		m.at = span{i, i, f.language}
		clear(m.failed[:len(f.elements)+1])
		if m.rest(f.elements, 0, i) {
			return true
		}
	}
	return false
}

// lacks reports whether the text, or the room, has nothing for an element that must be there.
func (m *search) lacks(e *element) bool {
	if e.optional || e.many || e.gap || e.start || e.end {
		return false
	}
	return e.named == unnamed && !m.words.has.meets(e.first) || e.named != unnamed && len(m.names[e.named]) == 0
}

// rest reports whether the elements from number n on match from word i on.
func (m *search) rest(f []*element, n, i int) bool {
	if n == len(f) {
		return m.accept(span{m.at.from, i, m.at.language})
	}
	if i-m.at.from > phraseWords || m.failed[n]&(1<<(i-m.at.from)) != 0 {
		return false
	}
	if m.matches(f, n, i) {
		return true
	}
	m.failed[n] |= 1 << (i - m.at.from)
	return false
}

func (m *search) matches(f []*element, n, i int) bool {
	e := f[n]
	m.steps++
	switch {
	case e.start:
		return (i == 0 || i < len(m.parsedText.words) && (m.sentence[i] != m.sentence[i-1] || e.pause && m.pauseAfter[i-1])) && m.rest(f, n+1, i)
	case e.end:
		return (i == len(m.parsedText.words) || i > 0 && m.sentence[i] != m.sentence[i-1]) && m.rest(f, n+1, i)
	case e.gap:
		for k := 0; k <= gapWords && i+k <= len(m.parsedText.words); k++ {
			if m.rest(f, n+1, i+k) {
				return true
			}
		}
		return false
	}
	next := func(size int) bool { return e.many && m.rest(f, n, i+size) || m.rest(f, n+1, i+size) }
	for _, name := range m.names[e.named] {
		if m.occursAt(name, i) && next(len(name)) {
			return true
		}
	}
	if e.named == unnamed && m.words.choice(e, i, next) {
		return true
	}
	return (e.optional || e.many) && m.rest(f, n+1, i)
}

func (s *parsedText) occursAt(name []string, i int) bool {
	return len(name) > 0 && i+len(name) <= len(s.words) && slices.Equal(s.words[i:i+len(name)], name)
}
