package main_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// root is the root of the project, as seen from this folder.
const root = "../.."

// pages are the pages that are checked, as patterns.
var pages = []string{"README.md", "CONTRIBUTING.md", "docs/*.md"}

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
	name := regexp.MustCompile(`^[\w.-]+(/[\w.-]+)*\.(go|md|sql)$`)
	for _, c := range p.comments(t) {
		for _, word := range strings.Fields(c.text) {
			word = strings.TrimRight(strings.Trim(word, "`\"'“”()[]{}*,;:!?/"), ".")
			if name.MatchString(word) && !p.exists(word) && !p.paths[path.Join(path.Dir(c.path), word)] {
				t.Errorf("%s:%d: the comment names %s, which is not in the project; write the path of the file as it is now", c.path, c.line, word)
			}
		}
	}
}

// project is the project as the checks see it.
type project struct {
	// pages holds the pages by path.
	pages map[string]page
	// scripts are the lines of the Makefile and of the scripts in .ci.
	scripts []located
	// paths has the path of each file and folder.
	paths map[string]bool
	// ends has each path, and each part of a path that follows a slash.
	ends map[string]bool
	// folders has the last name of each folder.
	folders map[string]bool
	// targets has the targets of the Makefile.
	targets map[string]bool
}

func readProject(t *testing.T) *project {
	t.Helper()
	p := &project{pages: map[string]page{}, paths: map[string]bool{}, ends: map[string]bool{}, folders: map[string]bool{}, targets: map[string]bool{}}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name == ".git" && d.IsDir() {
			return fs.SkipDir
		}
		p.paths[name] = true
		for end, ok := name, true; ok; _, end, ok = strings.Cut(end, "/") {
			p.ends[end] = true
		}
		if d.IsDir() {
			p.folders[path.Base(name)] = true
		}
		if slices.ContainsFunc(pages, func(pattern string) bool { ok, _ := path.Match(pattern, name); return ok }) {
			p.pages[name] = newPage(name, readText(t, name))
		}
		if name == "Makefile" || path.Dir(name) == ".ci" {
			for i, line := range strings.Split(readText(t, name), "\n") {
				p.scripts = append(p.scripts, located{name, i + 1, line})
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^([\w-]+):`).FindAllStringSubmatch(readText(t, "Makefile"), -1) {
		p.targets[m[1]] = true
	}
	return p
}

func readText(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var (
	variable   = regexp.MustCompile(`^[A-Z_]+=`)
	plainPath  = regexp.MustCompile(`^[\w.*-]+(/[\w.*-]+)*$`)
	targetName = regexp.MustCompile(`^[\w-]+$`)
)

// fileName returns the file or folder of the project that a word names. The word must end like a
// source or a page, or be a path that begins with a folder of the project.
func (p *project) fileName(word string) (name string, ok bool) {
	word = strings.TrimPrefix(variable.ReplaceAllString(word, ""), "$PWD/")
	word = strings.TrimSuffix(strings.TrimPrefix(word, "./"), "/...")
	word = strings.TrimRight(word, ".,;:)/")
	if !plainPath.MatchString(word) {
		return "", false
	}
	first, _, isPath := strings.Cut(word, "/")
	return word, slices.Contains([]string{".go", ".md", ".sql", ".yaml"}, path.Ext(word)) || isPath && p.folders[first]
}

// placeholder is a part of a path that stands for any name.
var placeholder = regexp.MustCompile("NOUN|NAME|000N")

// exists reports whether the project has a file or folder. The name may be the end of a path,
// unless it begins at the root. It may hold wildcards and placeholders.
func (p *project) exists(name string) bool {
	name = placeholder.ReplaceAllString(name, "*")
	candidates := p.ends
	if first, _, isPath := strings.Cut(name, "/"); isPath && p.paths[first] {
		candidates = p.paths
	}
	if !strings.Contains(name, "*") {
		return candidates[name]
	}
	for candidate := range candidates {
		if ok, _ := path.Match(name, candidate); ok {
			return true
		}
	}
	return false
}

// kindsOf holds the functions that the pattern of a flag may match.
var kindsOf = map[string]*regexp.Regexp{
	"run": regexp.MustCompile("^(Test|Example|Fuzz)"), "bench": regexp.MustCompile("^Benchmark"), "fuzz": regexp.MustCompile("^Fuzz"),
}

// mistakesIn says what is wrong in a go or make command.
func (p *project) mistakesIn(command []string) (mistakes []string) {
	if command[0] == "make" {
		if target := command[1]; targetName.MatchString(target) && !p.targets[target] {
			mistakes = append(mistakes, "the target "+command[1]+" is not in the Makefile; name one that is")
		}
		return mistakes
	}
	var functions []string
	patterns := map[string]string{}
	for i, word := range command[2:] {
		flag, value, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
		switch {
		case strings.HasPrefix(word, "./"):
			names, ok := p.functionsOf(word)
			if !ok {
				mistakes = append(mistakes, word+" is not a package of the project; write its path as it is now")
			}
			functions = append(functions, names...)
		case !strings.HasPrefix(word, "-"):
		case value != "":
			patterns[flag] = value
		case i+3 < len(command):
			patterns[flag] = command[i+3]
		}
	}
	if command[1] != "test" {
		return mistakes
	}
	if patterns["bench"] != "" || patterns["fuzz"] != "" {
		delete(patterns, "run") // such a -run is there to match nothing
	}
	for flag, kinds := range kindsOf {
		pattern, _, _ := strings.Cut(patterns[flag], "/")
		alternatives := []string{pattern}
		if !strings.Contains(pattern, "(") {
			alternatives = strings.Split(pattern, "|")
		}
		for _, a := range alternatives {
			match, err := regexp.Compile(a)
			if err != nil || a != "" && !slices.ContainsFunc(functions, func(f string) bool { return kinds.MatchString(f) && match.MatchString(f) }) {
				mistakes = append(mistakes, fmt.Sprintf("-%s %s matches no function of the package; write the name as it is now", flag, a))
			}
		}
	}
	return mistakes
}

var testFunction = regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz|Example)\w*)\(`)

// functionsOf lists the test functions of a package, or of all packages below a folder if the name
// ends in "...". It returns false if there is no such package.
func (p *project) functionsOf(pkg string) (names []string, ok bool) {
	folder, below := strings.CutSuffix(strings.TrimPrefix(pkg, "./"), "...")
	folder = path.Clean(folder)
	for name := range p.paths {
		inside := path.Dir(name) == folder || below && (folder == "." || strings.HasPrefix(name, folder+"/"))
		if !inside || path.Ext(name) != ".go" {
			continue
		}
		ok = true
		if b, err := os.ReadFile(filepath.Join(root, name)); err == nil && strings.HasSuffix(name, "_test.go") {
			for _, m := range testFunction.FindAllStringSubmatch(string(b), -1) {
				names = append(names, m[1])
			}
		}
	}
	return names, ok
}

// located is a text with its place.
type located struct {
	path string
	line int
	text string
}

// comments returns the comments of all Go files except test data and prompts.
func (p *project) comments(t *testing.T) (list []located) {
	t.Helper()
	skipped := regexp.MustCompile(`(^|/)(testdata|prompts)/`)
	for _, name := range slices.Sorted(maps.Keys(p.paths)) {
		if path.Ext(name) != ".go" || skipped.MatchString(name) {
			continue
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, filepath.Join(root, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range f.Comments {
			for _, c := range group.List {
				list = append(list, located{name, files.Position(c.Pos()).Line, c.Text})
			}
		}
	}
	return list
}

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

var shellWord = regexp.MustCompile(`(?:'[^']*'|"[^"]*"|[^\s'";&|#]|\b#)+|[;&|]+|#.*`)

// shellWords splits a line of shell into words. Operators are words, too. A comment is left out.
func shellWords(line string) (words []string) {
	for _, word := range shellWord.FindAllString(line, -1) {
		if word[0] == '#' {
			break
		}
		if quote := word[0]; len(word) > 1 && (quote == '\'' || quote == '"') && word[len(word)-1] == quote {
			word = word[1 : len(word)-1]
		}
		words = append(words, word)
	}
	return words
}

// commandsIn returns the go and make commands in a snippet, without the words before them.
func commandsIn(snippet string) (list [][]string) {
	checked := []string{"test", "run", "build", "vet", "install"}
	var command []string
	for _, word := range append(shellWords(snippet), ";") {
		switch {
		case strings.Trim(word, ";&|") == "":
			if len(command) > 1 && (command[0] == "make" || command[0] == "go" && slices.Contains(checked, command[1])) {
				list = append(list, command)
			}
			command = nil
		case len(command) > 0 || word == "go" || word == "make":
			command = append(command, word)
		}
	}
	return list
}
