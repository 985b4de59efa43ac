package api

import (
	"context"
	"math"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/tenant"
)

// exportedTenant is a tenant as a line of its export.
type exportedTenant struct {
	ID     string         `json:"id"`
	Quotas journal.Quotas `json:"quotas"`
	// Server is the model server of the tenant, without its key.
	Server *journal.ModelServer `json:"model_server,omitempty"`
}

// exportTenant returns all that is stored of a tenant, one JSON value a line. Its first lines are
// `{"tenant":{…}}`, `{"key":{…}}`, `{"webhook":{…}}` and `{"usage":{…}}`, without secrets. Then
// comes `{"game":{…}}` or `{"session":{…}}` for each log, and below it the lines of its export:
// those of GET /v1/sessions/{id}/export, or the events and the surveys, `{"survey":{…}}`, of a
// game. An operator names another tenant with `tenant`.
//
// If the connection breaks off, the export is incomplete. Its last line is `{"end":true}`.
//
//	@Summary	Export a tenant
//	@Success	200	{string}	string	"Everything that is stored of the tenant."
//	@Header	200	{string}	Content-Disposition	"A name for the file."
func (s *Server) exportTenant(c echo.Context) error {
	of, err := tenantAsked(c)
	if err != nil {
		return err
	}
	return s.sendExport(c, tenant.NameOf(of), "", func(ctx context.Context, x exporter) error {
		return x.tenant(ctx, s.options.Tenants, of, s.showKey)
	})
}

// ExportTenant writes what GET /v1/export returns. shift is added to steady time to get wall time.
func ExportTenant(ctx context.Context, db tenant.Database, of string, shift time.Duration, write func(block []byte) error) error {
	x := exporter{log: db, write: write, long: func(_ context.Context, do func() error) error { return do() }}
	return x.tenant(ctx, db, of, func(k journal.Key) shownKey {
		return showKey(k, func(t time.Time) time.Time { return t.Add(shift).UTC() })
	})
}

func (x exporter) tenant(ctx context.Context, db tenant.Database, of string, show func(journal.Key) shownKey) error {
	tenants, err := db.Tenants(ctx)
	if err != nil {
		return err
	}
	shown := exportedTenant{ID: tenant.NameOf(of)}
	for _, t := range tenants {
		if t.ID == of {
			shown.Quotas, shown.Server = t.Quotas, t.Server
			if shown.Server != nil {
				shown.Server.Key = ""
			}
		}
	}
	keys, err := db.Keys(ctx, of)
	if err != nil {
		return err
	}
	webhooks, err := db.Webhooks(ctx, of)
	if err != nil {
		return err
	}
	used, err := db.Usage(ctx, of, 0, math.MaxInt32)
	if err != nil {
		return err
	}
	if err := writeAll(x, "tenant", []exportedTenant{shown}, func(t exportedTenant) any { return t }); err != nil {
		return err
	}
	if err := writeAll(x, "key", keys, func(k journal.Key) any { return show(k) }); err != nil {
		return err
	}
	if err := writeAll(x, "webhook", webhooks, func(w journal.Webhook) any { return showWebhook(w) }); err != nil {
		return err
	}
	if err := writeAll(x, "usage", used, func(u journal.Usage) any { return showUsage(u) }); err != nil {
		return err
	}
	for _, games := range []bool{true, false} {
		if err := x.logs(ctx, db, of, games); err != nil {
			return err
		}
	}
	return x.write([]byte("{\"end\":true}\n"))
}

// writeAll writes items as lines, each as an object with one field.
func writeAll[T any](x exporter, name string, items []T, show func(T) any) error {
	block, err := lines(items, func(item T) any { return map[string]any{name: show(item)} })
	if err != nil || block == nil {
		return err
	}
	return x.write(block)
}

// logs exports the games of a tenant, or its sessions, the newest first.
func (x exporter) logs(ctx context.Context, db tenant.Database, of string, games bool) error {
	for q := (journal.SessionQuery{Tenant: of, Games: games, Limit: 100}); ; {
		rows, err := db.Sessions(ctx, q)
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, row := range rows {
			if err := x.whole(ctx, db, row); err != nil {
				return err
			}
		}
		last := rows[len(rows)-1]
		q.BeforeTime, q.BeforeID = last.CreatedAt, last.ID
	}
}

// whole exports a log with what belongs to it.
func (x exporter) whole(ctx context.Context, db tenant.Database, row journal.Session) error {
	if !row.IsGame {
		if err := writeAll(x, "session", []journal.Session{row}, func(r journal.Session) any { return showSession(r) }); err != nil {
			return err
		}
		return x.session(ctx, row)
	}
	if err := writeAll(x, "game", []journal.Session{row}, func(r journal.Session) any { return showGame(r) }); err != nil {
		return err
	}
	if err := x.events(ctx, row); err != nil {
		return err
	}
	surveys, err := db.Surveys(ctx, row.ID)
	if err != nil {
		return err
	}
	return writeAll(x, "survey", surveys, func(v journal.Survey) any { return exportedSurvey{v.Survey, v.At} })
}

// exportedSurvey is a survey as a line of an export.
type exportedSurvey struct {
	session.Survey
	At time.Time `json:"at"`
}
