package engine

import (
	"fmt"
	"sync"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// purse holds what a session may still spend: its limits, less what its log says was spent, less what its running thoughts have spent or
// set aside. Thoughts that a crash broke off are not in the log: what they cost is not counted.
type purse struct {
	mu     sync.Mutex // protects all below, and the tabs
	limits game.Limits
	spent  game.Spent
	open   map[*tab]bool
}

// tab is what one thought has spent and set aside. It implements prompt.Purse.
type tab struct {
	purse *purse
	sum   game.Spent
}

func newPurse() *purse { return &purse{open: map[*tab]bool{}} }

// tab opens a tab for a thought.
func (p *purse) tab() *tab {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := &tab{purse: p}
	p.open[t] = true
	return t
}

// busy tells whether a thought has a tab, be it one that has just been stopped.
func (p *purse) busy() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.open) > 0
}

// settle takes the state of the log, and closes the tabs of thoughts that are in it now.
func (p *purse) settle(s *game.State, closed []*tab) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.limits, p.spent = s.Config.Limits, s.Spent
	for _, t := range closed {
		delete(p.open, t)
	}
}

// Reserve implements prompt.Purse.
func (t *tab) Reserve(most game.Spent) error {
	p := t.purse
	p.mu.Lock()
	defer p.mu.Unlock()
	all := p.spent.Plus(most)
	for o := range p.open {
		all = all.Plus(o.sum)
	}
	if share, reason := p.limits.Use(all); share > 1 {
		return &prompt.Error{Code: prompt.BudgetSpent, Cause: fmt.Errorf("the call might go beyond the session's limits (%s)", reason)}
	}
	t.sum = t.sum.Plus(most)
	return nil
}

// Settle implements prompt.Purse.
func (t *tab) Settle(most, spent game.Spent) {
	t.purse.mu.Lock()
	defer t.purse.mu.Unlock()
	t.sum = t.sum.Minus(most).Plus(spent)
}
