package main

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// onWindows are the names of the package syscall that Windows has, too, as far as the program uses
// them.
var onWindows = []string{"Conn", "RawConn", "SIGTERM", "SIGHUP", "SIGPIPE", "ECONNREFUSED", "ECONNRESET", "EPIPE", "EMFILE", "ETIMEDOUT"}

// TestBuildsOnWindows: make dist also builds for Windows, whose package syscall lacks much. A file
// that is built everywhere may use only what all systems have. CI does not build for Windows, which
// takes minutes.
func TestBuildsOnWindows(t *testing.T) {
	t.Parallel()
	for pkg, files := range sources(t) {
		for name, f := range files {
			local := importNames(f)
			if strings.HasPrefix(pkg, "cmd/systemtest") || builtApart(name, f) {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					if x, ok := s.X.(*ast.Ident); ok && local[x.Name] == "syscall" && !slices.Contains(onWindows, s.Sel.Name) {
						t.Errorf("%s uses syscall.%s, which Windows may lack: move it to a file with //go:build !windows, and write one that ends in _windows.go", name, s.Sel.Name)
					}
				}
				return true
			})
		}
	}
}

// builtApart reports whether a file is built on some systems only.
func builtApart(name string, f *ast.File) bool {
	return strings.HasSuffix(name, "_windows.go") || slices.ContainsFunc(f.Comments, func(c *ast.CommentGroup) bool { return strings.HasPrefix(c.List[0].Text, "//go:build ") })
}
