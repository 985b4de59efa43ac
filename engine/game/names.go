package game

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxName is the longest name or id, in characters: longer ones break every list they are shown in.
const MaxName = 80

// checkName refuses what could not be shown on one line as a name: names are printed beside other people's text.
func checkName(errs *Errors, code Code, pointer, name string) {
	switch {
	case name == "" || strings.TrimSpace(name) != name:
		errs.Add(code, pointer, "must not be empty or have spaces around it; trim it")
	case utf8.RuneCountInString(name) > MaxName:
		errs.Add(CodeTooLong, pointer, fmt.Sprintf("is longer than %d characters; shorten it", MaxName))
	case strings.ContainsFunc(name, unprintable):
		errs.Add(code, pointer, "contains a control or direction character; remove it")
	}
}

// checkLabels refuses what is no map of names to short texts.
func checkLabels(errs *Errors, pointer string, labels map[string]string, limit int) {
	if tooMany(errs, pointer, len(labels), limit) {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(labels)) {
		at := pointer + "/" + Pointer(name)
		checkName(errs, CodeInvalidName, at, name)
		if utf8.RuneCountInString(labels[name]) > MaxLabel {
			errs.Add(CodeTooLong, at, fmt.Sprintf("is longer than %d characters; shorten it", MaxLabel))
		}
	}
}

// unprintable tells control characters, line separators and the characters that turn the direction of text.
func unprintable(r rune) bool {
	return unicode.IsControl(r) || r == utf8.RuneError || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

// Mentions tells whether text holds name as a whole word, in any case: "Lee" is not in "Leeann".
func Mentions(text, name string) bool {
	if name == "" {
		return false
	}
	text, name = strings.ToLower(text), strings.ToLower(name)
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		i += at
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(name):])
		if !wordRune(before) && !wordRune(after) {
			return true
		}
		at = i + len(name)
	}
}

func wordRune(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// Normalise reduces a text to what two people would call the same line: lower case, letters and digits, single spaces.
func Normalise(text string) string {
	return strings.Join(strings.FieldsFunc(visible(strings.ToLower(text)), func(r rune) bool { return !wordRune(r) }), " ")
}

// visible returns what can be seen of a text: a joiner inside a word makes it no other word.
func visible(text string) string {
	if !strings.ContainsFunc(text, invisible) { // nearly always
		return text
	}
	return strings.Map(func(r rune) rune {
		if invisible(r) {
			return -1
		}
		return r
	}, text)
}
