package desk

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ringer/engine/session"
)

// Terms are what a server allows its sessions.
type Terms struct {
	// Strict refuses what is otherwise accepted with warnings, in all sessions and games.
	Strict bool
	// Models are the names of models that a session may choose; "*" allows any. A session may
	// always leave the choice to the server.
	Models []string
	// Languages are the languages that a session may have although the mouth has no word list of
	// them; "*" allows any.
	Languages []string
	// Limits bound what a session may spend. They are the defaults of a session without limits, and
	// a session may only ask for less. Zero means no bound.
	Limits session.Limits
	// GameEvents is how many events the log of a game takes; 0 means game.DefaultEvents.
	GameEvents int64
	// ServerModels are the models of the server's own settings. They answer if a session chooses
	// none.
	ServerModels []string
	// Priced reports whether the price of a model is known. If it is nil, all prices are known. A
	// model without a price counts as free, so no limit of cost can stop it.
	Priced func(model string) bool
	// Own returns the models of the server that a tenant has brought, the first one first, and
	// whether their prices are known. They replace those of this server. It returns none if the
	// tenant has no server. Nil means that no tenant has one.
	Own func(tenant string) (models []string, priced func(model string) bool)
}

// of returns the terms of a tenant.
func (t Terms) of(tenant string) Terms {
	if t.Own == nil {
		return t
	}
	if models, priced := t.Own(tenant); len(models) > 0 {
		t.Models, t.ServerModels, t.Priced = models, models[:1], priced
	}
	return t
}

// Offers reports whether a session may choose a model.
func (t Terms) Offers(model string) bool {
	return model == "" || slices.Contains(t.Models, model) || slices.Contains(t.Models, "*")
}

func (t Terms) checkChoices(m *session.ModelChoices, l *session.Limits) error {
	var errs session.Errors
	m.Each(func(role string, c *session.ModelChoice) {
		if t.Offers(c.Model) {
			return
		}
		detail := "is not a model that this server lets you choose; leave it out"
		if len(t.Models) > 0 {
			detail = "is not a model that this server lets you choose; leave it out, or take one of " + strings.Join(t.Models, ", ")
		}
		errs.Add(session.CodeModelNotAllowed, "/model/"+role+"/model", detail)
	})
	if l != nil {
		capLimit(&errs, "/limits/max_calls", &l.MaxCalls, t.Limits.MaxCalls)
		capLimit(&errs, "/limits/max_tokens", &l.MaxTokens, t.Limits.MaxTokens)
		capLimit(&errs, "/limits/max_cost", &l.MaxCost, t.Limits.MaxCost)
	}
	return errs.Err()
}

// checkLanguage checks the language of a new session. Without a word list of it the mouth cannot
// stop a bot that says what it is.
func (t Terms) checkLanguage(tag string) (errs session.Errors) {
	if session.HasWordList(tag) || slices.Contains(t.Languages, "*") || slices.ContainsFunc(t.Languages, func(l string) bool { return strings.EqualFold(l, tag) }) {
		return nil
	}
	errs.Add(session.CodeLanguageNotAllowed, "/language", "has no word list, so the bot's texts cannot be checked in it; take one of "+strings.Join(session.Languages(), ", ")+", or ask the operator of this server to allow it")
	return errs
}

// checkPrices checks that the price of every model of a session is known, if its cost is limited.
func (t Terms) checkPrices(c *session.Config) error {
	if t.Priced == nil || cmp.Or(c.Limits.MaxCost, t.Limits.MaxCost) == 0 {
		return nil
	}
	var errs session.Errors
	serverModels := t.ServerModels
	c.Model.Each(func(role string, choice *session.ModelChoice) {
		if choice.Model == "" {
			return
		}
		if role == "default" {
			serverModels = nil
		}
		if !t.Priced(choice.Model) {
			errs.Add(session.CodeModelNotAllowed, "/model/"+role+"/model", "has no price on this server, so limits.max_cost cannot bound it; take another model")
		}
	})
	for _, name := range serverModels {
		if !t.Priced(name) {
			errs.Add(session.CodeInvalidValue, "/limits/max_cost", fmt.Sprintf("cannot be kept: this server does not know the price of %s; use max_calls or max_tokens", name))
		}
	}
	return errs.Err()
}

// capLimit fills in the server's limit if the session has none.
func capLimit[N int | float64](errs *session.Errors, pointer string, limit *N, most N) {
	switch {
	case most == 0:
	case *limit == 0:
		*limit = most
	case *limit > most:
		errs.Add(session.CodeOutOfRange, pointer, fmt.Sprintf("must be at most %v on this server", most))
	}
}
