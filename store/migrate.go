package store

import (
	"context"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	gooselock "github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the tables to the version of this program, and returns the version. If the tables
// have that version it changes nothing, so that a server can run under a role that may not change
// tables.
func (s *Store) migrate(ctx context.Context) (version int64, err error) {
	db, err := s.dialect.migrationPool(ctx, s)
	if err != nil {
		return 0, err
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return 0, fmt.Errorf("store: migrations: %w", err)
	}
	var options []goose.ProviderOption
	if s.dialect.concurrent {
		locker, err := gooselock.NewPostgresTableLocker()
		if err != nil {
			return 0, fmt.Errorf("store: migrations: %w", err)
		}
		options = append(options, goose.WithLocker(locker))
	}
	provider, err := goose.NewProvider(s.dialect.goose, db.DB, files, options...)
	if err != nil {
		return 0, fmt.Errorf("store: migrations: %w", err)
	}
	current, target, err := provider.GetVersions(ctx)
	if err != nil {
		return 0, fmt.Errorf("store: read the version of the tables: %w", err)
	}
	if current > target {
		return 0, fmt.Errorf("store: the tables have version %d and this program knows version %d; use the newer program that wrote them, or another database", current, target)
	}
	if current == target {
		return target, nil
	}
	if _, err := provider.Up(ctx); err != nil {
		return 0, fmt.Errorf("store: migrate the tables: %w", err)
	}
	return target, nil
}
