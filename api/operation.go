package api

import (
	"cmp"
	"maps"
	"net/http"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"ringer/engine/session"
)

// Operation is a route as openapi.yaml describes it.
type Operation struct {
	Method string
	// Path has its parameters in braces.
	Path string
	// Handler is the name of the method whose comment describes the operation. It is the id of the
	// operation, too.
	Handler string
	// Media is the media type of the answers.
	Media string
	// Deprecated operations should not be used any more.
	Deprecated bool
	// Open operations need no key.
	Open bool
	// Scope is what a key needs for it; empty for an open one.
	Scope string
	// Tokens lists the security schemes that open it in place of the key.
	Tokens []string
	// Roles lists the game tokens that open it.
	Roles []string
	// Query lists the names of its parameters.
	Query []string
	// Failures are the problems that it may answer with, ordered by status and code.
	Failures []Failure
}

// Failure is one problem that an operation may answer with.
type Failure struct {
	Status int
	Code   session.Code
	Title  string
	// Example is a problem document as the server writes it.
	Example any
}

// Operations returns the operations of the API in the order of the routes.
func Operations() []Operation {
	var all []Operation
	for _, r := range new(Server).routes() {
		if r.page {
			continue
		}
		o := Operation{Method: r.method, Path: braced(r.path), Handler: r.name(), Media: r.offered()[0], Deprecated: r.deprecated != nil, Open: r.open, Query: r.parameters(), Failures: r.failures()}
		if !r.open {
			o.Scope = string(r.needs())
		}
		if r.tokens {
			o.Tokens = append(o.Tokens, "readToken")
		}
		if len(r.roles) > 0 {
			o.Tokens = append(o.Tokens, "gameToken")
		}
		for _, role := range r.roles {
			o.Roles = append(o.Roles, string(role))
		}
		all = append(all, o)
	}
	return all
}

// name returns the name of the route's handler.
func (r route) name() string {
	name := runtime.FuncForPC(reflect.ValueOf(r.handler).Pointer()).Name()
	return strings.TrimSuffix(name[strings.LastIndexByte(name, '.')+1:], "-fm")
}

// allCodes returns the codes of the route and those that all such routes have.
func (r route) allCodes() []session.Code {
	codes := slices.Concat(anyCodes, r.codes)
	if !r.open {
		codes = append(codes, guardedCodes...)
	}
	if r.writes() {
		codes = append(codes, writingCodes...)
	}
	return codes
}

func (r route) failures() []Failure {
	var all []Failure
	for _, code := range r.allCodes() {
		m := meanings()[code]
		all = append(all, Failure{Status: m.Status, Code: code, Title: m.Title, Example: sample(code)})
	}
	slices.SortFunc(all, func(a, b Failure) int { return cmp.Or(cmp.Compare(a.Status, b.Status), cmp.Compare(a.Code, b.Code)) })
	return slices.CompactFunc(all, func(a, b Failure) bool { return a.Code == b.Code })
}

// Answer is a kind of answer that a route may give.
type Answer struct {
	Method, Route string
	Status        int
}

// Answers returns the kinds of answers that the routes may give: all failures, and the successes of
// their methods.
func Answers() (all []Answer) {
	successes := map[string][]int{http.MethodPost: {http.StatusOK, http.StatusCreated, http.StatusAccepted}, http.MethodDelete: {http.StatusNoContent}}
	for _, r := range new(Server).routes() {
		statuses := slices.Clone(successes[r.method])
		if len(statuses) == 0 {
			statuses = []int{http.StatusOK}
		}
		for _, code := range r.allCodes() {
			statuses = append(statuses, meanings()[code].Status)
		}
		slices.Sort(statuses)
		for _, status := range slices.Compact(statuses) {
			all = append(all, Answer{r.method, r.path, status})
		}
	}
	return all
}

// DoubtfulCodes returns the codes of values that are probably mistakes.
func DoubtfulCodes() []session.Code {
	return slices.DeleteFunc(Codes(), func(c session.Code) bool { return !meanings()[c].Doubt })
}

// Codes returns every code, including codes that no operation answers with, such as the code for an
// unknown address.
func Codes() []session.Code { return slices.Sorted(maps.Keys(meanings())) }

// braced writes echo's :name as {name}.
func braced(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if name, ok := strings.CutPrefix(p, ":"); ok {
			parts[i] = "{" + name + "}"
		}
	}
	return strings.Join(parts, "/")
}
