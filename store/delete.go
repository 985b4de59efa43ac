package store

import (
	"context"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
)

// deleteChunk is how many events one statement deletes, in far less time than it may take.
const deleteChunk = 5000

func (s *Store) Delete(ctx context.Context, id string) error {
	if err := s.delete(ctx, id); err != nil {
		return err
	}
	return s.dialect.erase(ctx, s)
}

// delete removes all rows of a session, and its home if no other session has it. First it seizes
// the home, so that the owner writes nothing more. That has a transaction of its own: appends
// lock a session's row before its home, so one transaction could deadlock with them. Then delete
// removes the session's row before the events and calls, so that nobody adds any meanwhile.
func (s *Store) delete(ctx context.Context, id string) error {
	row, err := s.Session(ctx, id)
	if err != nil {
		return err
	}
	if _, err := s.change(ctx, "seize home "+row.Home, updateOwner, "", row.Home); err != nil {
		return err
	}
	return s.write(ctx, "delete session "+id, func(ctx context.Context, tx *sqlx.Tx) error {
		if _, err := execute(ctx, tx, deleteSnapshot, id); err != nil {
			return err
		}
		var last int64
		if err := tx.GetContext(ctx, &last, tx.Rebind(deleteSession), id); err != nil {
			return err
		}
		for from := int64(0); from < last; from += deleteChunk {
			for _, query := range []string{deleteEvents, deleteCalls} {
				if _, err := execute(ctx, tx, query, id, from, from+deleteChunk); err != nil {
					return err
				}
			}
		}
		if _, err := execute(ctx, tx, deleteSurveys, id); err != nil {
			return err
		}
		if _, err := execute(ctx, tx, deleteHome, row.Home, row.Home); err != nil {
			return err
		}
		return s.feed(ctx, tx, row.Tenant, journal.Span{Log: id, After: last, UpTo: last + 1, Deleted: journal.KindOf(id, row.Home, row.IsGame)})
	})
}
