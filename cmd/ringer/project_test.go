package main_test

import (
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

	"ringer/cmd/internal/repotest"
	"ringer/engine/sessiontest"
)

// pages are the pages that are checked, as patterns.
var pages = []string{"README.md", "CONTRIBUTING.md", "docs/*.md", "docs/strategies/*.md", "deploy/*.md"}

// project is the project as the checks see it.
type project struct {
	// root is the folder of the project.
	root string
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
	// functions holds the test functions of each file that was read, since many commands name the
	// same package.
	functions map[string][]string
}

func readProject(t *testing.T) *project {
	t.Helper()
	p := &project{root: repotest.Root(t), pages: map[string]page{}, paths: map[string]bool{}, ends: map[string]bool{}, folders: map[string]bool{}, targets: map[string]bool{}, functions: map[string][]string{}}
	err := fs.WalkDir(os.DirFS(p.root), ".", func(name string, d fs.DirEntry, err error) error {
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
			p.pages[name] = newPage(name, repotest.Read(t, name))
		}
		if name == "Makefile" || path.Dir(name) == ".ci" {
			for i, line := range strings.Split(repotest.Read(t, name), "\n") {
				p.scripts = append(p.scripts, located{name, i + 1, line})
			}
		}
		return nil
	})
	sessiontest.NoError(t, err)
	for _, m := range regexp.MustCompile(`(?m)^([\w-]+):`).FindAllStringSubmatch(repotest.Read(t, "Makefile"), -1) {
		p.targets[m[1]] = true
	}
	return p
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
		f := sessiontest.Must(parser.ParseFile(files, filepath.Join(p.root, name), nil, parser.ParseComments|parser.SkipObjectResolution))(t)
		for _, group := range f.Comments {
			for _, c := range group.List {
				list = append(list, located{name, files.Position(c.Pos()).Line, c.Text})
			}
		}
	}
	return list
}
