package contract

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/oapi-codegen/oapi-codegen/v2/pkg/codegen"
	"github.com/oapi-codegen/oapi-codegen/v2/pkg/util"
)

// TestGeneratedClients compares what users see of a client that oapi-codegen generates: names,
// types and fields. A program that compiled with the old one must compile with the new one.
func TestGeneratedClients(t *testing.T) {
	now := exported(t, root+"openapi.yaml")
	released(t, func(t *testing.T, old string, breaks func(where, what string)) {
		before := exported(t, old)
		for _, name := range slices.Sorted(maps.Keys(before)) {
			of, _, _ := strings.Cut(name, ".")
			switch is, ok := now[name]; {
			case !ok && of != name && now[of] == "": // it is missing with its type
			case !ok:
				breaks("client "+name, "is missing; it was "+before[name])
			case is != before[name]:
				breaks("client "+name, "was "+before[name]+", is "+is)
			}
		}
	})
}

// exported returns the exported names of the client of a document, with their types.
func exported(t *testing.T, file string) map[string]string {
	s, err := util.LoadSwagger(file)
	if err != nil {
		t.Fatal(err)
	}
	source, err := codegen.Generate(s, codegen.Configuration{PackageName: "ringer", Generate: codegen.GenerateOptions{Models: true, Client: true}})
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), "api.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	resolveAliases(parsed)
	names := map[string]string{}
	for _, d := range parsed.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				name = strings.TrimPrefix(text(d.Recv.List[0].Type), "*") + "." + name
			}
			names[name] = text(d.Type)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				declare(names, s)
			}
		}
	}
	maps.DeleteFunc(names, func(name, _ string) bool { return !ast.IsExported(name) })
	return names
}

// resolveAliases names the type itself wherever a file uses another name for it: a program compiles
// with either.
func resolveAliases(file *ast.File) {
	aliases, declared := map[string]string{}, map[*ast.Ident]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeSpec:
			declared[n.Name] = true
			if to, ok := n.Type.(*ast.Ident); ok && n.Assign.IsValid() {
				aliases[n.Name.Name] = to.Name
			}
		case *ast.FuncDecl:
			declared[n.Name] = true
		case *ast.Field:
			for _, name := range n.Names {
				declared[name] = true
			}
		}
		return true
	})
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !declared[id] && aliases[id.Name] != "" {
			id.Name = aliases[id.Name]
		}
		return true
	})
}

// declare adds the names of a declaration.
func declare(names map[string]string, s ast.Spec) {
	switch s := s.(type) {
	case *ast.ValueSpec:
		for i, name := range s.Names {
			names[name.Name] = "a value"
			if i < len(s.Values) {
				names[name.Name] = text(s.Values[i])
			}
		}
	case *ast.TypeSpec:
		// An interface has a method for each operation. Users call them, and implement none.
		if _, ok := s.Type.(*ast.InterfaceType); !ok {
			describe(names, s.Name.Name, s.Type)
		}
	}
}

// describe adds a type, and the fields of structs in it.
func describe(names map[string]string, name string, of ast.Expr) {
	wrapped := ""
	for inner := of; ; {
		switch t := inner.(type) {
		case *ast.StarExpr:
			wrapped, inner = wrapped+"*", t.X
		case *ast.ArrayType:
			wrapped, inner = wrapped+"[]", t.Elt
		case *ast.MapType:
			wrapped, inner = wrapped+"map[]", t.Value
		case *ast.StructType:
			names[name] = wrapped + "struct"
			for _, f := range t.Fields.List {
				for _, field := range f.Names {
					describe(names, name+"."+field.Name, f.Type)
				}
			}
			return
		default:
			names[name] = text(of)
			return
		}
	}
}

// text returns Go code without comments.
func text(code any) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, token.NewFileSet(), code); err != nil {
		return err.Error()
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
