package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the tables to the version of this program.
func migrate(ctx context.Context, dialect goose.Dialect, db *sql.DB) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return fmt.Errorf("store: migrations: %w", err)
	}
	provider, err := goose.NewProvider(dialect, db, files)
	if err != nil {
		return fmt.Errorf("store: migrations: %w", err)
	}
	current, target, err := provider.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("store: read the version of the tables: %w", err)
	}
	if current > target {
		return fmt.Errorf("store: the tables are of version %d and this program knows %d; use the newer program that wrote them, or another database", current, target)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("store: migrate the tables: %w", err)
	}
	return nil
}
