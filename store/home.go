package store

import (
	"context"

	"ringer/engine/journal"
)

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
