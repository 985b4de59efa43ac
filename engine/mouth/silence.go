package mouth

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// openers and closers are the brackets in which models speak about a line. The same mark may open
// and close.
const (
	openers = "([{<*_~（【〔［"
	closers = ")]}>*_~）】〕］"
)

var quotePairs = [][2]string{{`"`, `"`}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"'", "'"}, {"`", "`"}, {"‘", "’"}, {"「", "」"}, {"『", "』"}}

// tellsSilence reports whether a text says in words or marks that nothing is said: "no response
// needed", "(stays silent)", "NO_REPLY", "...". What somebody else has written here is a line.
func (r *Room) tellsSilence(text string) bool {
	if len(text) > maxAsideBytes || text == "" {
		return false
	}
	bare := trimMarks(text)
	if bare == "" {
		return isPause(text) && !r.saidByOthers(text)
	}
	w := allLanguages().line
	first, _ := utf8.DecodeRuneInString(text)
	inBrackets := strings.ContainsRune(openers, first) && !strings.ContainsAny(bare, ")]}>*）】〕］")
	token := isCapitals(strings.TrimSuffix(text, "."))
	switch {
	case token && strings.Contains(text, "_") && !r.namesPlayer(bare):
		return true
	case inBrackets && r.isOnly(bare, w.silence, w.aside, w.note), token && r.isOnly(bare, w.silence, w.aside), r.isOnly(bare, w.silence):
		return !r.saidByOthers(text)
	}
	return false
}

// namesPlayer reports whether a word of a state is a player's name.
func (r *Room) namesPlayer(state string) bool {
	for word := range strings.SplitSeq(state, "_") {
		if r.isPlayerName(foldLetters(word)) {
			return true
		}
	}
	return false
}

// isPause reports whether a text has only dots, or dashes. Emoticons say something.
func isPause(text string) bool {
	for {
		inner := strings.TrimSpace(text)
		for _, q := range quotePairs {
			if rest, ok := strings.CutPrefix(inner, q[0]); ok && len(rest) >= len(q[1]) && strings.HasSuffix(rest, q[1]) {
				inner = strings.TrimSuffix(rest, q[1])
				break
			}
		}
		first, size := utf8.DecodeRuneInString(inner)
		last, lastSize := utf8.DecodeLastRuneInString(inner)
		if i := strings.IndexRune(openers, first); i >= 0 && len(inner) >= size+lastSize && strings.HasPrefix(closers[i:], string(last)) {
			inner = inner[size : len(inner)-lastSize]
		}
		if inner == text {
			break
		}
		text = inner
	}
	for _, marks := range []string{".…。・· ", "-–—― "} {
		if strings.Trim(text, marks) == "" {
			return true
		}
	}
	return false
}

// lineWords holds the words with which models speak about a line, in place of one or around it.
type lineWords struct {
	// silence are phrases that say that nothing is said, and aside those that say so in brackets
	// only. note are phrases that say, in brackets, how a line is said.
	silence, aside, note *phrases
	// acts are verbs of stage directions, and stems the English ones. poses are stems that are one
	// only before a word of aims. plain are English words that look like such verbs and are none.
	acts, stems, poses, aims, how, plain map[string]bool
	pieces                               []string
	// labels are words for a line, and notes for what is said of one. A colon follows.
	labels []string
	notes  map[string]bool
	// languages are the Languages, and those of which only common words are known.
	languages []string
	// common says for each word which of the languages have it in most lines, as bits.
	common   map[string]uint32
	borrowed []string
}

func (l *lexicon) readLine() {
	w, v := &lineWords{acts: map[string]bool{}, common: map[string]uint32{}}, newVocabulary()
	for _, name := range Languages {
		t := readTable("line/"+name, name, v)
		t.phrases(&w.silence, "silence")
		t.phrases(&w.aside, "aside")
		t.phrases(&w.note, "note")
		w.know(name, t.text("common"))
		w.borrowed = append(w.borrowed, t.list("borrowed")...)
		if name == "en" {
			w.stems, w.poses, w.aims, w.plain = setOf(t.text("acts")), setOf(t.text("poses")), setOf(t.text("aims")), setOf(t.text("plain"))
			w.how = setOf(strings.Join(t.classes["how"], " "))
			continue
		}
		for act := range strings.FieldsSeq(t.text("acts")) {
			if strings.ContainsFunc(act, isUnspaced) {
				w.pieces = append(w.pieces, act)
			} else {
				w.acts[foldLetters(act)] = true
			}
		}
	}
	t, others := readTable("line/common", commonTable, v), map[string]string{}
	w.labels, w.notes = strings.Fields(t.text("labels")), setOf(t.text("notes"))
	t.read("others", &others) // the common words of languages without a table
	for _, name := range slices.Sorted(maps.Keys(others)) {
		w.know(name, others[name])
	}
	l.line = w
}

func (w *lineWords) know(name, words string) {
	for word := range strings.FieldsSeq(words) {
		w.common[word] |= 1 << len(w.languages)
	}
	w.languages = append(w.languages, name)
}

func setOf(text string) map[string]bool {
	set := map[string]bool{}
	for _, word := range tableWords(text) {
		set[word] = true
	}
	return set
}

const maxAsideWords = 16

// isOnly reports whether each sentence of a text is one of the phrases.
func (r *Room) isOnly(text string, lists ...*phrases) bool {
	if len(text) > maxAsideBytes || !r.mayBegin(text, lists[0].vocabulary) {
		return false
	}
	s := parseText(text)
	covered := 0
	seen := make([]bool, len(s.words))
	for _, p := range lists {
		p.find(s, r.names(), func(at span) bool {
			for i := at.from; i < at.to; i++ {
				if !seen[i] {
					seen[i] = true
					covered++
				}
			}
			return false
		})
	}
	return len(s.words) > 0 && len(s.words) <= maxAsideWords && covered == len(s.words)
}

// mayBegin reports whether a phrase may begin as a text does. Only Latin letters are looked up.
func (r *Room) mayBegin(text string, v *vocabulary) bool {
	first, _, _ := strings.Cut(strings.TrimLeftFunc(text, func(c rune) bool { return !isWordRune(c) }), " ")
	word := strings.ToLower(trimMarks(first))
	_, known := v.ids[word]
	return known || !isASCII(word) || strings.ContainsFunc(word, func(c rune) bool { return !isWordRune(c) }) || r.isPlayerName(word)
}

// maxAsideBytes is how long a remark about a line is at most.
const maxAsideBytes = 120

func trimMarks(text string) string {
	return strings.TrimFunc(text, func(c rune) bool { return !isWordRune(c) })
}

// isCapitals reports whether a text is one word of capitals, as programs write states.
func isCapitals(text string) bool {
	return len(text) > 3 && !strings.ContainsFunc(text, func(c rune) bool { return (c < 'A' || c > 'Z') && c != '_' })
}

func (r *Room) saidByOthers(text string) bool {
	return slices.ContainsFunc(r.Others, func(line string) bool { return strings.TrimSpace(line) == text })
}

func (r *Room) areNames(words []string) bool {
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !r.isPlayerName(w) })
}
