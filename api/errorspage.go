package api

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"html/template"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"ringer/engine/session"
)

// explanation is a code as the page of errors shows it.
type explanation struct {
	meaning
	Code session.Code
	// Example is a problem document.
	Example string
}

// explanations returns every code, ordered by status and name.
func explanations() []explanation {
	var all []explanation
	for _, code := range Codes() {
		var example bytes.Buffer
		lines := json.NewEncoder(&example)
		lines.SetEscapeHTML(false)
		lines.SetIndent("", "  ")
		if err := lines.Encode(sample(code)); err != nil {
			panic("api: an example: " + err.Error()) // it holds only texts and numbers
		}
		all = append(all, explanation{meanings()[code], code, example.String()})
	}
	slices.SortStableFunc(all, func(a, b explanation) int { return cmp.Compare(a.Status, b.Status) })
	return all
}

//go:embed errors.html
var errorsHTML string

// errorsHandler returns the handler of the page of errors.
func errorsHandler() echo.HandlerFunc {
	var page bytes.Buffer
	if err := template.Must(template.New("errors").Parse(errorsHTML)).Execute(&page, explanations()); err != nil {
		// The page is the same at each start, so a test would fail.
		panic("api: the page of errors: " + err.Error())
	}
	return func(c echo.Context) error {
		c.Response().Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
		return c.HTMLBlob(http.StatusOK, page.Bytes())
	}
}
