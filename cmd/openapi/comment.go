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
// type. It cuts off the type's name at the beginning. swag itself only reads the comments of
// fields.
func comments(root string) (map[string]string, error) {
	all := map[string]string{}
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
				if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE && len(g.Specs) == 1 {
					t := g.Specs[0].(*ast.TypeSpec).Name.Name
					text := strings.Join(strings.Fields(g.Doc.Text()), " ")
					if rest, ok := strings.CutPrefix(text, t+" "); ok {
						all[file.Name.Name+"."+t] = rest
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
