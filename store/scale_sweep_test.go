package store

import (
	"context"
	"errors"
	"time"
)

// takeDue looks for homes that are due and belong to nobody. Here all belong to a living replica.
func (d *scaleDatabase) takeDue(ctx context.Context) error {
	_, err := d.TakeDue(ctx, "here", time.Now(), 400, 200)
	return err
}

// takeUnsettled does the same for homes that are not settled.
func (d *scaleDatabase) takeUnsettled(ctx context.Context) error {
	_, err := d.TakeUnsettled(ctx, "here", 200)
	return err
}

// takeOver gives 100 homes of a dead replica to another one. When it has them all, they go back.
func (d *scaleDatabase) takeOver(ctx context.Context) error {
	for range 2 {
		leases, err := d.TakeFrom(ctx, d.taker, d.owner, 100)
		if err != nil || len(leases) > 0 {
			return err
		}
		d.owner, d.taker = d.taker, d.owner
	}
	return errors.New("there is no home to take")
}
