package mouth

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

var bracketed = regexp.MustCompile(`\*+[^*\n]+\*+|\(+[^()]+\)+|\[+[^\[\]]+\]+|<[^<>]+>|\{+[^{}]+\}+|_[^_]+_|~[^~]+~|（[^（）]+）|【[^【】]+】|〔[^〔〕]+〕|［[^［］]+］`)

// removeDirections removes stage directions, unless others write what they do.
func (r *Room) removeDirections(text string) string {
	if !strings.ContainsAny(text, openers) {
		return text
	}
	var b strings.Builder
	from := 0
	acts := map[byte]bool{} // whether the others act in such brackets: to find out takes long
	othersAct := func(mark byte) bool {
		if _, known := acts[mark]; !known {
			acts[mark] = r.othersAct(mark)
		}
		return acts[mark]
	}
	for _, at := range bracketed.FindAllStringIndex(text, -1) {
		if !r.isDirection(text, at[0], at[1]) || r.isAct(text, at[0], at[1]) && othersAct(text[at[0]]) {
			continue
		}
		kept := strings.TrimRight(text[from:at[0]], " ")
		b.WriteString(kept)
		if rest := text[at[1]:]; b.Len() > 0 && rest != "" && !strings.ContainsRune(" ,.!?;:", rune(rest[0])) {
			b.WriteByte(' ')
		}
		if from = at[1]; b.Len() == 0 {
			from += len(text[from:]) - len(strings.TrimLeft(text[from:], " ,;"))
		}
	}
	if from == 0 {
		return text
	}
	b.WriteString(text[from:])
	return strings.TrimSpace(b.String())
}

// isDirection reports whether brackets say how the line is said, or what the writer does.
func (r *Room) isDirection(text string, from, to int) bool {
	if to-from > maxAsideBytes || text[from] == '_' && !standsApart(text, from, to) {
		return false
	}
	w, inner := allLanguages().line, text[from:to]
	if trimMarks(inner) == "" {
		return isPause(inner) // anything else is a face or a mark: (^_^), (?)
	}
	if before, _, ok := strings.Cut(strings.ReplaceAll(inner, "：", ":"), ":"); ok {
		if label := parseText(before).words; len(label) <= 3 && slices.ContainsFunc(label, func(word string) bool { return w.notes[word] }) {
			return true
		}
	}
	said := trimMarks(inner)
	if name, rest, ok := strings.Cut(said, ","); ok && r.isPlayerName(foldLetters(name)) {
		said = trimMarks(rest)
	}
	return r.isAct(text, from, to) || r.isOnly(said, w.silence, w.note) || r.isRemark(inner)
}

// isRemark reports whether a remark says only how or to whom something is said: (quietly, to Blue).
func (r *Room) isRemark(inner string) bool {
	words := parseText(inner).words
	rest := r.afterManner(words)
	if len(rest) == 0 {
		return !r.areNames(words)
	}
	return slices.Contains([]string{"as", "to", "als", "zu", "an", "comme", "como"}, rest[0]) && r.areNames(rest[1:])
}

// afterManner returns the words of a remark after the writer's name and adverbs.
func (r *Room) afterManner(words []string) []string {
	for len(words) > 0 && (r.isPlayerName(words[0]) || allLanguages().line.how[words[0]] || slices.Contains([]string{"he", "she", "they", "se", "er", "sie"}, words[0])) {
		words = words[1:]
	}
	return words
}

// isAct reports whether what stands in brackets tells what the writer does.
func (r *Room) isAct(text string, from, to int) bool {
	w, inner, mark := allLanguages().line, text[from:to], text[from]
	if strings.ContainsFunc(inner, isUnspaced) {
		return mark == '*' || slices.ContainsFunc(w.pieces, func(piece string) bool { return strings.Contains(inner, piece) })
	}
	words := r.afterManner(parseText(inner).words)
	if len(words) == 0 {
		return false
	}
	stem, verb := stemOf(words[0])
	aimed := len(words) > 1 && (w.aims[words[1]] || w.how[words[1]] || r.isPlayerName(words[1]) && stem != "say") // (says Blue) names a source
	switch {
	case w.acts[words[0]], verb && w.stems[stem], verb && w.poses[stem] && aimed:
		return true
	case mark == '(' || !verb || w.plain[words[0]]:
		return false // people explain things in parentheses
	}
	edge := from == 0 || to == len(text) && len(words) > 1
	return aimed || edge && mark != '[' && (len(words) > 1 || to < len(text))
}

// signature matches what stands between a line and the name of its writer, and after that name.
var (
	signature = regexp.MustCompile(`\s*(?:[-–—~]+\s?|\()$`)
	saysQuote = regexp.MustCompile(`^ (?:says|replies|answers|writes)[,:]? *"`)
)

// removeSelf removes what the writer tells of themselves by name, and a signature.
func (r *Room) removeSelf(text string) string {
	n := len(r.Name)
	if n == 0 || len(text) <= n {
		return text
	}
	if bare := strings.TrimSuffix(text, ")"); len(bare) > n && strings.EqualFold(bare[len(bare)-n:], r.Name) {
		if at := signature.FindStringIndex(bare[:len(bare)-n]); at != nil && at[0] > 0 && (bare != text) == strings.Contains(bare[at[0]:], "(") {
			return text[:at[0]]
		}
	}
	if !strings.EqualFold(text[:n], r.Name) {
		return text
	}
	if at := saysQuote.FindStringIndex(text[n:]); at != nil {
		return text[n+at[1]-1:]
	}
	if end := strings.IndexAny(text, ".!\n"); end > 0 && r.isAct("*"+text[:end]+"*", 0, end+2) {
		return strings.TrimLeft(text[end+1:], " .!")
	}
	return text
}

// stemOf returns the stem of an English verb such as smiles or smiling.
func stemOf(word string) (stem string, ok bool) {
	for _, end := range []string{"ing", "es", "s"} {
		if stem, ok := strings.CutSuffix(word, end); ok && len(stem) > 1 && !strings.HasSuffix(stem, "s") || ok && end == "es" {
			return stem, true
		}
	}
	return "", false
}

// standsApart reports whether a part of a text touches no word.
func standsApart(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	after, _ := utf8.DecodeRuneInString(text[to:])
	return !isWordRune(before) && !isWordRune(after)
}

const maxActedBytes = 300

func (r *Room) othersAct(mark byte) bool {
	return slices.ContainsFunc(r.Others[max(0, len(r.Others)-styleLines):], func(line string) bool {
		line = line[:min(len(line), maxActedBytes)]
		if strings.IndexByte(line, mark) < 0 {
			return false
		}
		return slices.ContainsFunc(bracketed.FindAllStringIndex(line, -1), func(at []int) bool { return line[at[0]] == mark && r.isAct(line, at[0], at[1]) })
	})
}
