package store

import (
	"context"

	"github.com/jmoiron/sqlx"
)

// The statements of an append on SQLite, and the heads and keys also of one on Postgres.
const (
	selectHeads = `SELECT s.id, s.status, s.last_seq, s.barrier_seq, s.settled_seq, s.due_at, h.owner, h.epoch
		FROM sessions s JOIN homes h ON h.id = s.home WHERE s.id IN (`
	selectKeys = `SELECT ` + eventColumns + ` FROM events WHERE key IS NOT NULL AND (session_id, key) IN (VALUES `
	updateHead = `UPDATE sessions SET status = ?, last_seq = ?, barrier_seq = ?, settled_seq = ?, unsettled = ?, due_at = ?,
		roster = COALESCE(?, roster) WHERE id = ?`
)

// sqliteCarrier carries groups of appends out on SQLite: one transaction a group. One goroutine uses it.
type sqliteCarrier struct {
	db                  *sqlx.DB
	heads, keys, insert *batch
	update, from        *sqlx.Stmt
}

func newSQLiteCarrier(ctx context.Context, db *sqlx.DB) (*sqliteCarrier, error) {
	c := &sqliteCarrier{db: db}
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

// carry implements grouper.carry. No caller's context cuts it off, and after an error nothing is stored.
func (c *sqliteCarrier) carry(requests []*request) error {
	tx, err := c.db.Beginx()
	if err != nil {
		return fault("append", err)
	}
	defer tx.Rollback() // does nothing after a commit
	g := &group{sqliteCarrier: c, tx: tx, ledgers: map[string]*ledger{}}
	if err := g.read(requests); err != nil {
		return err
	}
	outcomes := make([]outcome, len(requests))
	for i, r := range requests {
		outcomes[i] = g.judge(r)
	}
	if err := g.write(); err != nil {
		return fault("append", err)
	}
	if err := tx.Commit(); err != nil {
		return fault("append", err)
	}
	for i, r := range requests {
		r.settle(outcomes[i])
	}
	return nil
}
