package store

import (
	"context"
	"errors"
	"time"
)

// nobodys says that a home belongs to nobody.
const scaleNobodys = `(h.owner = '' OR NOT EXISTS (SELECT 1 FROM replicas r WHERE r.id = h.owner))`

// The statements that take homes. Each skips homes that another replica takes at the moment. The
// condition on the empty owner selects the index of owned homes.
var (
	scaleDue = taking(`SELECT h.id AS home FROM (SELECT home, MIN(due_at) AS due FROM
		(SELECT home, due_at FROM sessions WHERE status = 'open' AND due_at <= $2 ORDER BY due_at LIMIT $3) AS first GROUP BY home) AS d
		JOIN homes h ON h.id = d.home WHERE ` + scaleNobodys + ` ORDER BY d.due, h.id LIMIT 200`)
	scaleUnsettled = taking(`SELECT h.id AS home FROM homes h WHERE ` + scaleNobodys + `
		AND h.id IN (SELECT home FROM sessions WHERE status = 'open' AND unsettled) ORDER BY h.id LIMIT 200`)
	scaleFrom = taking(`SELECT h.id AS home FROM homes h WHERE h.owner = $2 AND h.owner <> ''
		AND NOT EXISTS (SELECT 1 FROM replicas r WHERE r.id = h.owner) LIMIT 100`)
)

func taking(pick string) string {
	return `WITH picked AS MATERIALIZED (` + pick + ` FOR UPDATE OF h SKIP LOCKED)
		UPDATE homes SET owner = $1, epoch = epoch + 1 FROM picked WHERE id = picked.home RETURNING id`
}

// takeDue looks for homes that are due and belong to nobody. Here all belong to a living replica.
func (d *scaleDatabase) takeDue(ctx context.Context) error {
	var homes []string
	return d.writes.SelectContext(ctx, &homes, scaleDue, "here", time.Now().UnixMicro(), 400)
}

// takeUnsettled does the same for homes that are not settled.
func (d *scaleDatabase) takeUnsettled(ctx context.Context) error {
	var homes []string
	return d.writes.SelectContext(ctx, &homes, scaleUnsettled, "here")
}

// takeOver gives 100 homes of a dead replica to another one. When it has them all, they go back.
func (d *scaleDatabase) takeOver(ctx context.Context) error {
	for range 2 {
		var homes []string
		if err := d.writes.SelectContext(ctx, &homes, scaleFrom, d.taker, d.owner); err != nil || len(homes) > 0 {
			return err
		}
		d.owner, d.taker = d.taker, d.owner
	}
	return errors.New("there is no home to take")
}
