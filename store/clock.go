package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
)

// Clock implements journal.Store. It reads the last event of each open session, so it is meant for
// the start of a process.
func (s *Store) Clock(ctx context.Context) (journal.Clock, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	var row struct {
		Shift int64         `db:"shift"`
		Last  sql.NullInt64 `db:"last"`
	}
	if err := s.reads.GetContext(ctx, &row, selectClock); err != nil {
		return journal.Clock{}, fault("read the clock", err)
	}
	return journal.Clock{Shift: fromShift(row.Shift), Last: fromDue(row.Last)}, nil
}

// Time implements journal.Store.
func (s *Store) Time(ctx context.Context) (time.Time, error) {
	if s.dialect.selectTime == "" {
		return time.Time{}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	var now int64
	if err := s.reads.GetContext(ctx, &now, s.dialect.selectTime); err != nil {
		return time.Time{}, fault("read the time", err)
	}
	return fromMicros(now), nil
}

// SetShift implements journal.Store.
func (s *Store) SetShift(ctx context.Context, from, to time.Duration) (done bool, err error) {
	err = s.write(ctx, "store a step of the clock", func(ctx context.Context, tx *sqlx.Tx) error {
		result, err := tx.ExecContext(ctx, tx.Rebind(updateClock), to.Microseconds(), from.Microseconds())
		if err != nil {
			return err
		}
		done, err = changed(result)
		return err
	})
	return done, err
}

// toShift returns a shift as it is stored. Most are 0, which is NULL.
func toShift(d time.Duration) sql.NullInt64 {
	return sql.NullInt64{Int64: d.Microseconds(), Valid: d != 0}
}

func fromShift(us int64) time.Duration { return time.Duration(us) * time.Microsecond }

// changed reports whether a statement has changed a row.
func changed(result sql.Result) (bool, error) {
	n, err := result.RowsAffected()
	return n > 0, err
}
