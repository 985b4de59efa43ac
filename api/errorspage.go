package api

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"html/template"
	"maps"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"ringer/engine/game"
)

// explained is a code as people read of it.
type explanation struct {
	Code      game.Code
	Status    int
	Title     string
	Next      string
	Retryable bool
	// Example is a problem document.
	Example string
}

// explainAll returns every code, in the order of status and name.
func explanations() []explanation {
	var all []explanation
	for _, code := range slices.Sorted(maps.Keys(meanings)) {
		m := meanings[code]
		var example bytes.Buffer
		lines := json.NewEncoder(&example)
		lines.SetEscapeHTML(false)
		lines.SetIndent("", "  ")
		if err := lines.Encode(sample(code)); err != nil {
			panic("api: an example: " + err.Error()) // it holds texts and numbers only
		}
		all = append(all, explanation{code, m.status, m.title, m.next, m.retryable, example.String()})
	}
	slices.SortStableFunc(all, func(a, b explanation) int { return cmp.Compare(a.Status, b.Status) })
	return all
}

//go:embed errors.html
var errorsHTML string

// errorsHandler returns what serves the page of all codes.
func errorsHandler() echo.HandlerFunc {
	var page bytes.Buffer
	if err := template.Must(template.New("errors").Parse(errorsHTML)).Execute(&page, explanations()); err != nil {
		panic("api: the page of errors: " + err.Error()) // it is the same at each start
	}
	return func(c echo.Context) error {
		c.Response().Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
		return c.HTMLBlob(http.StatusOK, page.Bytes())
	}
}
