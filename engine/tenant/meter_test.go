package tenant

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"ringer/engine/journal"
	"ringer/engine/prompt"
	"ringer/engine/session"
)

// ledger is a database of usage that meters share.
type ledger struct {
	quotas map[string]journal.Quotas
	// servers are the model servers of tenants.
	servers map[string]*journal.ModelServer
	used    map[usageKey]journal.Usage
	adds    int
	fails   error
}

func (l *ledger) Tenants(context.Context) (list []journal.Tenant, err error) {
	for id, q := range l.quotas {
		list = append(list, journal.Tenant{ID: id, Quotas: q, Server: l.servers[id]})
	}
	return list, nil
}

func (l *ledger) SetQuotas(_ context.Context, t journal.Tenant) error {
	l.quotas[t.ID] = t.Quotas
	return nil
}

func (l *ledger) SetModelServer(_ context.Context, tenant string, m *journal.ModelServer) error {
	l.servers = map[string]*journal.ModelServer{tenant: m}
	return nil
}

func (l *ledger) AddUsage(_ context.Context, used []journal.Usage) error {
	if l.fails != nil {
		return l.fails
	}
	l.adds++
	for _, u := range used {
		k := usageKey{u.Tenant, u.Day, u.Strategy, u.Model}
		l.used[k] = plus(l.used[k], u)
	}
	return nil
}

func (l *ledger) UsageOn(_ context.Context, day int64) (list []journal.Usage, err error) {
	sums := map[string]journal.Usage{}
	for k, u := range l.used {
		if k.day == day {
			u.Strategy, u.Model = "", ""
			sums[k.tenant] = plus(sums[k.tenant], u)
		}
	}
	for _, u := range sums {
		list = append(list, u)
	}
	return list, nil
}

func (l *ledger) Usage(context.Context, string, int64, int64) ([]journal.Usage, error) {
	return nil, nil
}

// pair returns two servers on one database.
func pair(q journal.Quotas) (*ledger, [2]*Meter) {
	l := &ledger{quotas: map[string]journal.Quotas{"acme": q}, used: map[usageKey]journal.Usage{}}
	find := func(context.Context, string) (journal.Session, error) {
		return journal.Session{Tenant: "acme", Strategy: "tom"}, nil
	}
	var meters [2]*Meter
	for i := range meters {
		meters[i] = NewMeter(l, find, Servers{}, func() time.Time { return time.Unix(1_000_000, 0) }, slog.New(slog.DiscardHandler))
	}
	return l, meters
}

func turn(t *testing.T, meters ...*Meter) {
	t.Helper()
	for _, m := range meters {
		if err := m.turn(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestMessagesOfAMinute(t *testing.T) {
	_, m := pair(journal.Quotas{MessagesPerMinute: 10})
	turn(t, m[:]...)
	post := func(i, n int, want bool) {
		t.Helper()
		if _, ok := m[i].Post("acme", n); ok != want {
			t.Errorf("server %d takes %d more: %v", i, n, ok)
		}
	}
	post(0, 6, true)
	turn(t, m[:]...)
	post(1, 5, false)
	post(1, 4, true)
	turn(t, m[1], m[0])
	post(0, 1, false)
	post(1, 1, false)
	if _, ok := m[0].Post("other", 1000); !ok {
		t.Error("a tenant without a quota is refused")
	}
	for range minute {
		turn(t, m[:]...)
	}
	post(0, 10, true)
}

// asked is a model that costs what it reserves.
type asked struct{ costs session.Spent }

func (a asked) Asker(c prompt.Caller) prompt.Asker { return asking{a.costs, c} }

type asking struct {
	costs session.Spent
	c     prompt.Caller
}

func (a asking) Ask(context.Context, prompt.Prompt, any) error {
	if a.c.Tenant != "acme" {
		return fmt.Errorf("a call of the tenant %q", a.c.Tenant)
	}
	if err := a.c.Purse.Reserve(a.costs); err != nil {
		return err
	}
	a.c.Purse.Settle(a.costs, a.costs)
	call := prompt.Exchange{}
	call.Model, call.PromptTokens, call.CostMicros, call.Rung = "m", a.costs.PromptTokens, a.costs.CostMicros, "text"
	a.c.Record(call)
	return nil
}

func TestCallsAreCountedAndBounded(t *testing.T) {
	for name, q := range map[string]journal.Quotas{"Calls": {CallsPerDay: 3}, "Tokens": {TokensPerDay: 30}, "Cost": {CostMicrosPerDay: 15}} {
		t.Run(name, func(t *testing.T) {
			l, m := pair(q)
			turn(t, m[:]...)
			done := 0
			for i := range 6 {
				model := m[i%2].Models(asked{session.Spent{Calls: 1, PromptTokens: 10, CostMicros: 5}})
				err := model.Asker(prompt.Caller{Session: "ses_a"}).Ask(t.Context(), prompt.Prompt{}, nil)
				if e, ok := errors.AsType[*prompt.Error](err); ok && e.Code == prompt.BudgetSpent {
					continue
				} else if err != nil {
					t.Fatal(err)
				}
				done++
				turn(t, m[i%2], m[(i+1)%2])
			}
			used := l.used[usageKey{"acme", 11, "tom", "m"}]
			if done != 3 || used.Spent != (session.Spent{Calls: 3, PromptTokens: 30, CostMicros: 15}) {
				t.Errorf("%d calls, stored %+v", done, used)
			}
		})
	}
}

// TestUsageIsNotLost: what could not be stored is stored later, and only once.
func TestUsageIsNotLost(t *testing.T) {
	l, m := pair(journal.Quotas{})
	l.fails = errors.New("no database")
	m[0].Created("acme", 2)
	if m[0].turn(t.Context()) == nil {
		t.Error("no error")
	}
	m[0].Created("acme", 1)
	l.fails = nil
	turn(t, m[0], m[0], m[0])
	if got := l.used[usageKey{"acme", 11, "", ""}].Sessions; got != 3 || l.adds != 2 {
		t.Errorf("%d sessions in %d statements, want 3 in 2", got, l.adds)
	}
}
