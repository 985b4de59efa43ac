package engine

import (
	"log/slog"
	"time"
)

// compareEvery is how often the clock is compared with the database's. A clock is seldom set.
const compareEvery = time.Minute

// timekeeper keeps the steps of the wall clock in the database, and compares the clock with the
// database's own. The sweeper uses it.
type timekeeper struct {
	engine *Engine
	clock  *clock
	// saved is the shift that the database holds.
	saved time.Duration
	// compared is when the clocks were compared.
	compared time.Time
	// differ says that the last comparison found different clocks.
	differ bool
}

// resume makes the clock continue the steady time of the process before.
func (k *timekeeper) resume() error {
	before, err := k.engine.store.Clock(k.engine.ctx)
	if err != nil {
		return err
	}
	database, err := k.engine.store.Time(k.engine.ctx)
	if err != nil {
		return err
	}
	k.clock.resume(before, database)
	k.saved = before.Shift
	return nil
}

// keep stores a step of the clock, and compares the clocks if it is time for that.
func (k *timekeeper) keep() error {
	clock, store, ctx := k.clock, k.engine.store, k.engine.ctx
	if shift := clock.Now().Shift; shift != k.saved {
		if _, err := store.SetShift(ctx, k.saved, shift); err != nil {
			return err
		}
		k.engine.log.Warn("the wall clock was set; the games go on as if it had not been", slog.Duration("by", shift-k.saved))
		k.saved, k.compared = shift, time.Time{}
	}
	if time.Since(k.compared) < compareEvery {
		return nil
	}
	return k.compare()
}

// compare compares the clock with the database's. It logs when they begin to differ, and when they
// agree again.
func (k *timekeeper) compare() error {
	database, err := k.engine.store.Time(k.engine.ctx)
	if err != nil {
		return err
	}
	k.clock.compare(database)
	k.compared = time.Now()
	if differ := !k.clock.Trusted(); differ != k.differ {
		k.differ = differ
		if differ {
			k.engine.log.Warn("the clocks of this machine and of the database differ by more than a minute; idle sessions are not ended until one of them is set right",
				slog.Time("database", database))
		} else {
			k.engine.log.Info("the clocks of this machine and of the database agree again")
		}
	}
	return nil
}
