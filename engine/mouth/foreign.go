package mouth

import (
	"slices"
	"strings"
	"unicode"
)

var foreignScripts = []*unicode.RangeTable{unicode.Cyrillic, unicode.Greek, unicode.Arabic, unicode.Hebrew, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Devanagari}

var scriptsOf = func() map[string][]*unicode.RangeTable {
	m := map[string][]*unicode.RangeTable{"ja": {unicode.Han, unicode.Hiragana, unicode.Katakana}, "ko": {unicode.Hangul, unicode.Han}}
	for script, tags := range map[*unicode.RangeTable]string{
		unicode.Latin:    "de en es fr it nl pl pt tr sv da no nb nn fi cs sk hu ro hr sl et lv lt is ga id ms vi ca eu gl cy af",
		unicode.Cyrillic: "ru uk bg sr mk be kk ky mn", unicode.Arabic: "ar fa ur ps", unicode.Devanagari: "hi mr ne",
		unicode.Han: "zh", unicode.Greek: "el", unicode.Hebrew: "he", unicode.Thai: "th",
	} {
		for tag := range strings.FieldsSeq(tags) {
			m[tag] = []*unicode.RangeTable{script}
		}
	}
	return m
}()

const (
	// minScriptLetters is how many letters in a row make a word of another script. Emoticons have
	// single ones.
	minScriptLetters = 2
	minForeignWords  = 2
	// minEnglishWords is higher, because all languages have words of English.
	minEnglishWords = 3
)

// isForeign reports whether a text is in a language that neither session nor others write.
func (r *Room) isForeign(text string) bool {
	tag := baseLanguage(r.Language)
	if own, known := scriptsOf[tag]; known && !isASCII(text) {
		plain := r.withoutNames(text)
		for _, script := range foreignScripts {
			if !slices.Contains(own, script) && hasWordIn(plain, script) && !r.othersWrite(func(line string) bool { return hasWordIn(line, script) }) {
				return true
			}
		}
	}
	if westernTags[tag] && !isASCII(text) && hasEasternWords(r.withoutNames(text)) && !r.othersWrite(hasEasternWords) {
		return true
	}
	if tag == "ja" && isChinese(text) {
		return !r.othersWrite(isChinese)
	}
	if other := foreignLanguage(text, tag); other >= 0 {
		if other = foreignLanguage(r.withoutNames(text), tag); other >= 0 {
			return !r.othersWrite(func(line string) bool { return foreignLanguage(line, tag) == other })
		}
	}
	return false
}

func baseLanguage(tag string) string {
	name, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(tag), "_", "-"), "-")
	return name
}

// othersWrite reports whether a new line of the others is such a line.
func (r *Room) othersWrite(match func(line string) bool) bool {
	return slices.ContainsFunc(r.Others[max(0, len(r.Others)-styleLines):], match)
}

func (r *Room) withoutNames(text string) string {
	for _, name := range r.Names {
		if name != "" {
			text = strings.ReplaceAll(text, name, "#")
		}
	}
	return text
}

func hasWordIn(text string, script *unicode.RangeTable) bool {
	n := 0
	for _, c := range text {
		if c < 0x80 || !unicode.Is(script, c) {
			n = 0
		} else if n++; n == minScriptLetters {
			return true
		}
	}
	return false
}

// westernTags are the languages whose letters Latin-1 has, but for œ.
var westernTags = setOf("en de fr es it nl pt sv da no nb nn fi")

// hasEasternWords reports whether words have letters such as ş, ł or ỏ. One may be a name.
func hasEasternWords(text string) bool {
	n := 0
	for word := range strings.FieldsSeq(text) {
		if strings.ContainsFunc(word, func(c rune) bool {
			return c > 0xFF && c != 'œ' && c != 'Œ' && (c < 0x250 || c >= 0x1E00 && c < 0x1F00)
		}) {
			n++
		}
	}
	return n >= minForeignWords
}

// isChinese reports whether a text has words that Chinese has and Japanese has not.
func isChinese(text string) bool {
	return strings.ContainsAny(text, "你们吗呢这没么说谁哪") && !strings.ContainsFunc(text, func(c rune) bool { return unicode.In(c, unicode.Hiragana, unicode.Katakana) })
}

// foreignLanguage returns the index of the language of a text that is not the tag's, or -1.
func foreignLanguage(text, tag string) int {
	own := slices.Index(allLanguages().line.languages, tag)
	if own < 0 {
		return -1
	}
	words := plainWords(text)
	other := otherLanguage(words, own)
	if other < 0 {
		return -1
	}
	said := " " + strings.Join(words, " ") + " "
	for _, phrase := range allLanguages().line.borrowed {
		said = strings.ReplaceAll(said, " "+phrase+" ", " ")
	}
	return otherLanguage(strings.Fields(said), own)
}

// plainWords returns the different words of a text, without apostrophes and single letters but i.
func plainWords(text string) (words []string) {
	lower := strings.ToLower(strings.NewReplacer("'", "", "’", "").Replace(text))
	for word := range strings.FieldsFuncSeq(lower, func(c rune) bool { return !unicode.IsLetter(c) }) {
		if len(words) == comparedWords {
			break
		}
		if (len(word) > 1 || word == "i") && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// otherLanguage returns the language with more of the words than the own one, or -1.
func otherLanguage(words []string, own int) int {
	w, best, special := allLanguages().line, 0, false
	only, ours := make([]int, len(w.languages)), make([]int, len(w.languages))
	for _, word := range words {
		in := w.common[word]
		special = special || in != 0 && !isASCII(word)
		for i := range w.languages {
			switch in>>i&1<<1 | in>>own&1 {
			case 2:
				if only[i]++; only[i] > only[best] {
					best = i
				}
			case 1:
				ours[i]++
			}
		}
	}
	least := minForeignWords
	switch {
	case best >= len(Languages):
		least++ // their lists are short
	case w.languages[best] == "en" && (own < 0 || slices.Contains(scriptsOf[w.languages[own]], unicode.Latin)):
		least = minEnglishWords
	case special && len(words) <= 3: // a word such as weiß belongs to one language
		least = 1
	}
	if n := only[best]; n >= least && n > ours[best] && n*3 >= len(words) {
		return best
	}
	return -1
}
