package api

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"text/template"

	"ringer/engine/goldentest"
)

const errorsMarkdown = "# Errors\n\n" + `Every answer from 400 on is a problem document (RFC 9457, ` + "`application/problem+json`" + `). Switch on its ` + "`code`" + `, which never changes
its meaning. ` + "`retryable`" + ` says that the same request may succeed later. ` + "`errors`" + ` names each invalid value: ` + "`in`" + ` is where it stands,
` + "`pointer`" + ` a JSON pointer (RFC 6901) into the body, or the name of a parameter or header. All that is wrong with a query or a body is reported
at once, but for what only follows from something else that could not be read. Quote the ` + "`request_id`" + ` in a report: the server's
log has it, too.

This page is made from the table in ` + "`api/errors.go`" + ` by ` + "`go test ./api -run TestErrorsDocument -update`" + `, and the server shows it
at ` + "`/docs/errors`" + `.

| code | status | | retryable |
|---|---|---|---|
{{range .}}| [` + "`{{.Code}}`" + `](#{{.Code}}) | {{.Status}} | {{.Title}} | {{if .Retryable}}yes{{end}} |
{{end}}{{range .}}
## {{.Code}}

{{.Status}}. {{.Title}}. {{.Next}}

` + "```json\n{{.Example}}```" + `
{{end}}`

// TestErrorsDocument holds docs/errors.md against the table.
func TestErrorsDocument(t *testing.T) {
	t.Parallel()
	var want bytes.Buffer
	if err := template.Must(template.New("").Parse(errorsMarkdown)).Execute(&want, explanations()); err != nil {
		t.Fatal(err)
	}
	goldentest.File(t, filepath.Join("..", "docs", "errors.md"), want.String())
	readme, err := os.ReadFile(filepath.Join("..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range explanations() {
		if !bytes.Contains(readme, []byte("`"+string(e.Code)+"`")) {
			t.Errorf("the README does not list the code %s", e.Code)
		}
	}
}
