package home

import (
	"errors"
	"fmt"
	"sync"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// purse knows what a session may still spend: its limits, less the cost in the log, less what the
// running thoughts have spent or reserved. Some thoughts never reach the log: the server crashes or
// stops, or the session ends. Their cost is not counted.
type purse struct {
	mu     sync.Mutex // protects all below, and the tabs
	limits session.Limits
	spent  session.Spent
	open   map[*tab]bool
}

// tab is what one thought has spent, and what it has reserved for its running calls. It implements
// prompt.Purse.
type tab struct {
	purse           *purse
	spent, reserved session.Spent
}

func newPurse() *purse { return &purse{open: map[*tab]bool{}} }

func (p *purse) openTab() *tab {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := &tab{purse: p}
	p.open[t] = true
	return t
}

// busy reports whether a thought has an open tab. The thought may have been stopped already.
func (p *purse) busy() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.open) > 0
}

// update closes the tabs of thoughts that are in the log now.
func (p *purse) update(s *session.State, closed []*tab) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.limits, p.spent = s.Config.Limits, s.Budget.Spent
	for _, t := range closed {
		delete(p.open, t)
	}
}

func (t *tab) Reserve(most session.Spent) error {
	p := t.purse
	p.mu.Lock()
	defer p.mu.Unlock()
	spent, reserved := p.spent, session.Spent{}
	for o := range p.open {
		spent, reserved = spent.Plus(o.spent), reserved.Plus(o.reserved)
	}
	if share, reason := p.limits.Use(spent.Plus(most)); share > 1 {
		return &prompt.Error{Code: prompt.BudgetSpent, Cause: fmt.Errorf("the call might go beyond the session's limits (%s)", reason)}
	}
	if share, _ := p.limits.Use(spent.Plus(reserved).Plus(most)); share > 1 {
		return &prompt.Error{Code: prompt.ModelBusy, Cause: errors.New("the rest of the session's limits is reserved for its other calls")}
	}
	t.reserved = t.reserved.Plus(most)
	return nil
}

func (t *tab) Settle(most, spent session.Spent) {
	t.purse.mu.Lock()
	defer t.purse.mu.Unlock()
	t.reserved, t.spent = t.reserved.Minus(most), t.spent.Plus(spent)
}
