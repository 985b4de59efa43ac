package store

import (
	"context"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Erase implements journal.Store. An empty snapshot keeps its place, so that no older one comes
// back. A Record that is under way ends first.
func (s *Store) Erase(ctx context.Context, e journal.Erasure) error {
	data := make([]string, len(e.Events))
	for i := range e.Events {
		b, err := session.Encode(e.Events[i].Data)
		if err != nil {
			return err
		}
		data[i] = string(b)
	}
	err := s.write(ctx, "erase from session "+e.Session, func(ctx context.Context, tx *sqlx.Tx) error {
		var id string
		if err := tx.GetContext(ctx, &id, tx.Rebind(selectID+s.dialect.lockRow), e.Session); err != nil {
			return err
		}
		for i := range e.Events {
			if _, err := execute(ctx, tx, overwriteEvent, data[i], e.Session, e.Events[i].Seq); err != nil {
				return err
			}
		}
		if _, err := execute(ctx, tx, upsertSnapshot, e.Session, e.Seq, ""); err != nil {
			return err
		}
		_, err := execute(ctx, tx, deleteCalls, e.Session, 0, e.Seq-1)
		return err
	})
	if err != nil {
		return err
	}
	return s.dialect.erase(ctx, s)
}
