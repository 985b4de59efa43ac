package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"ringer/engine/journal"
)

// Use is what a program does with a database.
type Use int

const (
	// Maintain migrates the tables, and compares nothing.
	Maintain Use = iota
	// Serve migrates the tables and drives games. It only reads a database that is a copy.
	Serve
	// Adopt is Serve, and makes a copy a database of its own.
	Adopt
	// Inspect only reads.
	Inspect
)

// The database that holds the tables. With pg_dump each of these is another one in the copy.
const (
	selectHere = `SELECT c.system_identifier::text AS cluster, d.oid::bigint AS base, 'origin'::regclass::oid::bigint AS relation FROM pg_control_system() c, pg_database d WHERE d.datname = current_database()`
	hasOrigin  = `SELECT to_regclass('origin') IS NOT NULL`
	// A row's xmin is 32 bits of the number of its transaction.
	selectOrigin = `SELECT cluster, base, relation, writer, xmin::text::bigint AS xmin FROM origin WHERE id = 1`
	signOrigin   = `INSERT INTO origin (id, cluster, base, relation, writer) SELECT 1, cluster, base, relation, txid_current() % 4294967296 FROM (` + selectHere + `) here
		ON CONFLICT (id) DO UPDATE SET cluster = excluded.cluster, base = excluded.base, relation = excluded.relation, writer = excluded.writer`
)

type place struct {
	Cluster        string
	Base, Relation int64
}

// origin is the row that says where the tables were last used.
type origin struct {
	place
	Writer, Xmin int64
}

// at reports whether the tables are still where they were last used.
//
//	                               cluster  base  relation  xmin
//	promotion of a standby         same     same  same      same
//	pg_upgrade                     other    any   same      same
//	VACUUM FULL, ALTER … RENAME    same     same  same      same
//	pg_repack                      same     same  same      other
//	pg_dump, the same cluster      same     other other     other
//	CREATE DATABASE … TEMPLATE     same     other same      same
//	pg_dump, logical replication   other    any   other     other
//
// In another cluster the relation alone proves little: a new cluster counts from the same number.
func (o origin) at(here place) bool {
	if o.Cluster == here.Cluster {
		return o.place == here
	}
	return o.Relation == here.Relation && o.Writer == o.Xmin
}

// compareOrigin decides whether this program may write, before it changes anything.
func (s *Store) compareOrigin(ctx context.Context, use Use) error {
	if !s.dialect.remote || use != Serve {
		return nil
	}
	was, here, err := s.readOrigin(ctx)
	if err == nil && was != nil && !was.at(here) {
		s.ReadsOnly = journal.ErrCopied
	}
	if err != nil {
		return fmt.Errorf("store: read where the tables were last used: %w", err)
	}
	return nil
}

// readOrigin returns where the tables were last used, and where they are. There is no origin if no
// server has used them, and neither if the database does not tell.
func (s *Store) readOrigin(ctx context.Context) (was *origin, now place, err error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	var exists bool
	if err := s.reads.GetContext(ctx, &exists, hasOrigin); err != nil || !exists {
		return nil, now, err
	}
	if err = s.reads.GetContext(ctx, &now, selectHere); err == nil {
		was = new(origin)
		err = s.reads.GetContext(ctx, was, selectOrigin)
	}
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, now, nil
	case was == nil && answered(err), slices.Contains([]string{noColumn, notSupported}, postgresCode(err)):
		note := fmt.Sprintf("this Postgres does not say which cluster it is, so a copy of it is not noticed: %v", err)
		if !slices.Contains(s.Notes, note) {
			s.Notes = append(s.Notes, note)
		}
		return nil, place{}, nil
	}
	return was, now, err
}

// sign notes that the tables are used here, and what a standby, pg_upgrade or pg_repack has
// changed.
func (s *Store) sign(ctx context.Context) error {
	if !s.dialect.remote {
		return nil
	}
	was, here, err := s.readOrigin(ctx)
	if err != nil || here == (place{}) || was != nil && was.place == here && was.Writer == was.Xmin {
		return err
	}
	_, err = s.change(ctx, "note which database this is", signOrigin)
	return err
}

// selectVersion is the version of the tables, without goose, which would create its own.
const selectVersion = `SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version`

func (s *Store) checkVersion(ctx context.Context) error {
	files, err := fs.ReadDir(migrations, "migrations")
	if err != nil {
		return fmt.Errorf("store: migrations: %w", err)
	}
	target, current := int64(len(files)), int64(0)
	if err := s.reads.GetContext(ctx, &current, selectVersion); err != nil {
		return fmt.Errorf("store: read the version of the tables, which ringer serve or ringer migrate makes: %w", err)
	}
	s.Before, s.Tables = current, current
	if current < target {
		return fmt.Errorf("store: the tables have version %d and this program reads version %d; nothing is changed in a database that is only read; run ringer migrate on this copy, or take the program that knows version %[1]d", current, target)
	}
	if current > target {
		return s.checkOlder(ctx, current, target)
	}
	return nil
}

// checkFile refuses to inspect a file that does not exist: SQLite would create it.
func checkFile(address string) error {
	if _, err := os.Stat(address); err != nil {
		return fmt.Errorf("store: there is no database to inspect: %w; name its file with --db, or a Postgres with DATABASE_URL", err)
	}
	return nil
}

// selectIdentity tells databases and their schemas apart, but not a standby from its primary.
const selectIdentity = `SELECT system_identifier || '.' || 'sessions'::regclass::oid FROM pg_control_system()`

// Identity returns a name that all processes on this Postgres have in common, and no others.
func (s *Store) Identity(ctx context.Context) (name string, err error) {
	if !s.dialect.remote {
		return "", fmt.Errorf("store: an SQLite file is used by one process")
	}
	if err := s.get(ctx, &name, selectIdentity); err != nil {
		return "", fault("read the identity of the database", err)
	}
	return name, nil
}
