package store

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/pressly/goose/v3"
	gooselock "github.com/pressly/goose/v3/lock"
)

// secretsVersion is the first version of the tables that has secrets.
const secretsVersion = 10

// feedVersion is the first version of the tables that has the feed.
const feedVersion = 13

// selectOldest is the version that a program must know at least; see 0008_replicas.sql.
const selectOldest = `SELECT oldest FROM clock`

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the tables to this program's version. If they have it, migrate changes nothing: a
// server's role may not be allowed to.
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
	if s.dialect.remote {
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
	s.Before, s.Tables = current, max(current, target)
	if current > target {
		return current, s.checkOlder(ctx, current, target)
	}
	if current == target {
		return target, nil
	}
	err = untilUnlocked(ctx, func() error {
		_, err := provider.Up(ctx) // goes on after the last migration that was committed
		return err
	})
	if err == nil && s.dialect.remote && current < secretsVersion {
		_, err = db.ExecContext(ctx, revokePublic) // default privileges may have granted it
	}
	if err == nil && s.dialect.remote && current < feedVersion {
		_, err = db.ExecContext(ctx, useFeedNumbers)
	}
	if err != nil {
		return 0, fmt.Errorf("store: migrate the tables: %w", err)
	}
	return target, nil
}

const (
	// migrationLockLimit bounds the wait for a lock, in milliseconds: statements of servers queue
	// behind it. Above deadlock_timeout, 1 s, Postgres ends an autovacuum that holds the lock.
	migrationLockLimit = "2000"
	// migrationPause is for the statements that have queued.
	migrationPause = 3 * time.Second
	// migrationPatience bounds all tries. Kubernetes ends a start after five minutes, and the error
	// must be in the log by then.
	migrationPatience = 4 * time.Minute
)

// untilUnlocked tries a migration again while another transaction holds a lock that it needs.
func untilUnlocked(ctx context.Context, migrate func() error) error {
	began := time.Now()
	for {
		err := migrate()
		if postgresCode(err) != lockTimeout {
			return err
		}
		if time.Since(began) > migrationPatience {
			return fmt.Errorf("another transaction holds a lock on the tables, such as a backup; wait for its end or end it, and migrate again; SELECT pid, xact_start, query FROM pg_stat_activity ORDER BY xact_start shows it first: %w", err)
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(migrationPause):
		}
	}
}

// checkOlder refuses tables that are too new. During an upgrade an older replica may start again on
// tables that have only additions.
func (s *Store) checkOlder(ctx context.Context, current, target int64) error {
	var oldest int64
	if err := s.reads.GetContext(ctx, &oldest, selectOldest); err != nil {
		return fault("read which programs may use the tables", err)
	}
	if target >= oldest {
		s.Notes = append(s.Notes, fmt.Sprintf("the tables have version %d, and this program knows version %d; it may use them until the upgrade is over", current, target))
		return nil
	}
	return fmt.Errorf("store: the tables have version %d and this program knows version %d; use the newer program that wrote them, or another database", current, target)
}
