package store

import (
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

func TestUsage(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s, ctx := setup(t, address), t.Context()
		a := journal.Usage{Tenant: "acme", Day: 7, Strategy: "tom", Model: "m", Spent: session.Spent{Calls: 1, PromptTokens: 2, AnswerTokens: 3, CostMicros: 4}}
		b := journal.Usage{Tenant: "acme", Day: 7, Sessions: 5, Messages: 6}
		late := journal.Usage{Tenant: "acme", Day: 8, Messages: 1}
		other := journal.Usage{Tenant: "", Day: 7, Messages: 9}
		for range 2 {
			sessiontest.NoError(t, s.AddUsage(ctx, []journal.Usage{late, a, b, other}))
		}
		a.Spent = a.Spent.Plus(a.Spent)
		b.Sessions, b.Messages, other.Messages = 10, 12, 18
		if got, want := sessiontest.Must(s.Usage(ctx, "acme", 1, 7))(t), []journal.Usage{b, a}; !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
		sum := journal.Usage{Tenant: "acme", Day: 7, Sessions: 10, Messages: 12, Spent: a.Spent}
		got := map[string]journal.Usage{}
		for _, u := range sessiontest.Must(s.UsageOn(ctx, 7))(t) {
			got[u.Tenant] = u
		}
		if want := map[string]journal.Usage{"": other, "acme": sum}; !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	})
}

// TestModelServer: the model server of a tenant is kept beside its quotas.
func TestModelServer(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s, ctx := setup(t, address), t.Context()
		own := journal.ModelServer{BaseURL: "https://models.example/v1", Key: "sk-'1", Models: []journal.ServedModel{{Name: "a", Price: &journal.ModelPrice{Prompt: 0.4, Answer: 1.6}}, {Name: "b"}}}
		want := func(want journal.Tenant) {
			t.Helper()
			list := sessiontest.Must(s.Tenants(ctx))(t)
			if got := list[len(list)-1]; !reflect.DeepEqual(got, want) {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		}
		sessiontest.NoError(t, s.SetModelServer(ctx, "acme", &own))
		want(journal.Tenant{ID: "acme", Server: &own})
		quotas := journal.Quotas{OpenSessions: 3}
		sessiontest.NoError(t, s.SetQuotas(ctx, journal.Tenant{ID: "acme", Quotas: quotas}))
		want(journal.Tenant{ID: "acme", Quotas: quotas, Server: &own})
		sessiontest.NoError(t, s.SetModelServer(ctx, "acme", nil))
		want(journal.Tenant{ID: "acme", Quotas: quotas})
	})
}

// TestQuotaOfOpenSessions creates sessions at once. No more are open than the quota allows.
func TestQuotaOfOpenSessions(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s, ctx := setup(t, address), t.Context()
		sessiontest.NoError(t, s.SetQuotas(ctx, journal.Tenant{ID: "acme", Quotas: journal.Quotas{OpenSessions: 3}}))
		var opened, refused atomic.Int64
		var all sync.WaitGroup
		create := func(id string) error {
			row := journal.Session{ID: id, Home: id, Tenant: "acme", Status: journal.Open, CreatedAt: time.Unix(1, 0)}
			return s.Create(ctx, row, session.Event{Seq: 1, At: time.Unix(1, 0), Data: &session.SessionCreated{}})
		}
		for i := range 8 {
			all.Go(func() {
				err := create(string(rune('a' + i)))
				if _, full := errors.AsType[*journal.QuotaReached](err); full {
					refused.Add(1)
				} else if err != nil {
					t.Error(err)
				} else {
					opened.Add(1)
				}
			})
		}
		all.Wait()
		if opened.Load() != 3 || refused.Load() != 5 {
			t.Errorf("%d were opened and %d refused, want 3 and 5", opened.Load(), refused.Load())
		}
	})
}

// TestATenantLeavesNoRow finds the tables with rows of tenants by the schema. DeleteTenant knows
// each one, but those of logs, which are deleted before.
func TestATenantLeavesNoRow(t *testing.T) {
	t.Parallel()
	s := setup(t, filepath.Join(t.TempDir(), "ringer.db"))
	var tables []string
	sessiontest.NoError(t, s.reads.Select(&tables, `SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name IN ('tenant', 'webhook')`))
	for _, table := range append(tables, "tenants") {
		known := slices.ContainsFunc(ofTenant, func(query string) bool { return strings.HasPrefix(query, "DELETE FROM "+table+" ") })
		if of := []string{"homes", "sessions"}; !known && !slices.Contains(of, table) {
			t.Errorf("DeleteTenant leaves the rows of the table %s", table)
		}
	}
	if len(tables) < 7 {
		t.Errorf("only the tables %q have a tenant", tables)
	}
}
