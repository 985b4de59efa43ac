package store

import (
	"context"
	"time"

	"ringer/engine/journal"
)

// prunePage is how many sessions one query examines. It takes some 20 ms on Postgres.
const prunePage = 1000

type Pruned struct {
	Sessions int64
	Events   int64
}

// Prune deletes the sessions that ended before a steady time, each in one transaction. It reads all
// sessions by id, and calls progress after each that it deletes. A dry run only counts them.
func (s *Store) Prune(ctx context.Context, before time.Time, dry bool, progress func(Pruned)) (Pruned, error) {
	var done Pruned
	for after := ""; ; {
		var rows []struct {
			ID      string
			Old     bool
			LastSeq int64 `db:"last_seq"`
		}
		if err := s.find(ctx, &rows, selectEndedBefore, journal.Ended, before.UnixMicro(), after, prunePage); err != nil {
			return done, fault("find ended sessions", err)
		}
		if len(rows) == 0 {
			break
		}
		for _, row := range rows {
			if !row.Old {
				continue
			}
			if !dry {
				if err := s.delete(ctx, row.ID); err != nil {
					return done, err
				}
			}
			done.Sessions++
			done.Events += row.LastSeq
			progress(done)
		}
		after = rows[len(rows)-1].ID
	}
	if done.Sessions == 0 || dry {
		return done, nil
	}
	return done, s.dialect.erase(ctx, s)
}
