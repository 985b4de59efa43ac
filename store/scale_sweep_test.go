package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/lib/pq"

	"ringer/engine/journal"
)

// scaleWoken is how many homes of nobody a sweep finds.
const scaleWoken = 20

// sweeping takes homes of nobody. Some sleeping sessions wake before, and sleep again after each
// sweep. Neither is measured.
func sweeping(wake string, take func(*scaleDatabase, context.Context) ([]journal.Taken, error)) func(*testing.T, *scaleDatabase, figures) {
	before := func(d *scaleDatabase, ctx context.Context) error {
		d.woken = some(d.asleep, scaleWoken)
		_, err := d.raw.ExecContext(ctx, wake, pq.Array(d.woken))
		return err
	}
	sweep := func(d *scaleDatabase, ctx context.Context) error {
		taken, err := take(d, ctx)
		if err == nil && len(taken) < len(d.woken) {
			err = fmt.Errorf("a sweep took %d homes of %d", len(taken), len(d.woken))
		}
		return err
	}
	return around(20, before, sweep, (*scaleDatabase).sleep)
}

// takeDue reads the homes of a living replica, too.
func (d *scaleDatabase) takeDue(ctx context.Context) ([]journal.Taken, error) {
	return d.Take(ctx, "sweeper", journal.Selection{Kind: journal.Due, Before: time.Now(), Examined: 400, Limit: 200})
}

// takeUnsettled reads the homes of a living replica, too.
func (d *scaleDatabase) takeUnsettled(ctx context.Context) ([]journal.Taken, error) {
	return d.Take(ctx, "sweeper", journal.Selection{Kind: journal.Unsettled, Limit: 200})
}

func (d *scaleDatabase) sleep(ctx context.Context) error {
	if _, err := d.Take(ctx, "", journal.Selection{Kind: journal.All, From: journal.Replica{ID: "sweeper"}, Limit: 200}); err != nil {
		return err
	}
	due := time.Now().Add(time.Hour + rand.N(72*time.Hour))
	_, err := d.raw.ExecContext(ctx, `UPDATE sessions SET due_at = $1, unsettled = false WHERE id = ANY($2)`, due.UnixMicro(), pq.Array(d.woken))
	return err
}

func (d *scaleDatabase) claimOne(ctx context.Context) error {
	home := d.asleep[rand.IntN(len(d.asleep))]
	epoch, err := d.Claim(ctx, home, "here")
	d.claimed = journal.Lease{Home: home, Owner: "here", Epoch: epoch}
	return err
}

func (d *scaleDatabase) giveBack(ctx context.Context) error { return d.Give(ctx, d.claimed, "") }

// takeOver gives 100 homes of a dead replica to another one. When it has them all, they go back.
func (d *scaleDatabase) takeOver(ctx context.Context) error {
	for range 2 {
		leases, err := d.Take(ctx, d.taker, journal.Selection{Kind: journal.Orphaned, From: journal.Replica{ID: d.owner}, Limit: 100})
		if err != nil || len(leases) > 0 {
			return err
		}
		d.owner, d.taker = d.taker, d.owner
	}
	return errors.New("there is no home to take")
}
