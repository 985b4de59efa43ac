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

	"ringer/engine/session"
)

// parameter is a query parameter.
type parameter struct {
	name string
	// code is the error code of an invalid value.
	code session.Code
	// detail returns what is wrong with a value; empty means that the value is valid.
	detail func(text string) string
}

// anyText returns a parameter that takes every text.
func anyText(name string) parameter {
	return parameter{name, codeInvalidParameter, func(string) string { return "" }}
}

// wholeNumber returns a parameter that takes a whole number from low to high.
func wholeNumber(name string, low, high int64) parameter {
	return parameter{name, codeInvalidParameter, func(text string) string {
		if n, err := strconv.ParseInt(text, 10, 64); err != nil || n < low || n > high || text[0] == '+' {
			return fmt.Sprintf("must be a whole number from %d to %d", low, high)
		}
		return ""
	}}
}

// oneOf returns a parameter that takes one of the values.
func oneOf(name string, values ...string) parameter {
	return parameter{name, codeInvalidParameter, func(text string) string {
		if !slices.Contains(values, text) {
			return "must be " + strings.Join(values, " or ")
		}
		return ""
	}}
}

// maxSeq is greater than the length of any log, and adding to it does not overflow.
const maxSeq = 1 << 62

// seqParameter returns a parameter that names a place in a log.
func seqParameter(name string) parameter {
	return parameter{name, codeInvalidCursor, func(text string) string {
		if wholeNumber(name, 0, maxSeq).detail(text) != "" {
			return "must be the seq of an event, 0 for the beginning"
		}
		return ""
	}}
}

// queryNumber returns a number of the query, or defaultValue when the query has none. checkQuery
// has checked the number before.
func queryNumber(c echo.Context, name string, defaultValue int64) int64 {
	n, err := strconv.ParseInt(c.QueryParam(name), 10, 64)
	if err != nil {
		return defaultValue
	}
	return n
}

// checkQuery refuses parameters that the route does not know, and parameters without a valid value.
// Without this, a mistyped limit would be ignored. It reports all errors. Open routes take any
// query, because health checkers may add what they like.
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
	var errs session.Errors
	for _, name := range slices.Sorted(maps.Keys(values)) {
		i := slices.IndexFunc(r.query, func(p parameter) bool { return p.name == name })
		if i < 0 {
			detail := fmt.Sprintf("has a parameter %.40q, which is not known here; %s", name, known)
			if near := session.Nearest(name, r.parameters()); near != "" {
				detail += "; did you mean " + near + "?"
			}
			errs.Add(codeInvalidParameter, "query", detail)
			continue
		}
		r.query[i].check(&errs, values[name])
	}
	return errs.Err()
}

// parameters returns the names of the query parameters that the route knows.
func (r route) parameters() (names []string) {
	for _, p := range r.query {
		names = append(names, p.name)
	}
	return names
}

func (p parameter) check(errs *session.Errors, values []string) {
	text := values[0]
	switch {
	case len(values) > 1:
		errs.Add(codeInvalidParameter, p.name, "appears more than once; keep one of them")
	case text == "" && p.name == "cursor": // the first page
	case text == "": // an unset variable of a script would select everything
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

// storable reports whether the database can hold a text. Postgres refuses even a query for a text
// that it cannot hold.
func storable(text string) bool { return utf8.ValidString(text) && !strings.Contains(text, "\x00") }

const (
	// gamePrefix begins the ids of games.
	gamePrefix = "gam_"
	// gameRoute begins the paths of one game.
	gameRoute = "/v1/games/:id"
	// arenaRoute begins the paths of the contests of the playground.
	arenaRoute = "/playground/arena"
	// sessionRoute begins the paths of one session.
	sessionRoute = "/v1/sessions/:id"
)

// checkPath answers "not found" for ids that no database can hold.
func checkPath(c echo.Context) error {
	id := c.Param("id")
	switch {
	case !storable(id):
		return refuseAs(session.CodeNotFound)
	case strings.HasPrefix(c.Path(), sessionRoute) && strings.HasPrefix(id, gamePrefix):
		return refuse(session.CodeNotFound, "", "this is the id of a game; its routes begin with /v1/games/")
	case strings.HasPrefix(c.Path(), gameRoute) && !strings.HasPrefix(id, gamePrefix):
		return refuse(session.CodeNotFound, "", "this is not the id of a game; those begin with "+gamePrefix+", and GET /v1/games lists them")
	case !storable(c.Param("wid")):
		return refuseAs(codeWebhookUnknown)
	case !storable(c.Param("kid")):
		return refuseAs(codeKeyUnknown)
	case !storable(c.Param("tid")):
		return refuseAs(codeTenantUnknown)
	case !storable(c.Param("mid")):
		return refuseAs(session.CodeNoMessage)
	case !storable(c.Param("vid")):
		return refuseAs(session.CodeNoVote)
	}
	return nil
}
