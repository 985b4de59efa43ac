package mouth

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// ordinary holds the words that say nothing particular: function words, and words of every such
// game, such as vote and suspicious. Two lines that share them need not have to do with each other.
// ordinaryForms holds those of languages whose endings withoutEnding does not know, in each form. A
// verb of acts counts only right before a player's name.
var ordinary, ordinaryForms, acts = func() (words, forms, acts map[string]bool) {
	var file struct {
		Words, Forms map[string]string
		Acts         string
	}
	decode("ordinary.json", &file)
	words, acts = map[string]bool{}, map[string]bool{}
	for _, list := range file.Words {
		for _, w := range tableWords(list) {
			words[w], words[withoutEnding(w)] = true, true
		}
	}
	forms = setOf(strings.Join(slices.Collect(maps.Values(file.Forms)), " "))
	for _, w := range tableWords(file.Acts) {
		acts[withoutEnding(w)] = true
	}
	return words, forms, acts
}()

const (
	// minParticular is the length of the shortest particular word, in bytes. Shorter ones are slips
	// and syllables.
	minParticular = 3
	// nearName is how many words away from a name a word still belongs to it, in a line that is not
	// for everyone.
	nearName = 3
	// repeatedRun is how many words in a row make a quotation, if two of them are particular.
	repeatedRun = 4
	// repeatedPlain is the same if only one of them is.
	repeatedPlain = 6
	// plainRepeat is the length in words from which even a line of ordinary words is a repetition.
	plainRepeat = 6
	// sharedWords is how many particular words make a retelling in another order. They must also be
	// most of what the line said.
	sharedWords = 3
)

// tellsOfNarrower reports whether a text tells what not all of its readers could read.
func (r *Room) tellsOfNarrower(flat string, s *parsedText) bool {
	if len(r.Narrower) == 0 {
		return false
	}
	text, words := r.gist(s), strings.Fields(flat)
	var open []*gist // read only when something was found, which is rare
	unsaid := func(says func(*gist) bool) bool {
		for _, line := range r.Open[len(open):] {
			open = append(open, r.gist(parseText(line)))
		}
		return !slices.ContainsFunc(open, says)
	}
	same := r.similarTo(flat, words, nearOthers, nearOthersWords)
	for _, line := range r.Narrower {
		if (len(words) >= plainRepeat || len(words) > 1 && text.isParticular()) && same(line) && !slices.ContainsFunc(r.Open, same) {
			return true
		}
		narrow := r.gist(parseText(line))
		if text.claims(narrow, unsaid) || text.quotes(narrow, unsaid) || text.retells(narrow, unsaid) {
			return true
		}
	}
	return false
}

// gist is what a line says in particular.
type gist struct {
	words    []string
	sentence []int
	// particular reports for each word whether it is particular. Names are not.
	particular []bool
	// name is the name to which each word belongs, or empty. The bot's own name says nothing.
	name []string
}

// gist reads the beginning of a line.
func (r *Room) gist(s *parsedText) *gist {
	n := min(len(s.words), comparedWords)
	g := &gist{words: make([]string, n), sentence: s.sentence[:n], particular: make([]bool, n), name: make([]string, n)}
	for k, name := range r.Names {
		words := r.Forms.nameWords[k]
		for i := range n {
			for j := 0; s.occursAt(words, i) && j < len(words) && i+j < n; j++ {
				g.name[i+j] = name
			}
		}
	}
	for i, w := range s.words[:n] {
		g.words[i] = withoutEnding(w)
		g.particular[i] = g.name[i] == "" && len(w) >= minParticular && !ordinary[w] && !ordinary[g.words[i]] && !ordinaryForms[w]
		if g.name[i] == r.Name {
			g.name[i] = ""
		}
	}
	return g
}

func (g *gist) isParticular() bool {
	return slices.Contains(g.particular, true) || slices.ContainsFunc(g.name, func(name string) bool { return name != "" })
}

// says reports whether a line has a word at most so many words from a name, in one sentence.
func (g *gist) says(name, word string, within int) bool {
	for i := range g.words {
		for j := max(0, i-within); g.name[i] == name && j < len(g.words) && j <= i+within; j++ {
			if g.words[j] == word && g.name[j] == "" && g.sentence[i] == g.sentence[j] && (!acts[word] || j == i-1) {
				return true
			}
		}
	}
	return false
}

// claims reports whether a line says of a player what another line says of that player.
func (g *gist) claims(narrow *gist, unsaid func(func(*gist) bool) bool) bool {
	for i, name := range g.name {
		for j, word := range g.words {
			act := j == i-1 && acts[word] && g.name[j] == ""
			if name == "" || g.sentence[i] != g.sentence[j] || !g.particular[j] && !act || !narrow.says(name, word, nearName) {
				continue
			}
			if unsaid(func(o *gist) bool { return o.says(name, word, comparedWords) }) {
				return true
			}
		}
	}
	return false
}

func (g *gist) quotes(narrow *gist, unsaid func(func(*gist) bool) bool) bool {
	for _, rule := range [2]struct{ words, particular int }{{repeatedRun, 2}, {repeatedPlain, 1}} {
		for i := 0; i+rule.words <= len(g.words); i++ {
			end, size, n := i, 0, 0
			for ; end < len(g.words) && size < 2*rule.words; end++ {
				size += wordSize(g.words[end])
				if g.particular[end] || g.name[end] != "" {
					n += wordSize(g.words[end])
				}
			}
			run := g.words[i:end]
			if size >= 2*rule.words && n >= 2*rule.particular && narrow.holds(run) && unsaid(func(o *gist) bool { return o.holds(run) }) {
				return true
			}
		}
	}
	return false
}

// wordSize counts a word in halves: 2, or 1 for a letter of a script without blanks.
func wordSize(word string) int {
	if c, _ := utf8.DecodeRuneInString(word); isUnspaced(c) {
		return 1
	}
	return 2
}

func (g *gist) holds(run []string) bool {
	for i := 0; i+len(run) <= len(g.words); i++ {
		if slices.Equal(g.words[i:i+len(run)], run) {
			return true
		}
	}
	return false
}

// retells reports whether a line has most of the particular words of another line, in any order.
func (g *gist) retells(narrow *gist, unsaid func(func(*gist) bool) bool) bool {
	all := narrow.particularWords()
	shared := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return !slices.Contains(g.words, w) })
	size := 0
	for _, w := range shared {
		size += wordSize(w)
	}
	if size < 2*sharedWords || 2*len(shared) < len(all) {
		return false
	}
	return unsaid(func(o *gist) bool {
		return !slices.ContainsFunc(shared, func(w string) bool { return !slices.Contains(o.words, w) })
	})
}

func (g *gist) particularWords() (words []string) {
	for i, w := range g.words {
		if g.particular[i] && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

// withoutEnding makes take and taking one word. It is rough: the words that it confuses are rare.
func withoutEnding(word string) string {
	for _, ending := range []string{"ing", "ed", "es", "en", "s", "e"} {
		if base, ok := strings.CutSuffix(word, ending); ok && len(base) >= minParticular {
			return base
		}
	}
	return word
}
