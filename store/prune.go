package store

import (
	"context"
	"time"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
)

const (
	// pruneBatch is how many sessions one look finds.
	pruneBatch = 100
	// deleteBatch is how many events one statement deletes: it stays far below what a statement may take.
	deleteBatch = 5000
)

// Pruned is what a prune has deleted so far.
type Pruned struct {
	Sessions int64
	Events   int64
}

// Prune deletes the sessions that ended before a time, each with its events, calls and snapshot in one transaction. progress is
// called after each.
func (s *Store) Prune(ctx context.Context, before time.Time, progress func(Pruned)) (Pruned, error) {
	var done Pruned
	for after := ""; ; {
		var rows []sessionRow
		query := s.reads.Rebind(selectEndedBefore)
		if err := s.reads.SelectContext(ctx, &rows, query, journal.Ended, after, before.UnixMicro(), pruneBatch); err != nil {
			return done, fault("find ended sessions", err)
		}
		if len(rows) == 0 {
			break
		}
		for _, row := range rows {
			if err := s.delete(ctx, row.ID); err != nil {
				return done, err
			}
			done.Sessions++
			done.Events += row.LastSeq
			progress(done)
		}
		after = rows[len(rows)-1].ID
	}
	if done.Sessions == 0 {
		return done, nil
	}
	return done, s.dialect.erased(ctx, s)
}

// Delete implements journal.Store.
func (s *Store) Delete(ctx context.Context, id string) error {
	if err := s.delete(ctx, id); err != nil {
		return err
	}
	return s.dialect.erased(ctx, s)
}

// delete removes all rows of a session, and its home with the last of them. It takes the home first, so that the home's owner
// writes nothing more: in a transaction of its own, since appends lock a row before its home. The row goes before the events and
// calls, so that nobody adds one meanwhile.
func (s *Store) delete(ctx context.Context, id string) error {
	row, err := s.Session(ctx, id)
	if err != nil {
		return err
	}
	if _, err := s.Claim(ctx, row.Home, ""); err != nil {
		return err
	}
	return s.write(ctx, "delete session "+id, func(ctx context.Context, tx *sqlx.Tx) error {
		if _, err := tx.ExecContext(ctx, tx.Rebind(deleteSnapshot), id); err != nil {
			return err
		}
		var last int64
		if err := tx.GetContext(ctx, &last, tx.Rebind(deleteSession), id); err != nil {
			return err
		}
		for from := int64(0); from < last; from += deleteBatch {
			for _, query := range []string{deleteEvents, deleteCalls} {
				if _, err := tx.ExecContext(ctx, tx.Rebind(query), id, from, from+deleteBatch); err != nil {
					return err
				}
			}
		}
		_, err := tx.ExecContext(ctx, tx.Rebind(deleteHome), row.Home, row.Home)
		return err
	})
}
