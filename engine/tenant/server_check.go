package tenant

import (
	"fmt"
	"slices"
	"strings"

	"ringer/engine/journal"
	"ringer/engine/outward"
	"ringer/engine/session"
)

const (
	maxAddress      = 500
	maxServerKey    = 500
	maxServedModels = 20
	maxModelPrice   = 1e6
)

// CheckServer returns session.Errors with what is wrong with the settings of a model server. Only
// with private the address may begin with http, which sends the key in the clear.
func CheckServer(s *journal.ModelServer, private bool) error {
	var errs session.Errors
	const at = "/base_url"
	switch u, wrong := outward.Parse(s.BaseURL, private, "--tenant-models-private"); {
	case s.BaseURL == "":
		errs.Add(session.CodeRequired, at, "is missing; give the address of the model server, such as https://models.example/v1")
	case len(s.BaseURL) > maxAddress:
		errs.Add(session.CodeTooLong, at, fmt.Sprintf("is longer than %d bytes; shorten it", maxAddress))
	case wrong != "":
		errs.Add(session.CodeInvalidValue, at, wrong)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		errs.Add(session.CodeInvalidValue, at, "must hold no user, query or fragment; put the key into key")
	case strings.HasSuffix(strings.TrimRight(u.Path, "/"), "/chat/completions"):
		errs.Add(session.CodeInvalidValue, at, "must end before /chat/completions, which is added to it")
	}
	unfit := func(r rune) bool { return r <= ' ' || r > '~' }
	switch {
	case len(s.Key) > maxServerKey:
		errs.Add(session.CodeTooLong, "/key", fmt.Sprintf("is longer than %d bytes; shorten it", maxServerKey))
	case strings.ContainsFunc(s.Key, unfit) || strings.Trim(s.Key, `"'`) != s.Key:
		errs.Add(session.CodeInvalidValue, "/key", "must be the key alone, in ASCII, without Bearer, blanks or quotation marks")
	}
	checkServed(&errs, s.Models)
	return errs.Err()
}

func checkServed(errs *session.Errors, models []journal.ServedModel) {
	switch {
	case len(models) == 0:
		errs.Add(session.CodeRequired, "/models", "is missing; name the model that answers")
	case len(models) > maxServedModels:
		errs.Add(session.CodeTooMany, "/models", fmt.Sprintf("has %d models, at most %d are taken", len(models), maxServedModels))
		return
	}
	for i, m := range models {
		at := fmt.Sprintf("/models/%d", i)
		session.CheckName(errs, at+"/name", m.Name)
		if slices.ContainsFunc(models[:i], func(o journal.ServedModel) bool { return o.Name == m.Name }) {
			errs.Add(session.CodeInvalidValue, at+"/name", "stands twice; leave one out")
		}
		if p := m.Price; p != nil {
			for _, of := range []struct {
				name  string
				price float64
			}{{"prompt", p.Prompt}, {"answer", p.Answer}, {"cached", p.Cached}} {
				if !(of.price >= 0 && of.price <= maxModelPrice) {
					errs.Add(session.CodeOutOfRange, at+"/price/"+of.name, fmt.Sprintf("must be from 0 to %d, for a million tokens", int(maxModelPrice)))
				}
			}
		}
	}
}
