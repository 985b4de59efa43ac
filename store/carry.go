package store

import (
	"context"

	"github.com/jmoiron/sqlx"
)

// The statements of an append on SQLite.
const (
	selectHeads = `SELECT s.id, s.status, s.last_seq, s.barrier_seq, s.settled_seq, s.due_at, h.owner, h.epoch
		FROM sessions s JOIN homes h ON h.id = s.home WHERE s.id IN (`
	selectKeys = `SELECT ` + eventColumns + ` FROM events WHERE key IS NOT NULL AND (session_id, key) IN (VALUES `
	updateHead = `UPDATE sessions SET status = ?, last_seq = ?, barrier_seq = ?, settled_seq = ?, due_at = ?, roster = COALESCE(?, roster)
		WHERE id = ?`
)

// carrier carries groups of appends out on SQLite. One goroutine uses it.
type carrier struct {
	db                  *sqlx.DB
	heads, keys, insert *batch
	update, from        *sqlx.Stmt
}

func newCarrier(ctx context.Context, db *sqlx.DB) (*carrier, error) {
	c := &carrier{db: db}
	var err error
	if c.heads, err = prepareBatch(ctx, db, selectHeads, "?", ")"); err != nil {
		return nil, err
	}
	if c.keys, err = prepareBatch(ctx, db, selectKeys, "(?, ?)", ")"); err != nil {
		return nil, err
	}
	if c.insert, err = prepareBatch(ctx, db, insertEvents, eventValues, ""); err != nil {
		return nil, err
	}
	if c.update, err = db.PreparexContext(ctx, updateHead); err != nil {
		return nil, err
	}
	c.from, err = db.PreparexContext(ctx, selectEvents)
	return c, err
}

// carry implements grouper.carry: one transaction, which no caller's context cuts off.
func (c *carrier) carry(requests []*request) ([]outcome, error) {
	tx, err := c.db.Beginx()
	if err != nil {
		return nil, fault("append", err)
	}
	defer tx.Rollback() // does nothing after a commit
	g := &group{carrier: c, tx: tx, ledgers: map[string]*ledger{}}
	if err := g.read(requests); err != nil {
		return nil, err
	}
	outcomes := make([]outcome, len(requests))
	for i, r := range requests {
		outcomes[i] = g.judge(r)
	}
	if err := g.write(); err != nil {
		return nil, fault("append", err)
	}
	if err := tx.Commit(); err != nil {
		return nil, fault("append", err)
	}
	return outcomes, nil
}
