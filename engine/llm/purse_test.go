package llm_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"ringer/engine/llm"
	"ringer/engine/prompt"
	"ringer/engine/session"
)

// purse is a session's money.
type purse struct{ left, held session.Spent }

func (p *purse) Reserve(most session.Spent) error {
	if p.left.Calls < p.held.Calls+most.Calls || p.left.CostMicros < p.held.CostMicros+most.CostMicros {
		return &prompt.Error{Code: prompt.BudgetSpent, Cause: errors.New("not as much left")}
	}
	p.held = p.held.Plus(most)
	return nil
}

func (p *purse) Settle(most, spent session.Spent) {
	p.held, p.left = p.held.Minus(most), p.left.Minus(spent)
}

// TestPurse checks that the cost of every call is reserved before the call and settled after it.
// The record says what was settled.
func TestPurse(t *testing.T) {
	t.Parallel()
	for name, replies := range map[string][]reply{
		"OK":         {ok(`{"text":"hey"}`)},
		"Repaired":   {ok("hey"), ok(`{"text":"hey"}`)},
		"Failing":    {refuse(500, "oops")},
		"Refused":    {refuse(401, "no")},
		"Uncounted":  {{200, nil, `{"choices":[{"message":{"content":"{\"text\":\"hey\"}"}}]}`}},
		"Miscounted": {{200, nil, `{"choices":[{"message":{"content":"{\"text\":\"hey\"}"}}],"usage":{"prompt_tokens":-5,"completion_tokens":1e18,"prompt_tokens_details":{"cached_tokens":99}}}`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client := inTurn(replies...).client(t, func(c *llm.Config) {
					c.Prices = map[string]llm.Price{"test": {Prompt: 0.4, Cached: 0.1, Answer: 1.6}}
				})
				p := &purse{left: session.Spent{Calls: 10, CostMicros: 10_000}}
				before := p.left
				calls, _ := askServer(t, client, prompt.RoleReply, &line{}, func(c *prompt.Caller) { c.Purse = p })
				var all []session.Call
				for _, c := range calls {
					all = append(all, c.Call)
				}
				if spent := session.SpentOn(all); p.held != (session.Spent{}) || p.left.Plus(spent) != before || spent.Calls != len(calls) {
					t.Errorf("%+v is held, and %+v is left after %+v", p.held, p.left, spent)
				}
				if x := calls[len(calls)-1]; (name == "Uncounted" || name == "Miscounted") && (!x.Estimated || x.PromptTokens < 10 || x.AnswerTokens != 4 || x.CostMicros == 0) {
					t.Errorf("%+v", x.Call)
				}
			})
		})
	}
	t.Run("Spent", func(t *testing.T) {
		t.Parallel()
		client := inTurn(refuse(500, "oops"), ok(`{"text":"hey"}`)).client(t)
		p := &purse{left: session.Spent{Calls: 1}}
		calls, err := askServer(t, client, prompt.RoleReply, &line{}, func(c *prompt.Caller) { c.Purse = p })
		if code(err) != prompt.BudgetSpent || len(calls) != 2 || calls[1].Made() || p.held.Calls != 0 || strings.Count(fmt.Sprint(err), prompt.BudgetSpent) != 1 {
			t.Errorf("%v after %s", err, outcomes(calls))
		}
	})
	t.Run("SetAside", func(t *testing.T) {
		t.Parallel()
		calls, err := askServer(t, inTurn(ok("hey")).client(t), prompt.RoleReply, &line{}, func(c *prompt.Caller) { c.Purse = reservedPurse{} })
		if code(err) != prompt.ModelBusy || len(calls) != 1 || calls[0].Outcome != prompt.ModelBusy {
			t.Errorf("%v after %s", err, outcomes(calls))
		}
	})
}

// reservedPurse is a purse whose money is reserved for other calls.
type reservedPurse struct{ *purse }

func (reservedPurse) Reserve(session.Spent) error { return &prompt.Error{Code: prompt.ModelBusy} }

// TestPanicHoldsNothing checks that a panic gives back its place among the calls in flight and its
// part of the purse.
func TestPanicHoldsNothing(t *testing.T) {
	t.Parallel()
	first := true
	client := testServer(func(context.Context, body) reply {
		if first {
			first = false
			panic("a bug")
		}
		return ok(`{"text":"hey"}`)
	}).client(t, func(c *llm.Config) { c.InFlight = 1 })
	p := &purse{left: session.Spent{Calls: 10}}
	withPurse := func(c *prompt.Caller) { c.Purse = p }
	func() {
		defer func() { _ = recover() }() // as the engine does
		askServer(t, client, prompt.RoleReply, &line{}, withPurse)
	}()
	if l := client.Load(); l.InFlight != 0 || p.held != (session.Spent{}) {
		t.Errorf("load %+v, %+v held", l, p.held)
	}
}
