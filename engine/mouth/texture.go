package mouth

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Texture is what a reader notices of how lines are typed. All but Lines are shares of lines.
type Texture struct {
	Lines int `json:"lines"`
	// Short lines have at most two words.
	Short float64 `json:"short"`
	// Long lines have ten words or more.
	Long float64 `json:"long"`
	// Laugh is the share of lines with a laugh, such as haha, lol, mdr or ㅋㅋ.
	Laugh float64 `json:"laugh"`
	// Smiley is the share of lines with an emoticon or an emoji.
	Smiley float64 `json:"smiley"`
	// Slip is the share of lines with a slip of the fingers in a frequent word, or with a
	// correction. Of people's slips about one in three is in such a word.
	Slip float64 `json:"slip"`
	// Correction is the share of lines that are one word with a star.
	Correction float64 `json:"correction"`
	// LowerStart is the share of lines that begin with a small letter.
	LowerStart float64 `json:"lower_start"`
	// Stop is the share of lines that end with a full stop.
	Stop float64 `json:"stop"`
	// Bare is the share of lines with short forms, such as dont, that lack their apostrophe.
	Bare float64 `json:"bare"`
	// Apostrophe is the share of lines with an apostrophe inside a word.
	Apostrophe float64 `json:"apostrophe"`
}

const (
	shortWords = 2
	longWords  = 10
	// minSlipLetters is the length of the shortest word that is known with a slip: shorter ones are
	// other words.
	minSlipLetters = 4
)

var (
	// laughs matches a word in small letters that is a laugh, and laughSigns a line that has one in
	// a script without blanks.
	laughs     = regexp.MustCompile(`^(?:lo+l+|lmf?ao+|rofl|xd+|a?(?:ha|he|hi|ja|je|ха|хе){2,}[hjх]?|a+ha+ha*h*|mdr+|ptdr+|k{3,}|(?:rs){2,}|а?(?:ха){2,}|лол)$`)
	laughSigns = regexp.MustCompile(`哈哈|ㅋㅋ|[笑草]|[\p{Hiragana}\p{Katakana}\p{Han}]w+$`)
	// corrections matches a line that corrects a word of the line before.
	corrections = regexp.MustCompile(`^(?:\*\s?\pL+|\pL+\s?\*)$`)
	shortForms  = regexp.MustCompile(`(?i)\b(?:(do|ca|wo|is|does|did|was|are|could|would|should|have|has)(n)['’](t)|(i|that|what|where|who|there|they|you)['’](m|s|re|ve))\b`)
	// bareForms are short forms of English without their apostrophe.
	bareForms   = setOf("dont cant wont isnt doesnt didnt wasnt arent couldnt wouldnt shouldnt havent hasnt im iv ime ive thats whats wheres whos theres theyre theyve youre youve")
	apostrophes = regexp.MustCompile(`\pL['’]\pL`)
)

// IsCorrection reports whether a line only corrects a word of the line before, as in *doing.
func IsCorrection(line string) bool {
	return strings.Contains(line, "*") && corrections.MatchString(strings.TrimSpace(line)) // each fold asks
}

// TextureOf returns the texture of lines.
func TextureOf(lines []string) (t Texture) {
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" {
			t.Lines++
			t.add(line)
		}
	}
	for _, share := range t.shares() {
		*share /= float64(max(t.Lines, 1))
	}
	return t
}

// Join takes in the texture of other lines.
func (t *Texture) Join(x Texture) {
	own, others := float64(t.Lines), float64(x.Lines)
	for i, share := range t.shares() {
		*share = (*share*own + *x.shares()[i]*others) / max(own+others, 1)
	}
	t.Lines += x.Lines
}

func (t *Texture) shares() []*float64 {
	return []*float64{&t.Short, &t.Long, &t.Laugh, &t.Smiley, &t.Slip, &t.Correction, &t.LowerStart, &t.Stop, &t.Bare, &t.Apostrophe}
}

func (t *Texture) add(line string) {
	n, corrects := Words(line), IsCorrection(line)
	words := strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return !isWordRune(r) })
	first := strings.IndexFunc(line, unicode.IsLetter)
	letter, _ := utf8.DecodeRuneInString(line[max(first, 0):])
	for i, is := range []bool{
		n <= shortWords, n >= longWords, hasLaugh(line, words), hasSmiley(line), corrects || hasSlip(line), corrects,
		unicode.IsLower(letter), endsWithFullStop(line), slices.ContainsFunc(words, func(w string) bool { return bareForms[w] }), strings.ContainsAny(line, "'’") && apostrophes.MatchString(line),
	} {
		if is {
			*t.shares()[i]++
		}
	}
}

// hasLaugh reports whether a line is a laugh or has one. The words are its words in small letters.
func hasLaugh(line string, words []string) bool {
	return slices.ContainsFunc(words, laughs.MatchString) || !isASCII(line) && laughSigns.MatchString(line)
}

// Habits are how somebody types a line, above all what is left out.
type Habits struct {
	SmallStart   bool // the capital at the start
	NoStop       bool // the full stop at the end
	NoApostrophe bool // the apostrophe of English short forms
	// Capital says that the line begins with a capital.
	Capital bool
}

// Typed returns a text that Pass has returned as somebody with these habits types it. If the mouth
// would change or refuse the new text, the old one stays.
func (r *Room) Typed(text string, h Habits) string {
	typed := text
	if h.NoApostrophe {
		typed = shortForms.ReplaceAllString(typed, "$1$2$3$4$5")
	}
	if h.NoStop && endsWithFullStop(typed) {
		typed = strings.TrimSuffix(typed, ".")
	}
	if h.SmallStart && !slices.ContainsFunc(r.Names, func(name string) bool { return strings.HasPrefix(typed, name) }) {
		typed = lowerStart(typed, r.Names)
	} else if h.Capital {
		typed = upperStart(typed)
	}
	if typed != text {
		if parts, rule := r.Pass(typed); rule != "" || len(parts) != 1 || parts[0] != typed {
			return text
		}
	}
	return typed
}

// Lengths returns the number of words of each line.
func Lengths(lines []string) (n []float64) {
	for _, line := range lines {
		n = append(n, float64(Words(line)))
	}
	return n
}

// UnspacedWord is the length of a word, in letters, in scripts without blanks.
const UnspacedWord = 2

// Words counts the words of a line. In a script without blanks two letters are a word.
func Words(line string) (n int) {
	for w := range strings.FieldsSeq(line) {
		unspaced := 0
		for _, r := range w {
			if isUnspaced(r) {
				unspaced++
			}
		}
		n += max(1, (unspaced+UnspacedWord-1)/UnspacedWord)
	}
	return n
}

func hasSmiley(line string) bool {
	for w := range strings.FieldsSeq(line) {
		if emoticon.MatchString(w) {
			return true
		}
	}
	return countEmoji(line) > 0
}

func hasSlip(line string) bool {
	for w := range strings.FieldsFuncSeq(strings.ToLower(line), func(r rune) bool { return !isWordRune(r) && r != '\'' && r != '’' }) {
		if isSlip(w) {
			return true
		}
	}
	return false
}

// withoutOne holds the ordinary words without one of their letters, not the first.
var withoutOne = func() map[string]bool {
	out := map[string]bool{}
	for w := range ordinary {
		for i := 1; i < len(w); i++ {
			out[w[:i]+w[i+1:]] = true
		}
	}
	return out
}()

// realWords look like slips of ordinary words.
var realWords = setOf("least loose stays tries shame cold thin older faith paying chaos drank gamer")

// isSlip reports whether a word that nobody knows is an ordinary one with two letters swapped, or
// with one too many or too few.
func isSlip(word string) bool {
	if len(word) < minSlipLetters || strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' }) || hasTripleLetter(word) {
		return false
	}
	all := allLanguages()
	if ordinary[word] || ordinary[withoutEnding(word)] || all.sloppy[word] || all.knows(word) || realWords[word] {
		return false
	}
	if withoutOne[word] {
		return true
	}
	for i := 1; i < len(word); i++ {
		if len(word) > minSlipLetters && ordinary[word[:i]+word[i+1:]] || ordinary[word[:i-1]+word[i:i+1]+word[i-1:i]+word[i+1:]] {
			return true
		}
	}
	return false
}
