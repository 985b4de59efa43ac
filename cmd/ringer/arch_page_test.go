package main

import (
	"fmt"
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ringer/cmd/internal/repotest"
	"ringer/engine/goldentest"
)

var (
	// packageTable is the part of docs/architecture.md that TestArchitecturePage writes.
	packageTable = regexp.MustCompile(`(?s)(<!-- arch_test makes this table -->\n\n).*?(\n<!-- end -->)`)
	// sentence matches the first sentence of a package's comment, as far as a colon.
	sentence = regexp.MustCompile(`(?s)^(?:Package|Command) \w+ (.*?)(?:[.:;](?:\s|$)|$)`)
)

// TestArchitecturePage makes the table of packages in docs/architecture.md from the rules of
// imports, and from the first sentence of each package's comment. It leaves out packages for
// tests.
func TestArchitecturePage(t *testing.T) {
	t.Parallel()
	const name = "docs/architecture.md"
	page, packages := repotest.Read(t, name), sources(t)
	if !packageTable.MatchString(page) {
		t.Fatalf("%s has no place for the table of packages", name)
	}
	var table strings.Builder
	table.WriteString("| package | what it does | may import |\n|---|---|---|\n")
	for _, r := range rules {
		if strings.HasSuffix(r.pkg, "test") {
			continue
		}
		mark, text := "", r.reason
		if slices.Contains(pure, r.pkg) {
			mark = " *"
		}
		if files, ok := packages[r.pkg]; ok {
			text = summary(files)
		}
		if text == "" {
			t.Errorf("package %s has no comment that begins with its name: add it", r.pkg)
		}
		fmt.Fprintf(&table, "| `%s`%s | %s | %s |\n", r.pkg, mark, text, strings.Join(shortNames(r.may), ", "))
	}
	goldentest.File(t, path.Join("..", "..", name), packageTable.ReplaceAllString(page, "${1}"+strings.ReplaceAll(table.String(), "$", "$$")+"${2}"))
}

// summary returns the first sentence of a package's comment, without its subject.
func summary(files map[string]*ast.File) string {
	for _, f := range files {
		if m := sentence.FindStringSubmatch(f.Doc.Text()); m != nil {
			return strings.Join(strings.Fields(m[1]), " ")
		}
	}
	return ""
}

func shortNames(packages []string) (names []string) {
	for _, pkg := range packages {
		names = append(names, strings.TrimPrefix(strings.TrimPrefix(pkg, "engine/"), "cmd/internal/"))
	}
	return names
}
