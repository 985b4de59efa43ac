package main_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// retired are words that comments and pages no longer use, each with what to write instead.
var retired = []struct {
	words   *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`\bDeliver\b`), "it was removed; name what does its work now"},
	{regexp.MustCompile(`FourMind's\s+classifier`), "it was removed; name what does its work now"},
	{regexp.MustCompile(`\bSYSTEMS\b`), "no page of the project has that name; name the page or the paper that is meant"},
	{regexp.MustCompile(`(?i)\bwhence\b`), `write "from which", or name the source`},
	{regexp.MustCompile(`(?i)\banew\b`), `write "again"`},
	{regexp.MustCompile(`(?i)\b(hang|hangs|hung)\s+on\b`), `write "depends on"`},
	{regexp.MustCompile(`(?i)\bas\s+it\s+comes\b`), `write "by default", or name the default`},
	{regexp.MustCompile(`(?i)\btells\s+whether\b`), `write "reports whether"`},
}

// maxComment is how many columns a line may have that is only a comment. A tab counts 4.
const maxComment = 100

// TestEnglish checks that pages and Go comments do not use retired words, and that the lines of Go
// comments are not too wide.
func TestEnglish(t *testing.T) {
	t.Parallel()
	p := readProject(t)
	comments := p.comments(t)
	texts := paragraphs(comments)
	for name := range p.pages {
		texts = append(texts, located{name, 1, readText(t, name)})
	}
	for _, text := range texts {
		for _, r := range retired {
			for _, at := range r.words.FindAllStringIndex(text.text, -1) {
				words := strings.Join(strings.Fields(text.text[at[0]:at[1]]), " ")
				t.Errorf("%s:%d: %q is retired: %s", text.path, text.line-1+lineAt(text.text, at[0]), words, r.instead)
			}
		}
	}
	lines := map[string][]string{}
	for _, c := range comments {
		if lines[c.path] == nil {
			lines[c.path] = strings.Split(readText(t, c.path), "\n")
		}
		if columns := width(lines[c.path][c.line-1]); columns > maxComment {
			t.Errorf("%s:%d: the comment ends in column %d; wrap it at %d", c.path, c.line, columns, maxComment)
		}
	}
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
