package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ringer/cmd/internal/repotest"
)

// TestRecipes checks that the readers in docs/clients.md are part of programs that cmd/systemtest
// runs. The first one runs in a browser, straight from the page.
func TestRecipes(t *testing.T) {
	t.Parallel()
	var programs strings.Builder
	for _, name := range []string{"readers.mjs", "reader/main.go", "follow.sh"} {
		programs.WriteString(unindented(repotest.Read(t, filepath.Join("cmd/systemtest/foreign", name))))
	}
	blocks := regexp.MustCompile("(?s)```(?:js|go|sh)\n(.*?)```").FindAllStringSubmatch(repotest.Read(t, "docs/clients.md"), -1)
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
