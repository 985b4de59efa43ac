package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi2"
	"github.com/getkin/kin-openapi/openapi2conv"

	"ringer/api"
	"ringer/engine/session"
)

// sources are the packages whose types appear in the API.
const sources = "./api,./engine/desk,./engine/game,./engine/referee,./engine/journal,./engine/session,./engine/mouth,./engine/tenant,./engine/timing"

// overrides lists types that swag cannot read, or whose JSON differs from their Go type.
const overrides = `replace json.RawMessage object
replace time.Duration integer
replace ringer/engine/timing.Millis integer
`

// swag returns the Swagger 2.0 document that swag generates from the comments.
func swag(ctx context.Context, root string, comments map[string]string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "openapi")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string]string{"overrides": overrides, "go.mod": "module extra\n", "extra.go": extraSource(comments)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	command := exec.CommandContext(ctx, "go", "tool", "swag", "init", "--generalInfo", "doc.go", "--dir", sources+","+dir,
		"--output", dir, "--outputTypes", "json", "--requiredByDefault", "--overridesFile", filepath.Join(dir, "overrides"))
	command.Dir = root
	log, err := command.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("swag: %w\n%s", err, log)
	}
	// swag continues with an empty object when it cannot read a type.
	if i := bytes.Index(log, []byte("Error parsing type definition")); i >= 0 {
		line, _, _ := bytes.Cut(log[i:], []byte("\n"))
		return nil, fmt.Errorf("swag: %s; add its package to sources, or the type to overrides", line)
	}
	return os.ReadFile(filepath.Join(dir, "swagger.json"))
}

// extraPath is the path of an operation through which swag finds types that no other names.
const extraPath = "/extra"

// ownType matches a type of package api in a line of a comment for swag.
var ownType = regexp.MustCompile(`(\{object\}|body body)\s+([a-z]\w+)\s`)

// extraSource returns the source of a function for each operation, with a comment in the language
// of swag: the media types and the address from the table of routes, the types of body and answers
// from the comment of the handler. The last one answers with each type of event, a problem, and a
// recorded call.
func extraSource(comments map[string]string) string {
	var b strings.Builder
	b.WriteString("package extra\n\nimport (\n\t\"ringer/api\"\n\t\"ringer/engine/session\"\n)\n\n")
	for i, o := range api.Operations() {
		for line := range strings.Lines(comments[o.Handler]) {
			switch line = strings.TrimSpace(line); {
			case strings.HasPrefix(line, "@Body"):
				line = "@Accept json\n// @Param body body " + strings.Replace(line[len("@Body"):], "\t\"", " true \"", 1)
			case strings.HasPrefix(line, "@OptionalBody"):
				line = "@Accept json\n// @Param body body " + strings.Replace(line[len("@OptionalBody"):], "\t\"", " false \"", 1)
			case !strings.HasPrefix(line, "@Success") && !strings.HasPrefix(line, "@Header"):
				continue
			}
			b.WriteString("// " + ownType.ReplaceAllString(line, "$1 api.$2 ") + "\n")
		}
		fmt.Fprintf(&b, "// @Produce %s\n// @Router %s [%s]\nfunc f%d() {}\n\n", o.Media, o.Path, o.Method, i)
	}
	types := []string{"api.problem", "api.callLine"}
	for _, p := range slices.Concat(api.Payloads(), api.GamePayloads()) {
		types = append(types, swagName(p))
	}
	for i, t := range types {
		fmt.Fprintf(&b, "// @Success %d {object} %s \"-\"\n", 600+i, t)
	}
	fmt.Fprintf(&b, "// @Router %s [get]\nfunc extra() {}\n", extraPath)
	return b.String()
}

// swagName is the name that swag has for the type of a payload, such as session.PlanCreated.
func swagName(p session.Payload) string { return strings.TrimPrefix(fmt.Sprintf("%T", p), "*") }

// convert turns a Swagger 2.0 document into an OpenAPI 3.0 one.
func convert(swagger []byte) (object, error) {
	var old openapi2.T
	if err := json.Unmarshal(swagger, &old); err != nil {
		return nil, fmt.Errorf("swag's document: %w", err)
	}
	converted, err := openapi2conv.ToV3(&old)
	if err != nil {
		return nil, fmt.Errorf("convert to OpenAPI 3: %w", err)
	}
	text, err := json.Marshal(converted)
	if err != nil {
		return nil, err
	}
	var doc object
	err = json.Unmarshal(text, &doc)
	delete(at(doc, "paths"), extraPath)
	return doc, err
}
