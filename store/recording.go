package store

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
)

// Record implements journal.Store. Whoever deletes the session waits until the calls are stored, and deletes them, too.
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
		if err := tx.GetContext(ctx, &id, tx.Rebind(selectID+s.dialect.holdSession), session); err != nil {
			return err
		}
		insert := tx.Rebind(insertCall)
		for i, c := range calls {
			if _, err := tx.ExecContext(ctx, insert, session, c.Seq, c.Thought, c.N, data[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// Recorded implements journal.Store.
func (s *Store) RecordedCalls(ctx context.Context, session string, after journal.Place, limit int) ([]journal.RecordedCall, error) {
	var rows [][]byte
	if err := s.many(ctx, s.statements.calls, &rows, session, after.Seq, after.Thought, after.N, limit); err != nil {
		return nil, fault("recorded calls of session "+session, err)
	}
	if len(rows) == 0 { // nothing after that, or there is no such session
		if _, err := s.Session(ctx, session); err != nil {
			return nil, err
		}
	}
	calls := make([]journal.RecordedCall, len(rows))
	for i, data := range rows {
		if err := json.Unmarshal(data, &calls[i]); err != nil {
			return nil, fmt.Errorf("store: a recorded call of session %s cannot be read: %w", session, err)
		}
	}
	return calls, nil
}
