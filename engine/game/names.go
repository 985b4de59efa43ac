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
