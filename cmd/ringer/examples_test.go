package main

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ringer/cmd/internal/repotest"
	"ringer/engine/sessiontest"
)

// TestExamples: each example is listed, has a page, and a program that can be read at once. What
// several share, and tests, do not count.
func TestExamples(t *testing.T) {
	t.Parallel()
	root := filepath.Join(repotest.Root(t), "examples")
	index := repotest.Read(t, "examples/README.md")
	for _, folder := range sessiontest.Must(os.ReadDir(root))(t) {
		if !folder.IsDir() || folder.Name() == "internal" || folder.Name() == "node_modules" {
			continue
		}
		name := folder.Name()
		if !strings.Contains(index, "]("+name+"/README.md)") {
			t.Errorf("examples/README.md does not list %s", name)
		}
		if n := len(strings.Fields(repotest.Read(t, path.Join("examples", name, "README.md")))); n > 250 {
			t.Errorf("the page of %s has %d words, want 250 at most", name, n)
		}
		lines := 0
		for _, file := range sessiontest.Must(filepath.Glob(filepath.Join(root, name, "*")))(t) {
			if slices.Contains([]string{".go", ".py", ".mjs", ".js", ".ts", ".html", ".sh"}, filepath.Ext(file)) && !strings.HasSuffix(file, "_test.go") {
				lines += strings.Count(string(sessiontest.Must(os.ReadFile(file))(t)), "\n")
			}
		}
		if lines == 0 || lines > 200 {
			t.Errorf("%s has %d lines of programs, want 1 to 200", name, lines)
		}
	}
}
