// Command openapi generates openapi.yaml, the contract of the API, from the code:
//
//	comments of handlers and fields -> swag -> kin-openapi -> the rules here
//	    -> cmd/openapi/overlay.yaml, cmd/openapi/examples.yaml -> openapi.yaml
//
// Usage, at the root of the repository: go run ./cmd/openapi writes the files. With -check it
// writes nothing, and fails when they are not up to date.
//
// CONTRIBUTING.md says how to add a route. The comment of a handler is the description of the
// operation. It ends with the lines @Summary, @Body or @OptionalBody, @Success and @Header, as in
// swag. Address, name, parameters and media type come from the table of routes.
//
// The command derives everything else from the code: failures and their examples, security, enums,
// and the required fields of answers. It also makes the schemas of requests (named New…) and of
// each event, and takes descriptions from the comments of types and fields.
//
// From the document it writes the types of the clients in Go and Python: those of the schemas in
// clientRoots, and of all that they reach.
//
// The tests of api send every example, check all their traffic against the document, and derive bad
// input from it.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "openapi:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stderr io.Writer) error {
	flags := flag.NewFlagSet("openapi", flag.ContinueOnError)
	flags.SetOutput(stderr)
	check := flags.Bool("check", false, "compare the files and write nothing")
	root := flags.String("root", ".", "the root of the repository")
	if err := flags.Parse(args); err != nil {
		return err
	}
	files, err := generate(ctx, *root)
	if err != nil {
		return err
	}
	var stale []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(*root, name)
		old, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		if bytes.Equal(old, files[name]) {
			continue
		}
		stale = append(stale, name)
		if !*check {
			if err := os.WriteFile(path, files[name], 0o644); err != nil {
				return err
			}
		}
	}
	if *check && len(stale) > 0 {
		return fmt.Errorf("%s: not up to date with the code; run go run ./cmd/openapi and commit what it writes", strings.Join(stale, ", "))
	}
	return nil
}

// generate returns the generated files, by their paths from the root.
func generate(ctx context.Context, root string) (map[string][]byte, error) {
	comments, err := comments(root)
	if err != nil {
		return nil, err
	}
	swagger, err := swag(ctx, root, comments)
	if err != nil {
		return nil, err
	}
	doc, err := convert(swagger)
	if err != nil {
		return nil, err
	}
	if err := applyRules(doc, comments); err != nil {
		return nil, err
	}
	for _, name := range []string{"cmd/openapi/overlay.yaml", "cmd/openapi/examples.yaml"} {
		if err := overlay(doc, filepath.Join(root, name)); err != nil {
			return nil, err
		}
	}
	if err := linkParameters(doc); err != nil {
		return nil, err
	}
	applyGlossary(doc, at(doc, "x-glossary"))
	delete(doc, "x-glossary")
	finish(doc)
	text, err := render(doc)
	if err != nil {
		return nil, err
	}
	if err := validate(ctx, text); err != nil {
		return nil, err
	}
	goTypes, err := clientGo(doc)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{
		"openapi.yaml": text, "api/openapi.yaml": text, "client/types.go": goTypes, "clients/python/ringer/types.py": clientPython(doc),
	}, nil
}
