package store

import (
	"context"
	"time"

	"ringer/engine/journal"
)

// prunePage is how many sessions one query finds.
const prunePage = 100

// Pruned counts what a prune has deleted so far.
type Pruned struct {
	Sessions int64
	Events   int64
}

// Prune deletes the sessions that ended before a steady time. Each goes with its events, calls and
// snapshot in one transaction. Prune calls progress after each session.
func (s *Store) Prune(ctx context.Context, before time.Time, progress func(Pruned)) (Pruned, error) {
	var done Pruned
	for after := ""; ; {
		var rows []sessionRow
		query := s.reads.Rebind(selectEndedBefore)
		if err := s.reads.SelectContext(ctx, &rows, query, journal.Ended, after, before.UnixMicro(), prunePage); err != nil {
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
	return done, s.dialect.erase(ctx, s)
}
