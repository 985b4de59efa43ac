package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ringer/engine/sessiontest"
)

// The greatest sizes, in lines, methods and parameters. What is larger is hard to keep in mind.
// Split it by noun.
const (
	maxFile    = 450
	maxFunc    = 60
	maxMethods = 12
	maxParams  = 5
)

// larger are the functions that are larger and do not read better in parts. The list only gets
// shorter.
var larger = []string{
	"api/route.go routes", "cmd/internal/metrics/event.go count", "engine/gametest/delivery.go Judge", "engine/mouth/conceal.go newConcealment",
	"engine/mouth/contact.go digitRuns", "engine/session/slot.go propose", "cmd/internal/cli/service.go openService",
	"cmd/internal/replay/chart.go drawHistogram", "cmd/internal/show/table.go Table", "engine/vote_await.go await",
}

// TestSizes: no file, interface or function is larger than its bound. Functions of tests are free,
// since they hold tables of cases.
func TestSizes(t *testing.T) {
	t.Parallel()
	p, met := readProject(t), map[string]bool{}
	for name := range p.paths {
		if path.Ext(name) != ".go" {
			continue
		}
		set := token.NewFileSet()
		f := sessiontest.Must(parser.ParseFile(set, filepath.Join(p.root, name), nil, parser.SkipObjectResolution|parser.ParseComments))(t)
		lines := func(n ast.Node) int { return set.Position(n.End()).Line - set.Position(n.Pos()).Line + 1 }
		if n := set.File(f.Pos()).LineCount(); n > maxFile && !ast.IsGenerated(f) {
			t.Errorf("%s has %d lines; split it, the most is %d", name, n, maxFile)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				of := name + " " + n.Name.Name
				if large := lines(n) > maxFunc || n.Type.Params.NumFields() > maxParams; large && slices.Contains(larger, of) {
					met[of] = true
				} else if large && !strings.HasSuffix(name, "_test.go") {
					t.Errorf("%s has %d lines and %d parameters; split it, the most are %d and %d", of, lines(n), n.Type.Params.NumFields(), maxFunc, maxParams)
				}
			case *ast.InterfaceType:
				if k := n.Methods.NumFields(); k > maxMethods {
					t.Errorf("%s has an interface of %d methods; split it, the most is %d", name, k, maxMethods)
				}
			}
			return true
		})
	}
	for _, of := range larger {
		if !met[of] {
			t.Errorf("%s is not larger any more; take it from the list", of)
		}
	}
}
