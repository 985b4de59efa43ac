package mouth

import (
	"maps"
	"slices"
	"strings"
)

// lineTable holds the words with which models speak about a line, in place of one or around it.
type lineTable struct {
	// Classes are lists of phrases that patterns share.
	Classes map[string][]string `json:"classes"`
	// Silence holds phrases that say that nothing is said.
	Silence []string `json:"silence"`
	// Aside holds phrases that say so in brackets only.
	Aside []string `json:"aside"`
	// Note holds phrases that say, in brackets, how a line is said.
	Note []string `json:"note"`
	// Acts are verbs of stage directions. English ones are stems.
	Acts string `json:"acts"`
	// Poses are stems of English verbs that are one only before a word of Aims.
	Poses string `json:"poses"`
	Aims  string `json:"aims"`
	// Plain are English words that look like verbs of a stage direction and are none.
	Plain string `json:"plain"`
	// Common are the words that most lines of the language have.
	Common string `json:"common"`
	// Borrowed are phrases of other languages that belong to this one.
	Borrowed []string `json:"borrowed"`
	// Labels are words for a line, and Notes for what is said of one. A colon follows.
	Labels string `json:"labels"`
	Notes  string `json:"notes"`
	// Others are the common words of languages without a table.
	Others map[string]string `json:"others"`
}

// lineWords holds the tables of all languages together.
type lineWords struct {
	silence, aside, note                        *phrases
	acts, stems, poses, aims, how, plain, notes map[string]bool
	// pieces are acts in scripts without blanks.
	pieces []string
	labels []string
	// languages are the Languages, and those of which only common words are known.
	languages []string
	// common says for each word which of the languages have it, as bits.
	common   map[string]uint32
	borrowed []string
}

// readLine reads the tables of what models write around a line.
func (l *lexicon) readLine() {
	v := newVocabulary()
	w := &lineWords{acts: map[string]bool{}, common: map[string]uint32{}}
	for _, p := range []**phrases{&w.silence, &w.aside, &w.note} {
		*p = &phrases{vocabulary: v, first: map[int][]*phrase{}}
	}
	for _, name := range Languages {
		var t lineTable
		decode("line/"+name+".json", &t)
		for _, x := range []struct {
			to   *phrases
			list []string
		}{{w.silence, t.Silence}, {w.aside, t.Aside}, {w.note, t.Note}} {
			for _, p := range x.list {
				x.to.add(p, name, t.Classes)
			}
		}
		w.know(name, t.Common)
		w.borrowed = append(w.borrowed, t.Borrowed...)
		switch {
		case name == "en":
			w.stems, w.poses, w.aims, w.plain = setOf(t.Acts), setOf(t.Poses), setOf(t.Aims), setOf(t.Plain)
			w.how = setOf(strings.Join(t.Classes["how"], " "))
		default:
			for act := range strings.FieldsSeq(t.Acts) {
				if strings.ContainsFunc(act, isUnspaced) {
					w.pieces = append(w.pieces, act)
				} else {
					w.acts[foldLetters(act)] = true
				}
			}
		}
	}
	var common lineTable
	decode("line/common.json", &common)
	w.labels, w.notes = strings.Fields(common.Labels), setOf(common.Notes)
	for _, name := range slices.Sorted(maps.Keys(common.Others)) {
		w.know(name, common.Others[name])
	}
	l.line = w
}

// know adds the common words of a language.
func (w *lineWords) know(name, words string) {
	for word := range strings.FieldsSeq(words) {
		w.common[word] |= 1 << len(w.languages)
	}
	w.languages = append(w.languages, name)
}

// setOf returns the words of a text as a set, in plain letters.
func setOf(text string) map[string]bool {
	set := map[string]bool{}
	for _, word := range tableWords(text) {
		set[word] = true
	}
	return set
}

// maxAsideWords is how many words a remark about a line has at most.
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

// mayBegin reports whether a phrase of the tables may begin as a text does. Only those of Latin
// letters are looked up.
func (r *Room) mayBegin(text string, v *vocabulary) bool {
	first, _, _ := strings.Cut(strings.TrimLeftFunc(text, func(c rune) bool { return !isWordRune(c) }), " ")
	word := strings.ToLower(trimMarks(first))
	_, known := v.ids[word]
	return known || !isASCII(word) || strings.ContainsFunc(word, func(c rune) bool { return !isWordRune(c) }) || r.isPlayerName(word)
}

// maxAsideBytes is how long a remark about a line is at most.
const maxAsideBytes = 120

// trimMarks returns a text without what stands around its words.
func trimMarks(text string) string {
	return strings.TrimFunc(text, func(c rune) bool { return !isWordRune(c) })
}

// isCapitals reports whether a text is one word of capitals, as programs write states.
func isCapitals(text string) bool {
	return len(text) > 3 && !strings.ContainsFunc(text, func(c rune) bool { return (c < 'A' || c > 'Z') && c != '_' })
}

// saidByOthers reports whether one of the others has written the same line.
func (r *Room) saidByOthers(text string) bool {
	return slices.ContainsFunc(r.Others, func(line string) bool { return strings.TrimSpace(line) == text })
}

// areNames reports whether all words are names of players, and there is one.
func (r *Room) areNames(words []string) bool {
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !r.isPlayerName(w) })
}
