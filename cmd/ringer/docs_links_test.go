package main_test

import (
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ringer/cmd/internal/repotest"
)

// TestDocsLinks checks that relative links lead to files, and their anchors to headings.
func TestDocsLinks(t *testing.T) {
	t.Parallel()
	p := readProject(t)
	for _, page := range p.pages {
		for _, l := range page.links() {
			target, anchor, _ := strings.Cut(l.text, "#")
			file := page.path
			if target != "" {
				file = path.Join(path.Dir(page.path), target)
			}
			if !p.paths[file] {
				t.Errorf("%s:%d: the link %s leads to %s, which does not exist; correct the link", page.path, l.line, l.text, file)
			} else if other, ok := p.pages[file]; ok && anchor != "" && !other.anchors()[anchor] {
				t.Errorf("%s:%d: the link %s needs a heading in %s with the anchor #%s; correct the link or the heading", page.path, l.line, l.text, file, anchor)
			}
		}
	}
}

// TestDocsFiles checks that the files and folders of the project exist that a page names in
// backticks or in a code block.
func TestDocsFiles(t *testing.T) {
	t.Parallel()
	p := readProject(t)
	for _, page := range p.pages {
		for _, s := range page.snippets {
			for _, word := range shellWords(s.text) {
				if name, ok := p.fileName(word); ok && !p.exists(name) {
					t.Errorf("%s:%d: %s is not in the project; write the path of the file or folder as it is now", page.path, s.line, name)
				}
			}
		}
	}
}

// TestDocsCommands checks the go and make commands of the pages, the Makefile and the scripts:
// their packages, tests, benchmarks and targets must exist.
func TestDocsCommands(t *testing.T) {
	t.Parallel()
	p := readProject(t)
	snippets := p.scripts
	for _, page := range p.pages {
		snippets = append(snippets, page.snippets...)
	}
	for _, s := range snippets {
		for _, command := range commandsIn(s.text) {
			for _, mistake := range p.mistakesIn(command) {
				t.Errorf("%s:%d: in the command %q %s", s.path, s.line, strings.Join(command, " "), mistake)
			}
		}
	}
}

// TestDocsComments checks that the files exist that Go comments name.
func TestDocsComments(t *testing.T) {
	t.Parallel()
	p := readProject(t)
	name := regexp.MustCompile(`^[\w.-]+(/[\w.-]+)*\.\w+$`)
	for _, c := range p.comments(t) {
		for _, word := range strings.Fields(c.text) {
			word = strings.TrimRight(strings.Trim(word, "`\"'“”()[]{}*,;:!?/"), ".")
			if ext := path.Ext(word); ext != ".go" && ext != ".md" && ext != ".sql" {
				continue
			}
			if name.MatchString(word) && !p.exists(word) && !p.paths[path.Join(path.Dir(c.path), word)] {
				t.Errorf("%s:%d: the comment names %s, which is not in the project; write the path of the file as it is now", c.path, c.line, word)
			}
		}
	}
}

// TestRecipes checks that the readers in docs/clients.md are part of programs that cmd/systemtest
// runs. The first one runs in a browser, straight from the page.
func TestRecipes(t *testing.T) {
	t.Parallel()
	var programs strings.Builder
	for _, name := range []string{"readers.mjs", "reader/main.go", "follow.sh"} {
		programs.WriteString(unindented(repotest.Read(t, filepath.Join("cmd/systemtest/foreign", name))))
	}
	blocks := regexp.MustCompile("(?s)```(?:js|go|sh)\n(.*?)```").FindAllStringSubmatch(repotest.Find(t, "docs/clients.md", "(?s)# Libraries of others(.*)")[0], -1)
	for _, m := range blocks[1:] {
		if strings.Contains(m[1], "heard") && !strings.Contains(programs.String(), unindented(m[1])) {
			t.Errorf("no program in cmd/systemtest/foreign has these lines of docs/clients.md:\n%s", m[1])
		}
	}
}

// unindented removes the space at the beginning of each line.
func unindented(text string) string {
	return regexp.MustCompile(`(?m)^[ \t]+`).ReplaceAllString(text, "")
}
