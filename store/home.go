package store

import (
	"context"
	"time"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
)

// Claim implements journal.Store.
func (s *Store) Claim(ctx context.Context, home, owner string) (epoch int64, err error) {
	err = s.write(ctx, "claim home "+home, func(ctx context.Context, tx *sqlx.Tx) error {
		return tx.GetContext(ctx, &epoch, tx.Rebind(updateOwner), owner, home)
	})
	return epoch, err
}

// Home implements journal.Store. The oldest session comes first.
func (s *Store) Home(ctx context.Context, home string) ([]journal.Session, error) {
	var rows []sessionRow
	if err := s.readRows(ctx, s.statements.open, &rows, home); err != nil {
		return nil, fault("home "+home, err)
	}
	if len(rows) == 0 { // either all sessions have ended, or there is no such home
		var id string
		if err := s.readRow(ctx, s.statements.home, &id, home); err != nil {
			return nil, fault("home "+home, err)
		}
	}
	return decode(rows, (*sessionRow).session)
}

// Due implements journal.Store.
func (s *Store) Due(ctx context.Context, before time.Time, limit int) (homes []string, err error) {
	// The sweeper asks this often. So a lost file is noticed while nothing is written, too.
	if err := s.file.check(); err != nil {
		return nil, fault("list the homes that are due", err)
	}
	if err := s.readRows(ctx, s.statements.due, &homes, before.UnixMicro(), limit); err != nil {
		return nil, fault("list the homes that are due", err)
	}
	return homes, nil
}

// Unsettled implements journal.Store.
func (s *Store) Unsettled(ctx context.Context, after string, limit int) (homes []string, err error) {
	if err := s.readRows(ctx, s.statements.unsettled, &homes, after, limit); err != nil {
		return nil, fault("list the homes that are not settled", err)
	}
	return homes, nil
}
