package api

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"ringer/engine/game"
)

// understand refuses a query with parameters that the route does not know, or that have no value: a mistyped limit would be none. Open routes take any,
// since those who ask whether a server is up add what they like.
func (r route) understand(query string) error {
	if query == "" || r.open {
		return nil
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return refuse(codeInvalidParameter, "query", "cannot be read; escape %, & and ; as %25, %26 and %3B")
	}
	known := "there is none"
	if len(r.query) > 0 {
		known = "known are " + strings.Join(r.query, ", ")
	}
	var errs game.Errors
	for _, name := range slices.Sorted(maps.Keys(values)) {
		switch {
		case !slices.Contains(r.query, name):
			errs.Add(codeInvalidParameter, "query", fmt.Sprintf("has a parameter %.40q, which is not known here; %s", name, known))
		// A variable that was not set would select everything. Only the cursor of the first page is rightly empty.
		case values.Get(name) == "" && name != "cursor":
			errs.Add(codeInvalidParameter, name, "has no value; leave it out")
		case len(values[name]) > 1:
			errs.Add(codeInvalidParameter, name, "stands more than once; keep one of them")
		case !storable(values[name][0]):
			errs.Add(codeInvalidParameter, name, unstorable)
		}
	}
	return errs.Err()
}

const unstorable = "must be UTF-8, without the character NUL"

// storable tells whether a text can be in the database at all. Postgres refuses even to look for one that cannot.
func storable(text string) bool { return utf8.ValidString(text) && !strings.Contains(text, "\x00") }

// find refuses addresses of what cannot be there.
func find(c echo.Context) error {
	switch {
	case !storable(c.Param("id")):
		return refuseAs(game.CodeNotFound)
	case !storable(c.Param("mid")):
		return refuseAs(game.CodeNoMessage)
	}
	return nil
}
