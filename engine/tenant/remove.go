package tenant

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Database is what a tenant is exported from, and removed from. Package store implements it.
type Database interface {
	journal.Tenants
	Sessions(ctx context.Context, q journal.SessionQuery) ([]journal.Session, error)
	Events(ctx context.Context, session string, after int64, limit int) ([]session.Event, error)
	RecordedCalls(ctx context.Context, session string, after journal.Place, limit int) ([]journal.RecordedCall, error)
	Surveys(ctx context.Context, gameID string) ([]journal.Survey, error)
	Keys(ctx context.Context, tenant string) ([]journal.Key, error)
	Webhooks(ctx context.Context, tenant string) ([]journal.Webhook, error)
	Delete(ctx context.Context, id string) error
	// DeleteKeys removes the keys of a tenant.
	DeleteKeys(ctx context.Context, tenant string) error
	// DeleteTenant removes a tenant with all that is stored under its id. Its logs must be gone.
	DeleteTenant(ctx context.Context, tenant string) error
}

// Removal is how a tenant is removed. The same removal again finishes one that was broken off.
type Removal struct {
	Database
	// End ends and deletes a game, or a session that stands alone.
	End func(ctx context.Context, row journal.Session) error
	// Servers says that servers use the database: they may take the keys for some seconds.
	Servers bool
}

// Remove removes a tenant with all that it has: first its keys, then its logs.
func (r Removal) Remove(ctx context.Context, id string) error {
	if err := r.DeleteKeys(ctx, id); err != nil {
		return err
	}
	if err := r.removeLogs(ctx, id); err != nil {
		return err
	}
	if r.Servers { // they have opened sessions meanwhile, and store what was used
		select {
		case <-time.After(remembered + meterEvery):
		case <-ctx.Done():
			return fmt.Errorf("tenant: remove %s: %w", NameOf(id), ctx.Err())
		}
		if err := r.removeLogs(ctx, id); err != nil {
			return err
		}
	}
	return r.DeleteTenant(ctx, id)
}

// removeLogs removes the games, with their sessions, and then the other sessions.
func (r Removal) removeLogs(ctx context.Context, id string) error {
	for _, games := range []bool{true, false} {
		for {
			rows, err := r.Sessions(ctx, journal.SessionQuery{Tenant: id, Games: games, Limit: 100})
			if err != nil {
				return err
			}
			if len(rows) == 0 {
				break
			}
			for _, row := range rows {
				end := r.End
				if row.ID != row.Home { // its game has gone
					end = func(ctx context.Context, row journal.Session) error { return r.Delete(ctx, row.ID) }
				}
				if err := end(ctx, row); err != nil && !errors.Is(err, journal.ErrNotFound) {
					return err
				}
			}
		}
	}
	return nil
}
