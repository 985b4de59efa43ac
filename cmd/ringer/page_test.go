package main_test

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// page is a page of Markdown.
type page struct {
	path string
	// prose is the page with its code blocks left blank, so that each line keeps its number.
	prose string
	// snippets are the code: the lines of code blocks, and the texts in backticks.
	snippets []located
}

var span = regexp.MustCompile("`[^`]+`")

func newPage(name, text string) page {
	p := page{path: name}
	lines := strings.Split(text, "\n")
	fenced := false
	for i, line := range lines {
		fence := strings.HasPrefix(strings.TrimSpace(line), "```")
		last := len(p.snippets) - 1
		switch {
		case !fenced || fence:
		case last >= 0 && p.snippets[last].line == i && strings.HasSuffix(p.snippets[last].text, `\`):
			line = strings.TrimSuffix(p.snippets[last].text, `\`) + line
			p.snippets[last] = located{name, i + 1, line}
		default:
			p.snippets = append(p.snippets, located{name, i + 1, line})
		}
		if fenced || fence {
			lines[i] = ""
		}
		fenced = fenced != fence
	}
	p.prose = strings.Join(lines, "\n")
	for _, at := range span.FindAllStringIndex(p.prose, -1) {
		text := strings.ReplaceAll(p.prose[at[0]+1:at[1]-1], "\n", " ")
		p.snippets = append(p.snippets, located{name, lineAt(p.prose, at[0]), text})
	}
	return p
}

func lineAt(text string, offset int) int { return 1 + strings.Count(text[:offset], "\n") }

var (
	link     = regexp.MustCompile(`\]\(\s*([^)\s]+)[^)]*\)|(?m:^\[[^\]]+\]:\s*(\S+))|(?:href|src)="([^"]*)"`)
	absolute = regexp.MustCompile(`^([a-z][a-z0-9+.-]*:|/)`)
)

// links returns the targets of the relative links.
func (p page) links() (list []located) {
	prose := span.ReplaceAllStringFunc(p.prose, func(s string) string { return strings.Map(blank, s) })
	for _, at := range link.FindAllStringSubmatchIndex(prose, -1) {
		for i := 2; i < len(at); i += 2 {
			if at[i] >= 0 && !absolute.MatchString(prose[at[i]:at[i+1]]) {
				list = append(list, located{p.path, lineAt(prose, at[i]), prose[at[i]:at[i+1]]})
			}
		}
	}
	return list
}

// blank replaces what is in backticks, and keeps the lines.
func blank(r rune) rune {
	if r == '\n' {
		return r
	}
	return 'x'
}

var (
	heading     = regexp.MustCompile(`(?m)^#{1,6}\s+(.*?)\s*#*$`)
	headingLink = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
)

// anchors returns the anchors of the headings by the rules of GitHub. Letters are lower case,
// spaces are hyphens, other punctuation is left out. An anchor that comes again gets a number.
func (p page) anchors() map[string]bool {
	anchors := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(p.prose, -1) {
		anchor := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r):
				return unicode.ToLower(r)
			}
			return -1
		}, headingLink.ReplaceAllString(m[1], "$1"))
		unique := anchor
		for n := 1; anchors[unique]; n++ {
			unique = fmt.Sprintf("%s-%d", anchor, n)
		}
		anchors[unique] = true
	}
	return anchors
}
