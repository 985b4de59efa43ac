package mouth

import (
	"slices"
	"strings"
)

const (
	// tieWords is how many words a tie may cover. Farther apart, words hardly belong together.
	tieWords = 14
	// tieReach is how many words before and after a tie may take it back. So the time of a search
	// grows as the length of the text does.
	tieReach = 24
	// shortTie is the length in words up to which sentences are read as one: Me. Kim. Partners.
	shortTie = 8
)

type tieSearch struct {
	*parsedText
	room *Room
	hits map[string][]span
	with names
}

// ties reports whether a writer ties somebody to what is hidden, or tells of knowing evil players.
func (r *Room) ties(s *parsedText) bool {
	c := r.concealed()
	if !c.evil && !c.sees {
		return false
	}
	m, l := r.tieSearch(s), &allLanguages().ties
	broken := func(rule tieRule) bool { return m.finds(rule, nil) }
	if !c.evil {
		return slices.ContainsFunc(l.seers, broken)
	}
	return slices.ContainsFunc(l.rules, broken) || c.of.Alone && slices.ContainsFunc(l.alone, broken)
}

// tieSearch returns a search in a text for ties made of the names that the text has.
func (r *Room) tieSearch(s *parsedText) *tieSearch {
	m := &tieSearch{parsedText: s, room: r, hits: map[string][]span{}}
	for i, w := range s.words {
		for _, n := range r.concealed().tiedBy[w] {
			if list := &m.with[n.of]; s.occursAt(n.words, i) && !hasName(*list, n.words) {
				*list = append(*list, n.words)
			}
		}
	}
	return m
}

func hasName(list [][]string, name []string) bool {
	return slices.ContainsFunc(list, func(other []string) bool { return slices.Equal(other, name) })
}

func (m *tieSearch) spans(class string) []span {
	list, ok := m.hits[class]
	if !ok {
		allLanguages().ties.classes[class].find(m.parsedText, m.with, func(at span) bool {
			list = append(list, at)
			return false
		})
		if list != nil {
			m.hits[class] = list
		}
	}
	return list
}

// finds reports whether the text has the rest of a rule beside what was found of it.
func (m *tieSearch) finds(rule tieRule, found []span) bool {
	if len(found) == len(rule.terms) {
		return m.states(rule, found)
	}
	return slices.ContainsFunc(m.spans(rule.terms[len(found)].class), func(at span) bool {
		for i, other := range found {
			switch {
			case at.language != other.language, at.from == other.from && at.to == other.to, max(at.to, other.to)-min(at.from, other.from) > tieWords,
				rule.terms[len(found)].adjacent && i == len(found)-1 && at.from != other.to,
				len(m.words) > shortTie && m.sentence[at.from] != m.sentence[other.from]:
				return false
			}
		}
		return m.finds(rule, append(found[:len(found):len(found)], at))
	})
}

func (m *tieSearch) has(language, class string, i int) bool {
	return allLanguages().ties.words[[3]string{language, class, m.words[i]}]
}

// states reports whether the writer says what was found as a fact.
func (m *tieSearch) states(rule tieRule, found []span) bool {
	at := found[0]
	for _, other := range found {
		at.from, at.to = min(at.from, other.from), max(at.to, other.to)
	}
	first, last := at.from, at.to
	for first > max(0, at.from-tieReach) && m.sentence[first-1] == m.sentence[at.from] {
		first--
	}
	for last < min(len(m.words), at.to+tieReach) && m.sentence[last] == m.sentence[at.to-1] {
		last++
	}
	if !rule.asked && m.asks(at, first, last) {
		return false
	}
	for i := first; i < last; i++ {
		if slices.ContainsFunc(found, func(of span) bool { return i >= of.from && i < of.to }) {
			continue
		}
		if rule.bare && (m.has(at.language, "hunt", i) || slices.ContainsFunc(m.with[playerName], func(name []string) bool { return m.occursAt(name, i) })) {
			return false
		}
		denied := m.denies(at, i, first, last) && (!rule.taken || i >= at.from-2 && i < at.to)
		if denied || i < at.to+4 && m.supposes(at, i) || i < at.to && (!rule.taken || i < at.from) && m.reports(at, i) {
			return false
		}
	}
	return true
}

// denies reports whether a word denies a range. "No, he is" and "no joke" deny nothing.
func (m *tieSearch) denies(at span, i, first, last int) bool {
	switch {
	case !m.has(at.language, "no", i) && !allLanguages().denied[at.language+" "+m.words[i]]:
		return false
	case i < at.from-3, i == first && i < at.from && (m.pauseAfter[i] || at.language == "en"), i >= at.to && i < last-2:
		return false
	}
	for j := i; j < min(last, i+4); j++ {
		if m.has(at.language, "joke", j) || j < at.from && m.pauseAfter[j] {
			return false
		}
	}
	return true
}

// supposes reports whether a word ties a range to a condition. With a laugh few do.
func (m *tieSearch) supposes(at span, i int) bool {
	if !m.has(at.language, "if", i) || m.inAside(i) {
		return false
	}
	for j := i + 1; j < at.from; j++ {
		if allLanguages().conceal.contrast[m.words[j]] {
			return false
		}
	}
	laughs := false
	for j := max(0, at.from-tieReach); j < min(len(m.words), at.to+tieReach); j++ {
		if m.has(at.language, "would", j) {
			return true
		}
		laughs = laughs || m.has(at.language, "haha", j) && j != i
	}
	return !laughs
}

// asks reports whether a range asks the others. "Right?" at the end asks nothing.
func (m *tieSearch) asks(at span, first, last int) bool {
	begins := m.has(at.language, "ask", first) && first < at.from
	if !m.isQuestion[m.sentence[at.to-1]] {
		for i := first; i < at.from; i++ {
			begins = begins && !m.pauseAfter[i]
		}
		return begins
	}
	for _, name := range m.with[knownName] {
		if last-len(name) > at.to && m.occursAt(name, last-len(name)) {
			last -= len(name)
			break
		}
	}
	return begins || !m.has(at.language, "tail", last-1)
}

// told reports whether others say, as the sentence tells it, what stands in a range.
func (m *tieSearch) told(at span) bool {
	for i := at.from - 1; i >= 0 && m.sentence[i] == m.sentence[at.from]; i-- {
		if m.reports(at, i) {
			return true
		}
	}
	return false
}

// agrees reports whether one of the last words after a range says that it is right.
func (m *tieSearch) agrees(at span) bool {
	for i := max(at.to, len(m.words)-2); i < len(m.words); i++ {
		if m.has(at.language, "right", i) {
			return true
		}
	}
	return false
}

// reports reports whether a word tells what others say or think.
func (m *tieSearch) reports(at span, i int) bool {
	l := allLanguages()
	if l.doubtful[m.words[i]] && i >= at.from-4 && m.peopleBefore(i) {
		return true // why are you so sure that
	}
	if !l.reported[m.words[i]] || m.has(at.language, "haha", i) || m.agrees(at) {
		return false
	}
	for j := i - 1; j >= max(0, i-4) && m.sentence[j] == m.sentence[i]; j-- {
		switch w := m.words[j]; {
		case m.has(at.language, "self", j), m.has(at.language, "mine", j):
			return false
		case l.people[w], m.room.isPlayerName(w):
			return true
		}
	}
	for j := i; at.language == "en" && j < at.from; j++ {
		if m.pauseAfter[j] { // vote me, i am the one
			return false
		}
	}
	return at.language != "en" || i > 0 && m.sentence[i-1] == m.sentence[i] || strings.HasSuffix(m.words[i], "ing")
}

// ties is how an evil player ties themselves or an ally to what they hide. A rule names classes of
// words. A text breaks it if one sentence has a word of each, and does not deny them. alone are the
// rules for games in which only evil players know more than the others, and seers those for good
// players who know evil ones.
type ties struct {
	languages           []string
	rules, alone, seers []tieRule
	classes             map[string]*phrases
	// words has the language, the class and the word of each single word.
	words map[[3]string]bool
	signs *strings.Replacer
}

type tieRule struct {
	terms []tieTerm
	// taken reports that the words take the tie for granted: "i never betray my partner" does.
	taken bool
	// asked reports that a question says it, too: "kim, shall we kill ann tonight?" does.
	asked bool
	// bare reports that the sentence must name nobody else, and neither suspect nor search.
	bare bool
}

// tieTerm is a class of a rule. An adjacent one stands right after the one before it.
type tieTerm struct {
	class    string
	adjacent bool
}

// readTies reads the table. Its patterns may use the classes of the other tables of a language.
func (l *lexicon) readTies() {
	t, x := readTable("tie", "tie", l.vocabulary), &l.ties
	x.classes, x.words = map[string]*phrases{}, map[[3]string]bool{}
	x.rules, x.alone, x.seers = tieRules(t.list("rules")), tieRules(t.list("alone")), tieRules(t.list("seers"))
	var languages map[string]map[string][]string
	t.read("languages", &languages)
	for name, own := range languages { // in any order, since no language depends on another
		x.languages = append(x.languages, name)
		classes := classesOf(name, readTable("conceal/"+name, name, nil).classes, own)
		own["ally"], own["evil"] = []string{"{known}"}, []string{"{fact}"}
		for _, rule := range slices.Concat(x.rules, x.alone, x.seers, tieRules(t.list("answers"))) {
			for _, term := range rule.terms {
				p := x.classes[term.class]
				x.classes[term.class] = l.newPhrases(&p)
				for _, pattern := range own[term.class] {
					p.add(pattern, name, classes)
				}
				delete(own, term.class)
			}
		}
		for class, list := range classes {
			for _, w := range list {
				if w := tableWords(w); len(w) == 1 {
					x.words[[3]string{name, class, w[0]}] = true
				}
			}
		}
	}
	words := map[string]string{} // for signs and emoji
	t.read("signs", &words)
	var signs []string
	for sign, word := range words {
		signs = append(signs, sign, word)
	}
	x.signs = strings.NewReplacer(signs...)
}

// tieRules reads rules such as "we>kill night", with ! for taken, ~ for asked, ? for bare.
func tieRules(list []string) (rules []tieRule) {
	for _, text := range list {
		var rule tieRule
		text, rule.taken = strings.CutSuffix(text, "!")
		text, rule.asked = strings.CutSuffix(text, "~")
		text, rule.bare = strings.CutSuffix(text, "?")
		for field := range strings.FieldsSeq(text) {
			for i, class := range strings.Split(field, ">") {
				rule.terms = append(rule.terms, tieTerm{class, i > 0})
			}
		}
		rules = append(rules, rule)
	}
	return rules
}
