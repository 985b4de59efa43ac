package engine

import (
	"errors"
	"fmt"
	"sync"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// purse holds what a session may still spend: its limits, less what its log says was spent, less what its running thoughts have spent or
// set aside. Thoughts that a crash, a stop of the server or the end of the session broke off are not in the log: what they cost is not counted.
type purse struct {
	mu     sync.Mutex // protects all below, and the tabs
	limits game.Limits
	spent  game.Spent
	open   map[*tab]bool
}

// tab is what one thought has spent, and set aside for its calls under way. It implements prompt.Purse.
type tab struct {
	purse        *purse
	spent, aside game.Spent
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
	p.limits, p.spent = s.Config.Limits, s.Budget.Spent
	for _, t := range closed {
		delete(p.open, t)
	}
}

// Reserve implements prompt.Purse.
func (t *tab) Reserve(most game.Spent) error {
	p := t.purse
	p.mu.Lock()
	defer p.mu.Unlock()
	spent, aside := p.spent, game.Spent{}
	for o := range p.open {
		spent, aside = spent.Plus(o.spent), aside.Plus(o.aside)
	}
	if share, reason := p.limits.Use(spent.Plus(most)); share > 1 {
		return &prompt.Error{Code: prompt.BudgetSpent, Cause: fmt.Errorf("the call might go beyond the session's limits (%s)", reason)}
	}
	if share, _ := p.limits.Use(spent.Plus(aside).Plus(most)); share > 1 {
		return &prompt.Error{Code: prompt.ModelBusy, Cause: errors.New("what is left of the session's limits is set aside for its other calls")}
	}
	t.aside = t.aside.Plus(most)
	return nil
}

// Settle implements prompt.Purse.
func (t *tab) Settle(most, spent game.Spent) {
	t.purse.mu.Lock()
	defer t.purse.mu.Unlock()
	t.aside, t.spent = t.aside.Minus(most), t.spent.Plus(spent)
}
