package session

import (
	"cmp"
	"fmt"
	"math"
)

// Budget is what the session's model calls have cost, and what its limits could not pay for.
type Budget struct {
	Spent Spent `json:"spent"`
	// Since is the seq of the last change of the limits or of the models.
	Since int64 `json:"since,omitempty"`
	// Unaffordable counts the strategy's thoughts that have failed since then because the limits
	// could not pay for one of their calls.
	Unaffordable int `json:"unaffordable,omitempty"`
	// SummaryUnaffordable says that a summary failed since then for the same reason.
	SummaryUnaffordable bool `json:"summary_unaffordable,omitempty"`
}

// The highest limits that a session may set, far above the needs of any game.
const (
	MaxCallLimit  = 1_000_000
	MaxTokenLimit = 1_000_000_000
	MaxCostLimit  = 10_000
)

// frugalFrom is the share of a limit from which a session takes cheaper paths.
const frugalFrom = 0.8

func (b *Budget) spend(calls []Call) { b.Spent = b.Spent.Plus(SpentOn(calls)) }

// step returns how many steps down the ladder of paths the limits put a session, and which limit
// does so. The last step, silence, is taken when a limit is reached. Those before it begin at
// frugalFrom and are evenly spaced. Each thought that could not be paid for takes one more.
func (b *Budget) step(limits Limits, last int) (step int, reason PathReason) {
	share, reason := limits.Use(b.Spent)
	switch {
	case reason == "": // there is no limit
		return 0, ""
	case share >= 1:
		return last, reason
	}
	step = b.Unaffordable
	for i := 1; i < last; i++ {
		if share >= frugalFrom+(1-frugalFrom)*float64(i-1)/float64(last-1) {
			step = max(step, i)
		}
	}
	return min(step, last), reason
}

// Use returns which limit is used up the most, and how far: 1 is all of it, 0 without limits.
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

// Fill copies the limits that are left out from others.
func (l *Limits) Fill(from Limits) {
	l.MaxChars = cmp.Or(l.MaxChars, from.MaxChars)
	l.MaxCalls = cmp.Or(l.MaxCalls, from.MaxCalls)
	l.MaxTokens = cmp.Or(l.MaxTokens, from.MaxTokens)
	l.MaxCost = cmp.Or(l.MaxCost, from.MaxCost)
}

// Tokens returns the tokens of prompts and answers together.
func (s Spent) Tokens() int { return s.PromptTokens + s.AnswerTokens }

func (l Limits) validate(errs *Errors) {
	errs.AddIf(l.MaxChars < MinChars || l.MaxChars > MaxText, CodeOutOfRange, "/limits/max_chars", "must be from %d to %d", MinChars, MaxText)
	errs.AddIf(l.MaxCalls < 0 || l.MaxCalls > MaxCallLimit, CodeOutOfRange, "/limits/max_calls", "must be from 1 to %d; leave it out for no limit", MaxCallLimit)
	errs.AddIf(l.MaxTokens < 0 || l.MaxTokens > MaxTokenLimit, CodeOutOfRange, "/limits/max_tokens", "must be from 1 to %d; leave it out for no limit", MaxTokenLimit)
	if !(l.MaxCost == 0 || l.MaxCost >= 1e-6 && l.MaxCost <= MaxCostLimit) {
		errs.Add(CodeOutOfRange, "/limits/max_cost", fmt.Sprintf("must be from 0.000001 to %d; leave it out for no limit", MaxCostLimit))
	}
}
