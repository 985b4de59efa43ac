package store

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
)

const (
	upsertReplica = `INSERT INTO replicas (id, name, beats, homes, rings) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET name = excluded.name, beats = excluded.beats, homes = excluded.homes, rings = excluded.rings`
	updateReplica  = `UPDATE replicas SET name = ?, beats = ?, homes = ?, rings = ? WHERE id = ?`
	selectReplicas = `SELECT id, name, beats, homes, rings, (SELECT shift FROM clock) AS shift, ` // the time follows
	fromReplicas   = ` AS time FROM replicas ORDER BY id`
	deleteNamesake = `DELETE FROM replicas WHERE id <> ? AND name = ?`
	deleteOthers   = `DELETE FROM replicas WHERE id <> ?`
	deleteReplica  = `DELETE FROM replicas WHERE id = ? AND beats <= ?`

	// nobodys says that a home belongs to nobody.
	nobodys = `(h.owner = '' OR NOT EXISTS (SELECT 1 FROM replicas r WHERE r.id = h.owner))`
	// dueHomes are homes with due sessions. The index is ordered by time, so no more rows are read
	// than the limit.
	dueHomes = `(SELECT home, MIN(due_at) AS due FROM
		(SELECT home, due_at FROM sessions WHERE status = 'open' AND due_at <= ? ORDER BY due_at LIMIT ?) AS first GROUP BY home) AS d`

	claimHome   = updateOwner + ` AND (owner = ? OR owner = '' OR NOT EXISTS (SELECT 1 FROM replicas r WHERE r.id = homes.owner)) RETURNING epoch`
	giveHome    = updateOwner + ` AND owner = ? AND epoch = ?`
	selectOwned = `SELECT id FROM homes WHERE owner = ? AND owner <> '' ORDER BY id`
	// urgency says how soon a home must be in memory.
	urgency = `(SELECT MIN(due_at) FROM sessions WHERE home = homes.id AND status = 'open') AS due,
		EXISTS (SELECT 1 FROM sessions WHERE home = homes.id AND status = 'open' AND unsettled) AS unsettled`
	selectHeld    = `SELECT owner FROM homes WHERE id = ?`
	selectHolders = `SELECT h.id AS home, r.name FROM homes h JOIN replicas r ON r.id = h.owner WHERE h.id IN (?)`
	selectEnds    = `SELECT id AS session, home, tenant, is_table AS isgame, last_seq AS lastseq FROM sessions WHERE id IN (?)`
)

// picks are the queries that select homes. Due sessions come from an index ordered by time,
// unsettled ones from one ordered by home.
var picks = []string{
	journal.Due: `SELECT h.id AS home FROM ` + dueHomes + ` JOIN homes h ON h.id = d.home WHERE ` + nobodys + ` ORDER BY d.due, h.id LIMIT ?`,
	journal.Late: `SELECT h.id AS home FROM ` + dueHomes + ` JOIN homes h ON h.id = d.home
		WHERE h.owner = ? AND EXISTS (SELECT 1 FROM replicas r WHERE r.id = ? AND r.beats = ?) ORDER BY d.due, h.id LIMIT ?`,
	journal.Unsettled: `SELECT h.id AS home FROM homes h WHERE ` + nobodys + `
		AND h.id IN (SELECT home FROM sessions WHERE status = 'open' AND unsettled) ORDER BY h.id LIMIT ?`,
	journal.Orphaned: `SELECT h.id AS home FROM homes h WHERE h.owner = ? AND h.owner <> '' AND NOT EXISTS (SELECT 1 FROM replicas r WHERE r.id = h.owner) LIMIT ?`,
	journal.All:      `SELECT h.id AS home FROM homes h WHERE h.owner = ? AND h.owner <> '' LIMIT ?`,
}

// taking returns the statement that takes what pick selects. Its last parameter is the new owner.
func (s *Store) taking(pick string) string {
	return `WITH picked AS MATERIALIZED (` + pick + s.dialect.skipLocked + `)
		UPDATE homes SET owner = ?, epoch = epoch + 1 FROM picked WHERE id = picked.home RETURNING id, epoch, ` + urgency
}

func (s *Store) Claim(ctx context.Context, home, owner string) (epoch int64, err error) {
	err = s.write(ctx, "claim home "+home, func(ctx context.Context, tx *sqlx.Tx) error {
		var epochs []int64
		if err := tx.SelectContext(ctx, &epochs, tx.Rebind(claimHome), owner, home, owner); err != nil {
			return err
		}
		if len(epochs) == 1 {
			epoch = epochs[0]
			return nil
		}
		held := &journal.Held{Home: home}
		if err := tx.GetContext(ctx, &held.Owner, tx.Rebind(selectHeld), home); err != nil {
			return err
		}
		return held
	})
	return epoch, err
}

func (s *Store) Enter(ctx context.Context, r journal.Replica) error {
	return s.write(ctx, "enter the replica "+r.ID, func(ctx context.Context, tx *sqlx.Tx) error {
		var err error
		if s.dialect.remote {
			_, err = tx.ExecContext(ctx, tx.Rebind(deleteNamesake), r.ID, r.Name)
		} else { // an SQLite file has one process
			_, err = tx.ExecContext(ctx, deleteOthers, r.ID)
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, tx.Rebind(upsertReplica), r.ID, r.Name, r.Beats, r.Homes, r.Rings)
		}
		return err
	})
}

// beatLimit is shorter than a replica trusts itself.
const beatLimit = 800 * time.Millisecond

// Beat implements journal.Store. Its own connections keep a busy pool from stopping the heart.
func (s *Store) Beat(ctx context.Context, r journal.Replica) (journal.Beat, error) {
	ctx, cancel := context.WithTimeout(ctx, beatLimit)
	defer cancel()
	pool, doing := s.beats, "beat of the replica "+r.ID
	if pool == nil {
		pool = s.writes
	}
	result, err := pool.ExecContext(ctx, pool.Rebind(updateReplica), r.Name, r.Beats, r.Homes, r.Rings, r.ID)
	if err != nil {
		return journal.Beat{}, fault(doing, err)
	}
	var b journal.Beat
	if n, err := result.RowsAffected(); err == nil && n == 0 {
		b.Missing = true
		if _, err := pool.ExecContext(ctx, pool.Rebind(upsertReplica), r.ID, r.Name, r.Beats, r.Homes, r.Rings); err != nil {
			return journal.Beat{}, fault(doing, err)
		}
	}
	var rows []replicaRow
	now := s.dialect.selectTime
	if now == "" {
		now = "0"
	}
	if err := pool.SelectContext(ctx, &rows, selectReplicas+"("+now+")"+fromReplicas); err != nil {
		return journal.Beat{}, fault(doing, err)
	}
	for _, row := range rows {
		b.Replicas = append(b.Replicas, row.Replica)
		b.Shift = fromShift(row.Shift)
		if row.Time != 0 {
			b.Time = fromMicros(row.Time)
		}
	}
	return b, nil
}

type replicaRow struct {
	journal.Replica
	Shift int64
	Time  int64
}

func (s *Store) Remove(ctx context.Context, r journal.Replica) (bool, error) {
	return s.change(ctx, "remove the replica "+r.ID, deleteReplica, r.ID, r.Beats)
}

func (s *Store) Take(ctx context.Context, owner string, homes journal.Selection) (taken []journal.Taken, err error) {
	pick, args := picks[homes.Kind], []any(nil)
	switch homes.Kind {
	case journal.Due, journal.Late:
		args = []any{homes.Before.UnixMicro(), homes.Examined}
		if homes.Kind == journal.Late {
			args = append(args, homes.From.ID, homes.From.ID, homes.From.Beats)
		}
	case journal.Orphaned, journal.All:
		args = []any{homes.From.ID}
	}
	// The sweeper asks this often. So a lost file is noticed while nothing is written, too.
	if err := s.file.check(); err != nil {
		return nil, fault("take homes", err)
	}
	err = s.write(ctx, "take homes", func(ctx context.Context, tx *sqlx.Tx) error {
		var rows []struct {
			ID        string
			Epoch     int64
			Due       sql.NullInt64
			Unsettled bool
		}
		if err := tx.SelectContext(ctx, &rows, tx.Rebind(s.taking(pick)), append(args, homes.Limit, owner)...); err != nil {
			return err
		}
		for _, row := range rows {
			taken = append(taken, journal.Taken{
				Lease: journal.Lease{Home: row.ID, Owner: owner, Epoch: row.Epoch}, Due: fromDue(row.Due), Unsettled: row.Unsettled,
			})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return taken, nil
}

func (s *Store) Give(ctx context.Context, l journal.Lease, to string) error {
	done, err := s.change(ctx, "give home "+l.Home, giveHome, to, l.Home, l.Owner, l.Epoch)
	if err == nil && !done {
		return fault("give home "+l.Home, journal.ErrNotOwner)
	}
	return err
}

func (s *Store) Owned(ctx context.Context, owner string) (homes []string, err error) {
	if err := s.find(ctx, &homes, selectOwned, owner); err != nil {
		return nil, fault("list the homes of "+owner, err)
	}
	return homes, nil
}

const headsPage = 500

// Holders implements journal.Store.
func (s *Store) Holders(ctx context.Context, homes []string) (map[string]string, error) {
	holders := map[string]string{}
	for page := range slices.Chunk(homes, headsPage) {
		query, args, err := sqlx.In(selectHolders, page)
		if err != nil {
			return nil, err
		}
		var rows []struct{ Home, Name string }
		if err := s.find(ctx, &rows, query, args...); err != nil {
			return nil, fault("find the owners of homes", err)
		}
		for _, r := range rows {
			holders[r.Home] = r.Name
		}
	}
	return holders, nil
}

func (s *Store) Heads(ctx context.Context, sessions []string) (heads []journal.Head, err error) {
	for page := range slices.Chunk(sessions, headsPage) {
		query, args, err := sqlx.In(selectEnds, page)
		if err != nil {
			return nil, err
		}
		var rows []journal.Head
		if err := s.find(ctx, &rows, query, args...); err != nil {
			return nil, fault("read the heads of logs", err)
		}
		heads = append(heads, rows...)
	}
	return heads, nil
}
