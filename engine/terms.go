package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ringer/engine/game"
)

// Terms are what a server allows its sessions.
type Terms struct {
	// Models are the names that a session may choose, besides leaving it to the server; "*" stands for any.
	Models []string
	// Limits bound what a session may spend: they hold for one that asks for no limit of its own, which may only ask for less. Zero is no
	// bound.
	Limits game.Limits
	// Standing are the models that answer where a session chooses none.
	Standing []string
	// Priced tells whether the price of a model is known; nil is of each. Else what it costs is counted as nothing, and no limit holds it.
	Priced func(model string) bool
}

// agree fills and checks what is chosen of models and limits.
func (t Terms) agree(m *game.ModelChoices, l *game.Limits) error {
	var errs game.Errors
	m.Each(func(role string, c *game.ModelChoice) {
		if c.Model == "" || slices.Contains(t.Models, c.Model) || slices.Contains(t.Models, "*") {
			return
		}
		detail := "is no model that this server lets sessions choose; leave it out"
		if len(t.Models) > 0 {
			detail = "is no model that this server lets sessions choose; leave it out, or take one of " + strings.Join(t.Models, ", ")
		}
		errs.Add(game.CodeModelNotAllowed, "/model/"+role+"/model", detail)
	})
	if l != nil {
		within(&errs, "/limits/max_calls", &l.MaxCalls, t.Limits.MaxCalls)
		within(&errs, "/limits/max_tokens", &l.MaxTokens, t.Limits.MaxTokens)
		within(&errs, "/limits/max_cost", &l.MaxCost, t.Limits.MaxCost)
	}
	return errs.Err()
}

// priced checks that a limit of cost would hold every model of a session.
func (t Terms) priced(c *game.Config) error {
	if t.Priced == nil || cmp.Or(c.Limits.MaxCost, t.Limits.MaxCost) == 0 {
		return nil
	}
	var errs game.Errors
	standing := t.Standing
	c.Model.Each(func(role string, choice *game.ModelChoice) {
		if choice.Model == "" {
			return
		}
		if role == "default" {
			standing = nil
		}
		if !t.Priced(choice.Model) {
			errs.Add(game.CodeModelNotAllowed, "/model/"+role+"/model", "has no price on this server, so that no limits.max_cost can hold it; take another one")
		}
	})
	for _, name := range standing {
		if !t.Priced(name) {
			errs.Add(game.CodeInvalidValue, "/limits/max_cost", fmt.Sprintf("cannot be kept: this server knows no price of %s; take max_calls or max_tokens", name))
		}
	}
	return errs.Err()
}

// within holds a limit of a session to the server's.
func within[N int | float64](errs *game.Errors, pointer string, limit *N, most N) {
	switch {
	case most == 0:
	case *limit == 0:
		*limit = most
	case *limit > most:
		errs.Add(game.CodeOutOfRange, pointer, fmt.Sprintf("must be at most %v on this server", most))
	}
}
