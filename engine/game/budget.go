package game

import (
	"cmp"
	"fmt"
	"math"
)

// Bounds of what a session may be allowed to spend, far above any game.
const (
	MaxCallLimit  = 1_000_000
	MaxTokenLimit = 1_000_000_000
	MaxCostLimit  = 10_000
)

// frugalFrom is the share of a limit from which a session takes cheaper paths: what is left then lasts it several times as long.
const frugalFrom = 0.8

// Use tells which of the limits has been used up the most, and how far: 1 is all of it. Without limits it is 0.
func (l Limits) Use(s Spent) (share float64, reason PathReason) {
	for _, of := range []struct {
		limit, used float64
		reason      PathReason
	}{
		{float64(l.MaxCalls), float64(s.Calls), CallsSpent},
		{float64(l.MaxTokens), float64(s.Tokens()), TokensSpent},
		{math.Round(l.MaxCost * 1e6), float64(s.CostMicros), CostSpent},
	} {
		if of.limit > 0 && (reason == "" || of.used/of.limit > share) {
			share, reason = of.used/of.limit, of.reason
		}
	}
	return share, reason
}

// Fill takes what is left out from others.
func (l *Limits) Fill(from Limits) {
	l.MaxChars = cmp.Or(l.MaxChars, from.MaxChars)
	l.MaxCalls = cmp.Or(l.MaxCalls, from.MaxCalls)
	l.MaxTokens = cmp.Or(l.MaxTokens, from.MaxTokens)
	l.MaxCost = cmp.Or(l.MaxCost, from.MaxCost)
}

// Tokens returns those of prompts and answers together.
func (s Spent) Tokens() int { return s.PromptTokens + s.AnswerTokens }

func (l Limits) validate(errs *Errors) {
	if l.MaxChars < MinChars || l.MaxChars > MaxText {
		errs.Add(CodeOutOfRange, "/limits/max_chars", fmt.Sprintf("must be from %d to %d", MinChars, MaxText))
	}
	if l.MaxCalls < 0 || l.MaxCalls > MaxCallLimit {
		errs.Add(CodeOutOfRange, "/limits/max_calls", fmt.Sprintf("must be from 1 to %d; leave it out for no limit", MaxCallLimit))
	}
	if l.MaxTokens < 0 || l.MaxTokens > MaxTokenLimit {
		errs.Add(CodeOutOfRange, "/limits/max_tokens", fmt.Sprintf("must be from 1 to %d; leave it out for no limit", MaxTokenLimit))
	}
	if !(l.MaxCost == 0 || l.MaxCost >= 1e-6 && l.MaxCost <= MaxCostLimit) {
		errs.Add(CodeOutOfRange, "/limits/max_cost", fmt.Sprintf("must be from 0.000001 to %d; leave it out for no limit", MaxCostLimit))
	}
}
