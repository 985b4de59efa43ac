package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
)

// comments returns the comments of the types in the sources, by the name that swag has for the
// type, and those of the handlers, by their names. It cuts off the name at the beginning. swag
// itself only reads the comments of fields.
func comments(root string) (map[string]string, error) {
	all := map[string]string{}
	note := func(key, name, text string) {
		if rest, ok := strings.CutPrefix(text, name+" "); ok {
			all[key] = rest
		}
	}
	for dir := range strings.SplitSeq(sources, ",") {
		names, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			for _, d := range file.Decls {
				switch d := d.(type) {
				case *ast.GenDecl:
					if d.Tok == token.TYPE && len(d.Specs) == 1 {
						name := d.Specs[0].(*ast.TypeSpec).Name.Name
						note(file.Name.Name+"."+name, name, strings.Join(strings.Fields(d.Doc.Text()), " "))
					}
				case *ast.FuncDecl:
					if d.Recv != nil && dir == "./api" {
						note(d.Name.Name, d.Name.Name, d.Doc.Text())
					}
				}
			}
		}
	}
	return all, nil
}

// describe sets the description of a schema or property that has none. It begins with the name.
func describe(o object, name, rest string) {
	if o["description"] == nil && o["$ref"] == nil && rest != "" {
		o["description"] = "`" + name + "` " + rest
	}
}

// nameProperties sets the format of times. It also replaces the Go name at the beginning of a
// description with the name in JSON.
func nameProperties(doc object) {
	walk(doc, func(o object) {
		properties, ok := o["properties"].(object)
		if !ok {
			return
		}
		for name, p := range properties {
			p := p.(object)
			if p["type"] == "string" && (name == "at" || name == "deadline" || strings.HasSuffix(name, "_at")) {
				p["format"] = "date-time"
			}
			text, ok := p["description"].(string)
			if !ok {
				continue
			}
			// Line breaks of the source have no meaning.
			p["description"] = strings.ReplaceAll(text, "\n", " ")
			first, rest, _ := strings.Cut(p["description"].(string), " ")
			unit, same := strings.CutPrefix(simplified(name), simplified(first))
			if same && slices.Contains([]string{"", "s", "ms", "seconds", "seq", "id", "info", "answer", "probability"}, unit) {
				p["description"] = "`" + name + "` " + rest
			}
		}
	})
}

func simplified(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// applyGlossary sets the description of properties that have none. The glossary has descriptions by
// property name.
func applyGlossary(doc object, glossary object) {
	walk(doc, func(o object) {
		properties, _ := o["properties"].(object)
		for name, p := range properties {
			if text, ok := glossary[name].(string); ok {
				describe(p.(object), name, text)
			}
		}
	})
}
