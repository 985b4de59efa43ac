package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
	"ringer/engine/session"
)

const (
	selectTenants = `SELECT id, quotas, model_server FROM tenants ORDER BY id`
	upsertQuotas  = `INSERT INTO tenants (id, created_at, quotas) VALUES (?, 0, ?) ON CONFLICT (id) DO UPDATE SET quotas = excluded.quotas`
	upsertServer  = `INSERT INTO tenants (id, created_at, quotas, model_server) VALUES (?, 0, '{}', ?) ON CONFLICT (id) DO UPDATE SET model_server = excluded.model_server`
	usageSums     = `SUM(sessions) AS sessions, SUM(messages) AS messages, SUM(calls) AS calls, SUM(prompt_tokens) AS prompt_tokens,
		SUM(answer_tokens) AS answer_tokens, SUM(cost_micros) AS cost_micros`
	selectUsageOn = `SELECT tenant, day, '' AS strategy, '' AS model, ` + usageSums + ` FROM usage WHERE day = ? GROUP BY tenant, day`
	selectUsage   = `SELECT * FROM usage WHERE tenant = ? AND day >= ? AND day <= ? ORDER BY day, strategy, model`
	addUsage      = `INSERT INTO usage (tenant, day, strategy, model, sessions, messages, calls, prompt_tokens, answer_tokens, cost_micros)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (tenant, day, strategy, model) DO UPDATE SET
		sessions = usage.sessions + excluded.sessions, messages = usage.messages + excluded.messages, calls = usage.calls + excluded.calls,
		prompt_tokens = usage.prompt_tokens + excluded.prompt_tokens, answer_tokens = usage.answer_tokens + excluded.answer_tokens,
		cost_micros = usage.cost_micros + excluded.cost_micros`

	selectQuotas = `SELECT quotas FROM tenants WHERE id = ?`
	countOpen    = `SELECT COUNT(*) FROM sessions WHERE tenant = ? AND is_table = ? AND status = 'open'`
)

// ofTenant remove what is stored under the id of a tenant. Keys refer to the row of the tenant.
var ofTenant = []string{
	deleteKeys, `DELETE FROM deliveries WHERE webhook IN (SELECT id FROM webhooks WHERE tenant = ?)`, `DELETE FROM webhooks WHERE tenant = ?`,
	`DELETE FROM usage WHERE tenant = ?`, `DELETE FROM feed WHERE tenant = ?`, `DELETE FROM tenants WHERE id = ?`,
}

const deleteKeys = `DELETE FROM keys WHERE tenant = ?`

var errServer = errors.New("it is not JSON of a model server")

var _ journal.Tenants = (*Store)(nil)

// DeleteKeys removes the keys of a tenant.
func (s *Store) DeleteKeys(ctx context.Context, tenant string) error {
	_, err := s.change(ctx, "delete the keys of a tenant", deleteKeys, tenant)
	return err
}

// DeleteTenant removes a tenant with all that is stored under its id. Its logs must be gone.
func (s *Store) DeleteTenant(ctx context.Context, tenant string) error {
	err := s.write(ctx, "delete a tenant", func(ctx context.Context, tx *sqlx.Tx) error {
		for _, query := range ofTenant {
			if _, err := execute(ctx, tx, query, tenant); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.dialect.erase(ctx, s)
}

func (s *Store) Tenants(ctx context.Context) (list []journal.Tenant, err error) {
	var rows []struct {
		ID, Quotas string
		Server     string `db:"model_server"`
	}
	if err := s.find(ctx, &rows, selectTenants); err != nil {
		return nil, fault("read the tenants", err)
	}
	for _, r := range rows {
		t := journal.Tenant{ID: r.ID}
		if err := json.Unmarshal([]byte(r.Quotas), &t.Quotas); err != nil {
			return nil, fault("read the quotas of "+r.ID, err)
		}
		if r.Server != "" {
			if err := json.Unmarshal([]byte(r.Server), &t.Server); err != nil {
				return nil, fault("read the model server of "+r.ID, errServer) // the cause may hold the key
			}
		}
		list = append(list, t)
	}
	return list, nil
}

func (s *Store) SetQuotas(ctx context.Context, t journal.Tenant) error {
	quotas, err := json.Marshal(t.Quotas)
	if err != nil {
		return err
	}
	_, err = s.change(ctx, "store quotas", upsertQuotas, t.ID, string(quotas))
	return err
}

func (s *Store) SetModelServer(ctx context.Context, tenant string, m *journal.ModelServer) error {
	server := []byte{}
	if m != nil {
		var err error
		if server, err = json.Marshal(m); err != nil {
			return err
		}
	}
	_, err := s.change(ctx, "store a model server", upsertServer, tenant, string(server))
	return err
}

// AddUsage implements journal.Tenants. Servers add in one order, so they never deadlock.
func (s *Store) AddUsage(ctx context.Context, used []journal.Usage) error {
	used = slices.Clone(used)
	slices.SortFunc(used, func(a, b journal.Usage) int {
		return cmp.Or(cmp.Compare(a.Tenant, b.Tenant), cmp.Compare(a.Day, b.Day), cmp.Compare(a.Strategy, b.Strategy), cmp.Compare(a.Model, b.Model))
	})
	return s.write(ctx, "add to the usage", func(ctx context.Context, tx *sqlx.Tx) error {
		for _, u := range used {
			if _, err := execute(ctx, tx, addUsage, u.Tenant, u.Day, u.Strategy, u.Model, u.Sessions, u.Messages,
				u.Spent.Calls, u.Spent.PromptTokens, u.Spent.AnswerTokens, u.Spent.CostMicros); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Store) UsageOn(ctx context.Context, day int64) ([]journal.Usage, error) {
	return s.usage(ctx, selectUsageOn, day)
}

func (s *Store) Usage(ctx context.Context, tenant string, from, to int64) ([]journal.Usage, error) {
	return s.usage(ctx, selectUsage, tenant, from, to)
}

func (s *Store) usage(ctx context.Context, query string, args ...any) (list []journal.Usage, err error) {
	var rows []struct {
		Tenant, Strategy, Model string
		Day, Sessions, Messages int64
		Calls                   int
		PromptTokens            int   `db:"prompt_tokens"`
		AnswerTokens            int   `db:"answer_tokens"`
		CostMicros              int64 `db:"cost_micros"`
	}
	if err := s.find(ctx, &rows, query, args...); err != nil {
		return nil, fault("read the usage", err)
	}
	for _, r := range rows {
		list = append(list, journal.Usage{
			Tenant: r.Tenant, Day: r.Day, Strategy: r.Strategy, Model: r.Model, Sessions: r.Sessions, Messages: r.Messages,
			Spent: session.Spent{Calls: r.Calls, PromptTokens: r.PromptTokens, AnswerTokens: r.AnswerTokens, CostMicros: r.CostMicros},
		})
	}
	return list, nil
}

// checkQuota refuses sessions that a tenant may not open. If there is a quota, it takes the
// tenant's row until the commit, so that two creations are counted one after the other.
func (s *Store) checkQuota(ctx context.Context, tx *sqlx.Tx, logs []journal.Opening) error {
	q, err := readQuotas(ctx, tx, selectQuotas, logs[0].Tenant)
	if err == nil && q.OpenSessions > 0 {
		q, err = readQuotas(ctx, tx, selectQuotas+s.dialect.lockTenant, logs[0].Tenant)
	}
	if err != nil || q.OpenSessions == 0 {
		return err
	}
	opened := int64(0)
	for _, l := range logs {
		if !l.IsGame {
			opened++
		}
	}
	var open int64
	if err := tx.GetContext(ctx, &open, tx.Rebind(countOpen), logs[0].Tenant, false); err != nil {
		return err
	}
	if open+opened > q.OpenSessions {
		return &journal.QuotaReached{OpenSessions: open}
	}
	return nil
}

// readQuotas returns no quotas for a tenant that no key was ever made for.
func readQuotas(ctx context.Context, tx *sqlx.Tx, query, tenant string) (q journal.Quotas, err error) {
	var quotas string
	err = tx.GetContext(ctx, &quotas, tx.Rebind(query), tenant)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return q, nil
	case err != nil:
		return q, err
	}
	return q, json.Unmarshal([]byte(quotas), &q)
}
