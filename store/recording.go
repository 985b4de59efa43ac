package store

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
)

// Record implements journal.Store. A delete of the session waits for it, and deletes the calls,
// too.
func (s *Store) Record(ctx context.Context, session string, calls []journal.RecordedCall) error {
	data := make([]string, len(calls))
	for i := range calls {
		b, err := json.Marshal(&calls[i])
		if err != nil {
			return fmt.Errorf("store: record calls of session %s: %w", session, err)
		}
		data[i] = string(b)
	}
	return s.write(ctx, "record calls of session "+session, func(ctx context.Context, tx *sqlx.Tx) error {
		var id string
		if err := tx.GetContext(ctx, &id, tx.Rebind(selectID+s.dialect.lockSession), session); err != nil {
			return err
		}
		var deleted int64
		if err := tx.GetContext(ctx, &deleted, tx.Rebind(selectDeletion), session); err != nil {
			return err
		}
		for i, c := range calls {
			if c.Seq < deleted {
				continue // it may hold what is gone
			}
			if _, err := execute(ctx, tx, insertCall, session, c.Seq, c.Thought, c.N, data[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Store) RecordedCalls(ctx context.Context, session string, after journal.Place, limit int) ([]journal.RecordedCall, error) {
	var rows [][]byte
	if err := s.readRows(ctx, s.statements.calls, &rows, session, after.Seq, after.Thought, after.N, limit); err != nil {
		return nil, fault("recorded calls of session "+session, err)
	}
	if len(rows) == 0 { // either there is no later call, or no such session
		if _, err := s.Session(ctx, session); err != nil {
			return nil, err
		}
	}
	return decode(rows, func(data *[]byte) (call journal.RecordedCall, err error) {
		if err := json.Unmarshal(*data, &call); err != nil {
			return call, fmt.Errorf("store: cannot read a recorded call of session %s: %w", session, err)
		}
		return call, nil
	})
}
