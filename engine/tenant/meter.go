package tenant

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"ringer/engine/journal"
	"ringer/engine/prompt"
	"ringer/engine/session"
)

const (
	// meterEvery is how often usage is stored, and that of other servers is read. A quota may be
	// exceeded by what other servers use in this time.
	meterEvery = time.Second
	// quotasEvery is how often quotas are read.
	quotasEvery = 5 * time.Second
	// minute is over how many readings messages are counted.
	minute = int(time.Minute / meterEvery)
	// keptAccounts bounds the sessions whose tenants are in memory.
	keptAccounts = 100_000
)

// Meter counts what tenants use, and refuses what goes beyond their quotas. Its methods may be
// called at any time from any goroutine.
type Meter struct {
	store    journal.Tenants
	now      func() time.Time
	log      *slog.Logger
	accounts *lru.Cache[string, account]
	// find returns the tenant and the strategy of a session.
	find    func(ctx context.Context, id string) (journal.Session, error)
	servers Servers

	mu sync.Mutex // protects the rest
	// pending is what was used since the last AddUsage, and adding what that stores now.
	pending, adding map[usageKey]journal.Usage
	quotas          map[string]journal.Quotas
	// own are the model servers that tenants have brought.
	own map[string]*server
	// stored is what the database has of today.
	stored map[string]journal.Usage
	// messages are the messages of the day at the last readings, the newest last.
	messages map[string][]int64
	read     time.Time // of the quotas
}

type account struct{ tenant, strategy string }

type usageKey struct {
	tenant          string
	day             int64
	strategy, model string
}

// NewMeter returns a meter of a database. Read reads what the tenants may use, and Run stores what
// they use.
func NewMeter(store journal.Tenants, find func(ctx context.Context, id string) (journal.Session, error), servers Servers, now func() time.Time, log *slog.Logger) *Meter {
	accounts, _ := lru.New[string, account](keptAccounts) // it only refuses sizes below one
	return &Meter{
		store: store, find: find, servers: servers, now: now, log: log, accounts: accounts, pending: map[usageKey]journal.Usage{}, quotas: map[string]journal.Quotas{},
		stored: map[string]journal.Usage{}, messages: map[string][]int64{},
	}
}

func (m *Meter) today() int64 { return m.now().Unix() / 86_400 }

// add counts usage. The caller holds the lock.
func (m *Meter) add(u journal.Usage) {
	k := usageKey{u.Tenant, u.Day, u.Strategy, u.Model}
	m.pending[k] = plus(m.pending[k], u)
}

func plus(a, b journal.Usage) journal.Usage {
	b.Sessions, b.Messages, b.Spent = a.Sessions+b.Sessions, a.Messages+b.Messages, a.Spent.Plus(b.Spent)
	return b
}

// used returns what a tenant has used today. The caller holds the lock.
func (m *Meter) used(tenant string, day int64) journal.Usage {
	u := m.stored[tenant]
	if u.Day != day {
		u = journal.Usage{Tenant: tenant, Day: day}
	}
	for _, list := range []map[usageKey]journal.Usage{m.adding, m.pending} {
		for k, other := range list {
			if k.tenant == tenant && k.day == day {
				u = plus(other, u)
			}
		}
	}
	return u
}

// Created counts new sessions of a tenant.
func (m *Meter) Created(tenant string, sessions int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.add(journal.Usage{Tenant: tenant, Day: m.today(), Sessions: int64(sessions)})
}

// Post counts messages of a tenant, unless they are more than its quota leaves. It reports whether
// it has counted them.
func (m *Meter) Post(tenant string, messages int) (quota int64, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	day := m.today()
	if quota = m.quotas[tenant].MessagesPerMinute; quota > 0 {
		used := m.used(tenant, day).Messages
		if past := m.messages[tenant]; len(past) > 0 {
			used -= min(past[0], used)
		}
		if used+int64(messages) > quota {
			return quota, false
		}
	}
	m.add(journal.Usage{Tenant: tenant, Day: day, Messages: int64(messages)})
	return quota, true
}

// Models are models whose calls are counted. step.Models is one.
type Models interface {
	Asker(c prompt.Caller) prompt.Asker
}

// Models returns models whose calls are counted and bounded. The model server of a tenant is asked
// in place of them.
func (m *Meter) Models(of Models) Models { return meteredModels{of, m} }

type meteredModels struct {
	Models
	meter *Meter
}

func (m meteredModels) Asker(c prompt.Caller) prompt.Asker {
	of, err := m.meter.account(c.Session)
	if err != nil { // it was deleted, or nobody knows whose server may see the prompt
		return refusing{err}
	}
	models, offers, prefix := m.Models, m.meter.servers.Offers, ""
	if own := m.meter.serverOf(of.tenant); own != nil {
		models, offers, prefix = own.models, own.offers, OwnModel
	}
	c.Tenant, c.Models = of.tenant, offered(c.Models, offers)
	record := c.Record
	c.Record = func(x prompt.Exchange) {
		m.meter.spent(of, prefix+x.Model, &x.Call)
		if record != nil {
			record(x)
		}
	}
	c.Purse = purse{c.Purse, m.meter, of.tenant}
	return models.Asker(c)
}

func (m *Meter) account(id string) (account, error) {
	if a, ok := m.accounts.Get(id); ok {
		return a, nil
	}
	row, err := m.find(context.Background(), id)
	if err != nil {
		return account{}, err
	}
	a := account{row.Tenant, row.Strategy}
	m.accounts.Add(id, a)
	return a, nil
}

func (m *Meter) spent(of account, model string, c *session.Call) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.add(journal.Usage{Tenant: of.tenant, Day: m.today(), Strategy: of.strategy, Model: model, Spent: session.SpentOn([]session.Call{*c})})
}

// purse is the purse of a session, within the quotas of its tenant.
type purse struct {
	prompt.Purse
	meter  *Meter
	tenant string
}

func (p purse) Reserve(most session.Spent) error {
	if err := p.meter.allows(p.tenant, most); err != nil {
		return &prompt.Error{Code: prompt.BudgetSpent, Cause: err}
	}
	if p.Purse == nil {
		return nil
	}
	return p.Purse.Reserve(most)
}

func (p purse) Settle(reserved, spent session.Spent) {
	if p.Purse != nil {
		p.Purse.Settle(reserved, spent)
	}
}

// allows returns an error if a call may go beyond a quota of a tenant.
func (m *Meter) allows(tenant string, most session.Spent) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	q := m.quotas[tenant]
	if q.CallsPerDay == 0 && q.TokensPerDay == 0 && q.CostMicrosPerDay == 0 {
		return nil
	}
	all := m.used(tenant, m.today()).Spent.Plus(most)
	for _, bound := range []struct {
		name       string
		used, most int64
	}{
		{"calls_per_day", int64(all.Calls), q.CallsPerDay}, {"tokens_per_day", int64(all.PromptTokens + all.AnswerTokens), q.TokensPerDay},
		{"cost_micros_per_day", all.CostMicros, q.CostMicrosPerDay},
	} {
		if bound.most > 0 && bound.used > bound.most {
			return fmt.Errorf("the call might go beyond the quota %s of the tenant", bound.name)
		}
	}
	return nil
}

// Left returns what the quotas of a tenant leave: a field is zero if its quota is used up, and -1
// without one. Sessions that are open are counted by the database alone.
func (m *Meter) Left(tenant string) (q, left journal.Quotas) {
	m.mu.Lock()
	defer m.mu.Unlock()
	q = m.quotas[tenant]
	used := m.used(tenant, m.today())
	rest := func(quota, used int64) int64 {
		if quota == 0 {
			return -1
		}
		return max(0, quota-used)
	}
	lately := used.Messages
	if past := m.messages[tenant]; len(past) > 0 {
		lately -= min(past[0], lately)
	}
	return q, journal.Quotas{
		OpenSessions: -1, MessagesPerMinute: rest(q.MessagesPerMinute, lately), CallsPerDay: rest(q.CallsPerDay, int64(used.Spent.Calls)),
		TokensPerDay: rest(q.TokensPerDay, int64(used.Spent.PromptTokens+used.Spent.AnswerTokens)), CostMicrosPerDay: rest(q.CostMicrosPerDay, used.Spent.CostMicros),
	}
}

// Usage returns what a tenant has used from one day to another, as far as it is stored: all but the
// last second.
func (m *Meter) Usage(ctx context.Context, tenant string, from, to int64) ([]journal.Usage, error) {
	return m.store.Usage(ctx, tenant, from, to)
}

// Tenants returns all tenants.
func (m *Meter) Tenants(ctx context.Context) ([]journal.Tenant, error) { return m.store.Tenants(ctx) }

// SetQuotas stores the quotas of a tenant. Other servers see them within some seconds.
func (m *Meter) SetQuotas(ctx context.Context, t journal.Tenant) error {
	if err := m.store.SetQuotas(ctx, t); err != nil {
		return err
	}
	return m.Read(ctx)
}

// Run stores what was counted, and reads what other servers have counted, until the context ends.
func (m *Meter) Run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := m.turn(ctx); err != nil && ctx.Err() == nil {
			m.log.Warn("the usage of the tenants could not be stored; it is tried again", slog.Any("error", err))
		}
		select {
		case <-ctx.Done():
		case <-time.After(meterEvery):
		}
	}
	if err := m.turn(context.WithoutCancel(ctx)); err != nil {
		m.log.Warn("the usage of the last second could not be stored", slog.Any("error", err))
	}
}

func (m *Meter) turn(ctx context.Context) error {
	m.mu.Lock()
	if m.adding == nil {
		m.adding, m.pending = m.pending, map[usageKey]journal.Usage{}
	}
	var used []journal.Usage
	for _, u := range m.adding {
		used = append(used, u)
	}
	stale := time.Since(m.read) > quotasEvery
	m.mu.Unlock()
	if len(used) > 0 {
		if err := m.store.AddUsage(ctx, used); err != nil {
			return err // what is unknown is counted again: too much, rather than too little
		}
	}
	if stale {
		if err := m.Read(ctx); err != nil {
			return err
		}
	}
	return m.readUsage(ctx, len(used) > 0)
}

// Read reads the quotas and model servers of the tenants.
func (m *Meter) Read(ctx context.Context) error {
	list, err := m.store.Tenants(ctx)
	if err != nil {
		return err
	}
	own := m.serversOf(list)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.quotas, m.own, m.read = map[string]journal.Quotas{}, own, time.Now()
	for _, t := range list {
		if t.Quotas != (journal.Quotas{}) {
			m.quotas[t.ID] = t.Quotas
		}
	}
	return nil
}

// readUsage reads the usage of today, if a quota depends on it.
func (m *Meter) readUsage(ctx context.Context, added bool) error {
	m.mu.Lock()
	bounded := len(m.quotas) > 0
	m.mu.Unlock()
	var list []journal.Usage
	if bounded {
		var err error
		if list, err = m.store.UsageOn(ctx, m.today()); err != nil {
			return err
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.adding = nil
	m.stored = map[string]journal.Usage{}
	for _, u := range list {
		m.stored[u.Tenant] = u
	}
	for tenant, q := range m.quotas {
		if q.MessagesPerMinute > 0 {
			past := append(m.messages[tenant], m.stored[tenant].Messages)
			m.messages[tenant] = past[max(0, len(past)-minute):]
		}
	}
	return nil
}
