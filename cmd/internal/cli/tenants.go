package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ringer/api"
	"ringer/engine/journal"
	"ringer/engine/tenant"
	"ringer/store"
)

type tenantsCommand struct {
	Export exportTenantCommand `cmd:"" help:"Print all that is stored of a tenant, as lines of JSON."`
	Delete deleteTenantCommand `cmd:"" help:"Delete a tenant: its keys, games, sessions, quotas and usage. Servers may take its keys for three more seconds."`
}

// tenantFlags name a tenant of a database.
type tenantFlags struct {
	Tenant string `arg:"" help:"The name of the tenant."`
	databaseFlags
}

// withTenant opens the database of a tenant that exists.
func (f *tenantFlags) withTenant(t *terminal, use store.Use, do func(s *store.Store, id string) error) error {
	s, err := store.OpenFor(t.ctx, use, f.address())
	if err != nil {
		return err
	}
	defer s.Close()
	list, err := s.Tenants(t.ctx)
	if err != nil {
		return err
	}
	id := tenant.IDOf(f.Tenant)
	if !slices.ContainsFunc(list, func(row journal.Tenant) bool { return row.ID == id }) {
		return fmt.Errorf("there is no tenant %q; ringer quotas shows the tenants", f.Tenant)
	}
	return do(s, id)
}

type exportTenantCommand struct {
	tenantFlags
}

func (c *exportTenantCommand) Run(t *terminal) error {
	return c.withTenant(t, store.Inspect, func(s *store.Store, id string) error {
		clock, err := s.Clock(t.ctx)
		if err != nil {
			return err
		}
		return api.ExportTenant(t.ctx, s, id, clock.Shift, func(block []byte) error {
			_, err := t.stdout.Write(block)
			return err
		})
	})
}

type deleteTenantCommand struct {
	tenantFlags
}

func (c *deleteTenantCommand) Validate() error {
	if tenant.IDOf(c.Tenant) == "" {
		return errors.New("the tenant default cannot be deleted: it is the operator's; delete its sessions and games, or the database")
	}
	return c.databaseFlags.Validate()
}

func (c *deleteTenantCommand) Run(t *terminal) error {
	return c.withTenant(t, store.Maintain, func(s *store.Store, id string) error {
		logs := 0
		remove := tenant.Removal{Database: s, Servers: store.IsPostgres(c.address()), End: func(ctx context.Context, row journal.Session) error {
			logs++
			for _, b := range row.Roster.AllBots() {
				if err := s.Delete(ctx, b.Session); err != nil && !errors.Is(err, journal.ErrNotFound) {
					return err
				}
				logs++
			}
			return s.Delete(ctx, row.ID)
		}}
		err := remove.Remove(t.ctx, id)
		fmt.Fprintf(t.stdout, "deleted %d sessions and games of the tenant %s\n", logs, c.Tenant)
		return err
	})
}
