package store

import (
	"context"
	"database/sql"
	"time"

	"ringer/engine/journal"
)

// Clock implements journal.Store. It reads the last event of each open session, so it is meant for
// the start of a process.
func (s *Store) Clock(ctx context.Context) (journal.Clock, error) {
	var row struct {
		Shift int64         `db:"shift"`
		Last  sql.NullInt64 `db:"last"`
	}
	if err := s.get(ctx, &row, selectClock); err != nil {
		return journal.Clock{}, fault("read the clock", err)
	}
	return journal.Clock{Shift: fromShift(row.Shift), Last: fromDue(row.Last)}, nil
}

func (s *Store) Time(ctx context.Context) (time.Time, error) {
	if s.dialect.selectTime == "" {
		return time.Time{}, nil
	}
	var now int64
	if err := s.get(ctx, &now, s.dialect.selectTime); err != nil {
		return time.Time{}, fault("read the time", err)
	}
	return fromMicros(now), nil
}

func (s *Store) SetShift(ctx context.Context, from, to time.Duration) (bool, error) {
	return s.change(ctx, "store a step of the clock", updateClock, to.Microseconds(), from.Microseconds())
}

// toShift returns a shift as it is stored. Most are 0, which is NULL.
func toShift(d time.Duration) sql.NullInt64 {
	return sql.NullInt64{Int64: d.Microseconds(), Valid: d != 0}
}

func fromShift(us int64) time.Duration { return time.Duration(us) * time.Microsecond }
