package cli

import (
	"context"
	"fmt"

	"ringer/engine/secret"
	"ringer/store"
)

type databaseFlags struct {
	URL string `name:"database-url" var:"DATABASE_URL" help:"Postgres that keeps the sessions: postgres://user:password@host/name ($$DATABASE_URL). Without it the SQLite file keeps them." placeholder:"URL"`
	DB  string `name:"db" var:"RINGER_DB" default:"./ringer.db" help:"SQLite file that keeps the sessions ($$RINGER_DB)." type:"path"`
}

func (f *databaseFlags) Validate() error {
	if f.URL == "" {
		return nil
	}
	if err := store.CheckURL(f.URL); err != nil {
		return fmt.Errorf("--database-url %w", err)
	}
	return nil
}

func (f *databaseFlags) address() string {
	if f.URL != "" {
		return f.URL
	}
	return f.DB
}

// hasKeys reports whether the database has keys of the API. One that cannot be read has none.
func (f *databaseFlags) hasKeys(ctx context.Context) bool {
	s, err := store.OpenFor(ctx, store.Inspect, f.address())
	if err != nil {
		return false
	}
	defer s.Close()
	found, err := s.HasKeys(ctx)
	return found && err == nil
}

// String returns the address without its password.
func (f *databaseFlags) String() string {
	return secret.Masked(f.address())
}

type migrateCommand struct {
	databaseFlags
	Adopt bool `var:"RINGER_ADOPT" help:"Make a copy of a Postgres a database of its own, so that servers play on it ($$RINGER_ADOPT)."`
}

func (c *migrateCommand) Run(t *terminal) error {
	use := store.Maintain
	if c.Adopt {
		use = store.Adopt
	}
	version, err := store.Migrate(t.ctx, use, c.address())
	if err != nil {
		return err
	}
	fmt.Fprintf(t.stdout, "the tables of %s are now at version %d\n", c.databaseFlags.String(), version)
	return nil
}
