package api

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"ringer/engine/game"
)

// parameter is one parameter of a query.
type parameter struct {
	name string
	// code is that of a value that cannot be used, wrong says what is wrong with one, empty that nothing is.
	code  game.Code
	detail func(text string) string
}

// anyText is a parameter that takes every text, whole one that takes a whole number from low to high, choice one of some values.
func anyText(name string) parameter {
	return parameter{name, codeInvalidParameter, func(string) string { return "" }}
}

func wholeNumber(name string, low, high int64) parameter {
	return parameter{name, codeInvalidParameter, func(text string) string {
		if n, err := strconv.ParseInt(text, 10, 64); err != nil || n < low || n > high || text[0] == '+' {
			return fmt.Sprintf("must be a whole number from %d to %d", low, high)
		}
		return ""
	}}
}

func oneOf(name string, values ...string) parameter {
	return parameter{name, codeInvalidParameter, func(text string) string {
		if !slices.Contains(values, text) {
			return "must be " + strings.Join(values, " or ")
		}
		return ""
	}}
}

// maxSeq is more than any log holds, and leaves room to count on.
const maxSeq = 1 << 62

// position is a parameter that names a place in a log.
func seqParameter(name string) parameter {
	return parameter{name, codeInvalidCursor, func(text string) string {
		if wholeNumber(name, 0, maxSeq).detail(text) != "" {
			return "must be the seq of an event, 0 for the beginning"
		}
		return ""
	}}
}

// number returns a whole number of the query, which has been checked.
func queryNumber(c echo.Context, name string, standard int64) int64 {
	n, err := strconv.ParseInt(c.QueryParam(name), 10, 64)
	if err != nil {
		return standard
	}
	return n
}

// understand refuses a query with parameters that the route does not know, that have no value or one that cannot be used: a
// mistyped limit would be none. It names them all. Open routes take any, since those who ask whether a server is up add what they like.
func (r route) checkQuery(query string) error {
	if query == "" || r.open {
		return nil
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return refuse(codeInvalidParameter, "query", "cannot be read; escape %, & and ; as %25, %26 and %3B")
	}
	known := "there is none"
	if names := r.parameters(); len(names) > 0 {
		known = "known are " + strings.Join(names, ", ")
	}
	var errs game.Errors
	for _, name := range slices.Sorted(maps.Keys(values)) {
		i := slices.IndexFunc(r.query, func(p parameter) bool { return p.name == name })
		if i < 0 {
			errs.Add(codeInvalidParameter, "query", fmt.Sprintf("has a parameter %.40q, which is not known here; %s", name, known))
			continue
		}
		r.query[i].check(&errs, values[name])
	}
	return errs.Err()
}

// parameters returns the names of those that the route knows.
func (r route) parameters() (names []string) {
	for _, p := range r.query {
		names = append(names, p.name)
	}
	return names
}

func (p parameter) check(errs *game.Errors, values []string) {
	text := values[0]
	switch {
	case len(values) > 1:
		errs.Add(codeInvalidParameter, p.name, "stands more than once; keep one of them")
	case text == "" && p.name == "cursor": // of the first page
	case text == "": // a variable that was not set would select everything
		errs.Add(codeInvalidParameter, p.name, "has no value; leave it out")
	case !storable(text):
		errs.Add(codeInvalidParameter, p.name, unstorable)
	default:
		if detail := p.detail(text); detail != "" {
			errs.Add(p.code, p.name, detail)
		}
	}
}

const unstorable = "must be UTF-8, without the character NUL"

// storable tells whether a text can be in the database at all. Postgres refuses even to look for one that cannot.
func storable(text string) bool { return utf8.ValidString(text) && !strings.Contains(text, "\x00") }

// find refuses addresses of what cannot be there.
func checkPath(c echo.Context) error {
	switch {
	case !storable(c.Param("id")):
		return refuseAs(game.CodeNotFound)
	case !storable(c.Param("mid")):
		return refuseAs(game.CodeNoMessage)
	case !storable(c.Param("vid")):
		return refuseAs(game.CodeNoVote)
	}
	return nil
}
