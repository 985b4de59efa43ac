package main

import (
	"go/ast"
	"strings"
	"testing"
)

// roomOf returns the room of a file: its folder of the first or, in engine, of the second level.
// The files of package engine, which wires the others, are rooms of their own.
func roomOf(pkg, file string) string {
	parts := strings.SplitN(pkg, "/", 3)
	switch {
	case pkg == "engine":
		return file
	case parts[0] == "engine":
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// declared returns the file that declares each name of a package. Names of methods begin with a
// dot. Exported methods are left out, since other packages have methods of the same names.
func declared(files map[string]*ast.File) map[string]string {
	names := map[string]string{}
	for file, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					names[d.Name.Name] = file
				} else if !d.Name.IsExported() {
					names["."+d.Name.Name] = file
				}
			case *ast.GenDecl:
				ast.Inspect(d, func(n ast.Node) bool {
					switch n := n.(type) {
					case *ast.TypeSpec:
						names[n.Name.Name] = file
						return false
					case *ast.ValueSpec:
						for _, name := range n.Names {
							names[name.Name] = file
						}
						return false
					}
					return true
				})
			}
		}
	}
	return names
}

// used returns the files of the same package whose names a file uses.
func used(f *ast.File, names map[string]string) (files []string) {
	selected := map[*ast.Ident]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			selected[n.Sel] = true
			files = append(files, names["."+n.Sel.Name])
		case *ast.Ident:
			if !selected[n] {
				files = append(files, names[n.Name])
			}
		}
		return true
	})
	return files
}

// mark adds a room to those that were seen.
func mark(seen map[string]bool, room string) map[string]bool {
	seen[room] = true
	return seen
}

// TestRoomsPointDown: no room needs one that needs it, directly or through others. So each room can
// be read with nothing above it in mind.
func TestRoomsPointDown(t *testing.T) {
	t.Parallel()
	all, needs := sources(t), map[string]map[string]bool{}
	wiring := declared(all["engine"])
	for pkg, files := range all {
		for file, f := range files {
			room := roomOf(pkg, file)
			if needs[room] == nil {
				needs[room] = map[string]bool{}
			}
			for _, p := range imports(f) {
				if of, ok := strings.CutPrefix(p, module); ok && of == "engine" {
					for wired := range all["engine"] {
						needs[room][wired] = true
					}
				} else if ok {
					needs[room][roomOf(of, "")] = true
				}
			}
			if pkg == "engine" {
				for _, other := range used(f, wiring) {
					needs[room][other] = true
				}
			}
			delete(needs[room], "")
			delete(needs[room], room)
		}
	}
	var reaches func(from, to string, seen map[string]bool) bool
	reaches = func(from, to string, seen map[string]bool) bool {
		for next := range needs[from] {
			if next == to || !seen[next] && reaches(next, to, mark(seen, next)) {
				return true
			}
		}
		return false
	}
	for room, of := range needs {
		for other := range of {
			if reaches(other, room, map[string]bool{}) {
				t.Errorf("%s needs %s, which needs it; declare an interface where it is used, or move what both need below", room, other)
			}
		}
	}
}
