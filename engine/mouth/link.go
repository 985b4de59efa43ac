package mouth

import (
	"regexp"
	"slices"
	"strings"
)

// topLevels make a link also without a path. Words that begin a sentence are not among them.
const topLevels = `com|org|net|io|gg|info|app|dev|xyz|ru|uk|eu|biz|tv|edu|gov|ly|tk|cc|ch|pl|br|cn|jp|onion|club|online|shop`

// namedLevels are those that a word for the dot announces. The dot makes other words rare.
const namedLevels = `(?:` + topLevels + `|de|fr|es|nl|co|me|link|site|top|ai|live|pro|store|tech)`

// dotWords are how people call the dot.
var dotWords = []string{"dot", "d0t", "punkt", "punto", "point", "ponto", "точка"}

// dotWord matches one of them.
var dotWord = `(?:` + strings.Join(dotWords, "|") + `)`

var (
	scheme = regexp.MustCompile(`\bh(?:tt|xx|[^a-z\s]{2})ps? ?:|[a-z] ?: ?/ ?/ ?[^\s)]|\]\(\s*\w+[.:/]|\b(?:java|vb|live) ?script ?:|\bdata ?: ?(?:text|image|application)/|\b(?:mailto|magnet|tel|sms|blob|view-source) ?:\S|\bfile:/`)
	mail   = regexp.MustCompile(`[\w.+-]+@[\w-]+\.[a-z]{2,}|\w ?(?:@|\bat\b) ?(?:gmail|googlemail|hotmail|yahoo|outlook|gmx|icloud|proton|protonmail|aol)\b`)
	domain = regexp.MustCompile(`\bwww\b|\bw w w\b|\b[a-z0-9][a-z0-9-]*\.(?:` + topLevels + `)\b|\b[a-z0-9-]{3,}\.[a-z0-9-]{2,}\.(?:de|at|fr|es|it|nl|co|me|us)\b|\bxn--|\b[a-z0-9][a-z0-9-]+\.[a-z]{2,}(?:/\w|:\d{2,5}\b)|\b(?:discord|t|wa|goo|youtu|bit|tinyurl)\.(?:gg|me|gl|be|ly|com)\b|\w,(?:com|org|net)\b|\w{3}dot(?:com|net|org)\b|//[a-z0-9-]+\.[a-z]{2,}`)
	number = regexp.MustCompile(`(?:^|[^\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:$|[^\w.]|\.(?:\D|$))|\b[0-9a-f]{1,4}(?::[0-9a-f]{1,4})+::[0-9a-f]{0,4}|\[[0-9a-f:]*::[0-9a-f:]*\]|\blocalhost\b|\b0x[0-9a-f]{1,2}(?:\.0?x?[0-9a-f]+){3}|\b0\d{2,3}(?:\.0\d{2,3}){3}|\b0x[0-9a-f]{8}\b`)

	// hiddenDot and hiddenAt match a dot or an @ in brackets or between other marks.
	hiddenDot = regexp.MustCompile(`\s*[\[({<*_|"'-]+\s*(?:[.,]|` + dotWord + `)\s*[\])}>*_|"'-]+\s*`)
	hiddenAt  = regexp.MustCompile(`\s*[\[({<*_|"'-]+\s*(?:at|ät|@)\s*[\])}>*_|"'-]+\s*|\s+(?:arroba|arobase|chiocciola|klammeraffe|at sign|at-sign)\s+`)
	// namedDot matches a word for the dot before what ends a domain, and before a number.
	namedDot = regexp.MustCompile(`([\p{L}\d]+) +` + dotWord + ` +(` + namedLevels + `\b|\d+\b)`)
	// addedDot matches what tells the reader to add the end of a domain.
	addedDot   = regexp.MustCompile(`\b(?:com|org|net|gg|io|de) (?:after|behind|at the end|to the end|on the end|comes|goes|follows)\b|\b(?:add|put|type|append|plus|then|and) (?:a |the )?(?:dot |\.)(?:com|org|net|gg|io|de)\b`)
	wideDot    = regexp.MustCompile(`(\w)(?: +\. *| ?\. +)((?:com|org|gg|net|io|ru|ly|xyz)\b|(?:me|be|co|de|tv)\b ?/)`)
	spelledOut = regexp.MustCompile(`(?:^|\s)[a-z0-9.:/](?: [a-z0-9.:/]){4,}(?:\s|$)`)
)

// plainSigns writes signs that look like those of ASCII as these.
var plainSigns = strings.NewReplacer("\u2044", "/", "\u2215", "/", "\u29f8", "/", "：", ":", "\u02d0", ":", "\ua789", ":", "\u2236", ":", "ǃ", "!")

// dots writes what looks like a dot, or calls another sign of a link, as that sign.
var dots = strings.NewReplacer("。", ".", "．", ".", "·", ".", "•", ".", "‧", ".", "∙", ".", "⋅", ".", "｡", ".", "slash", "/", "colon", ":")

// hasLink reports whether a text in plain letters has a link or an address, also in disguise.
func hasLink(plain string) bool {
	if isLink(plain) {
		return true
	}
	shown := dots.Replace(plain)
	called := holdsAny(shown, dotWords)
	if called || strings.ContainsAny(shown, `[({<*_|"`) {
		shown = hiddenAt.ReplaceAllString(hiddenDot.ReplaceAllString(shown, "."), "@")
	}
	if strings.Contains(shown, " .") || strings.Contains(shown, ". com") || strings.Contains(shown, ". gg") {
		shown = wideDot.ReplaceAllString(spelledOut.ReplaceAllStringFunc(shown, func(s string) string { return " " + strings.ReplaceAll(s, " ", "") + " " }), "$1.$2")
	}
	if called && addedDot.MatchString(shown) || holdsAny(shown, []string{"moc.", "gro.", "ten.", "gg."}) && isLink(backwards(shown)) {
		return true
	}
	named := false
	if called {
		shown = namedDot.ReplaceAllStringFunc(shown, func(found string) string {
			at := namedDot.FindStringSubmatch(found)
			if isNumber(at[1]) != isNumber(at[2]) || !isNumber(at[1]) && ordinary[at[1]] {
				return found // the dot com bubble, 3 point 5
			}
			named = named || !isNumber(at[2])
			return at[1] + "." + at[2]
		})
	}
	return named || shown != plain && isLink(shown)
}

// mailHosts are pieces of the names of hosts that mail finds after "at".
var mailHosts = []string{"mail", "yahoo", "outlook", "gmx", "icloud", "proton", "aol"}

// holdsAny reports whether a text has one of the pieces.
func holdsAny(text string, pieces []string) bool {
	return slices.ContainsFunc(pieces, func(piece string) bool { return strings.Contains(text, piece) })
}

// isLink reports whether a text has a link or an address as programs recognise it.
func isLink(plain string) bool {
	inner := false // a dot or comma between characters of words
	for i := 1; i+1 < len(plain) && !inner; i++ {
		inner = (plain[i] == '.' || plain[i] == ',') && isWordRune(rune(plain[i+1])) && isWordRune(rune(plain[i-1]))
	}
	return (strings.Contains(plain, ":") || strings.Contains(plain, "](")) && scheme.MatchString(plain) ||
		(strings.Contains(plain, "@") || strings.Contains(plain, " at ") && holdsAny(plain, mailHosts)) && mail.MatchString(plain) ||
		(inner || holdsAny(plain, []string{"www", "dotcom", "dotnet", "dotorg", "w w w", "xn--"})) && domain.MatchString(plain) ||
		(inner || holdsAny(plain, []string{"::", "localhost", "0x"})) && number.MatchString(plain)
}
