package api

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"text/template"

	"ringer/engine/goldentest"
	"ringer/engine/sessiontest"
)

// errorsMarkdown is the page, with ~ in place of each backquote.
const errorsMarkdown = `# Errors

For developers of a platform: every code of an answer with a status of 400 or above, and what to do next.

The answer is a problem document (RFC 9457, ~application/problem+json~):

~~~json
{{(index . 0).Example}}~~~

* Programs should use ~code~. Its meaning never changes. ~type~ leads to the server's own page ~/docs/errors~, with an example of each code.
* ~retryable~ says whether the same request may succeed later. Such codes have a * behind the status.
* ~errors~ lists each invalid value of a query or a body. It leaves out errors that only follow from another value that could not be read.
* ~in~ says where the value is: body, query or header. ~pointer~ is a JSON pointer (RFC 6901) into the body, or the name of a parameter or header.
* Quote the ~request_id~ when you report an error: the server's log has it, too.

## Warnings

Some values are probably mistakes, but ~/v1~ has always accepted them. The answer has them in ~warnings~: code, pointer, and what was made
of the value. A server with ~--strict~, or a session or game with ~strict: true~, refuses them with the same code and pointer. The metric
~ringer_warnings_total~ counts both.

~~~json
{"messages": [{"id": "m-1", "seq": 4}], "warnings": [{"code": "unlikely_time", "pointer": "/sent_at", "detail": "is in the future and counts as …"}]}
~~~

Warnings have these codes:{{range .}}{{if .Doubt}} ~{{.Code}}~{{end}}{{end}}.

## Codes

~go test ./api -run TestErrorsDocument -update~ makes this page from the table in ~api/errors.yaml~.

| code | meaning, and what to do |
|---|---|
{{range .}}| ~{{.Code}}~ {{.Status}}{{if .Retryable}}*{{end}} | {{.Title}}. {{.Next}} |
{{end}}`

// TestErrorsDocument compares docs/errors.md with the table of codes.
func TestErrorsDocument(t *testing.T) {
	t.Parallel()
	var want bytes.Buffer
	sessiontest.NoError(t, template.Must(template.New("").Parse(strings.ReplaceAll(errorsMarkdown, "~", "`"))).Execute(&want, explanations()))
	goldentest.File(t, filepath.Join("..", "docs", "errors.md"), want.String())
}
