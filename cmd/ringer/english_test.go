package main_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"ringer/cmd/internal/repotest"
)

// retired are phrases that comments and pages no longer use, each with what to write instead. A
// phrase without capitals also matches text with capitals.
var retired = map[string]string{
	"FourMind's classifier": "it was removed; name what does its work now",
	"SYSTEMS":               "no page of the project has that name; name the page or the paper that is meant",
	"whence":                `write "from which", or name the source`,
	"anew":                  `write "again"`,
	"hang on":               `write "depend on"`,
	"hangs on":              `write "depends on"`,
	"hung on":               `write "depended on"`,
	"hang upon":             `write "depend on"`,
	"hangs upon":            `write "depends on"`,
	"hang off":              `write "belong to", or name what holds it`,
	"hangs off":             `write "belongs to", or name what holds it`,
	"as it comes":           `write "by default", or name the default`,
	"tell whether":          `write "report whether", or "say whether"`,
	"tells whether":         `write "reports whether"`,
	"told whether":          `write "learns whether", or name who says it`,
	"come to rest":          `write "stop", or name the state that is reached`,
	"comes to rest":         `write "stops", or name the state that is reached`,
	"is no":                 `write "is not a"`,
	"are no":                `write "are not"`,
}

// allowed are phrases that contain a retired one, and are plain. The last one is what the built-in
// player says of itself.
var allowed = []string{"there is no", "there are no", "is no longer", "are no longer", "is no more", "are no more", "is no language model"}

// maxComment is how many columns a line may have that is only a comment. A tab counts 4.
const maxComment = 100

// TestEnglish checks that pages and Go comments do not use retired phrases, and that the lines of
// Go comments are not too wide.
func TestEnglish(t *testing.T) {
	t.Parallel()
	p := readProject(t)
	comments := p.comments(t)
	texts := paragraphs(comments)
	for _, page := range p.pages {
		texts = append(texts, located{page.path, 1, page.prose})
		texts = append(texts, page.snippets...)
	}
	for _, text := range texts {
		for _, found := range retiredIn(text) {
			t.Errorf("%s:%d: %q is retired: %s", found.path, found.line, found.text, retired[found.text])
		}
	}
	lines := map[string][]string{}
	for _, c := range comments {
		if lines[c.path] == nil {
			lines[c.path] = strings.Split(repotest.Read(t, c.path), "\n")
		}
		if columns := width(lines[c.path][c.line-1]); columns > maxComment {
			t.Errorf("%s:%d: the comment ends in column %d; wrap it at %d", c.path, c.line, columns, maxComment)
		}
	}
}

// TestRetiredPhrases checks which texts TestEnglish would report.
func TestRetiredPhrases(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"It hangs\n\ton the clock.": "hangs on 1", "One\ntwo. Anew, and Whence.": "anew 2, whence 2", "SYSTEMS and systems": "SYSTEMS 1", "deliver it": "",
		"This is no page.": "is no 1", "There is no page. It is no longer there.": "", "He came. There\nis no page, and it is no page.": "is no 2",
	} {
		var got []string
		for _, found := range retiredIn(located{"a.go", 1, text}) {
			got = append(got, fmt.Sprint(found.text, " ", found.line))
		}
		if all := strings.Join(got, ", "); all != want {
			t.Errorf("%q: found %q, want %q", text, all, want)
		}
	}
}

var (
	// forbidden matches the retired phrases, and plain those that are allowed.
	forbidden = phrases(slices.Sorted(maps.Keys(retired)))
	plain     = phrases(allowed)
)

// phrases returns a pattern of phrases whose words may stand on two lines. Capitals only matter in
// a phrase that has some.
func phrases(list []string) *regexp.Regexp {
	var alternatives []string
	for _, phrase := range list {
		flag := ""
		if phrase == strings.ToLower(phrase) {
			flag = "i"
		}
		alternatives = append(alternatives, fmt.Sprintf(`(?%s:\b%s\b)`, flag, strings.ReplaceAll(phrase, " ", `[^\pL'_]+`)))
	}
	return regexp.MustCompile(strings.Join(alternatives, "|"))
}

// retiredIn returns the retired phrases of a text, each with its line.
func retiredIn(text located) (list []located) {
	rest := plain.ReplaceAllStringFunc(text.text, func(s string) string { return strings.Map(blank, s) })
	for _, at := range forbidden.FindAllStringIndex(rest, -1) {
		found := rest[at[0]:at[1]]
		for phrase := range retired {
			if phrases([]string{phrase}).MatchString(found) {
				list = append(list, located{text.path, text.line + strings.Count(rest[:at[0]], "\n"), phrase})
			}
		}
	}
	return list
}

// paragraphs joins the comments that stand on consecutive lines, so that a phrase is found that a
// line break divides.
func paragraphs(comments []located) (list []located) {
	end := 0
	for _, c := range comments {
		text := strings.TrimPrefix(c.text, "//")
		if last := len(list) - 1; last >= 0 && list[last].path == c.path && c.line == end+1 {
			list[last].text += "\n" + text
		} else {
			list = append(list, located{c.path, c.line, text})
		}
		end = c.line + strings.Count(text, "\n")
	}
	return list
}

// unwrapped matches comments that must stay on one line: addresses, lines for swag, and directives.
var unwrapped = regexp.MustCompile(`://|^//\s*@|^//[a-z]+:`)

// width returns how many columns a line has if it is only a comment, and may be wrapped.
func width(line string) int {
	if text := strings.TrimSpace(line); !strings.HasPrefix(text, "//") || unwrapped.MatchString(text) {
		return 0
	}
	return utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    "))
}
