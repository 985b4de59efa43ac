package store

import (
	"context"

	"github.com/jmoiron/sqlx"
)

// The statements of an append on SQLite. Postgres uses selectHeads, too.
const (
	selectHeads = `SELECT s.id, s.status, s.last_seq, s.barrier_seq, s.settled_seq, s.due_at, h.owner, h.epoch
		FROM sessions s JOIN homes h ON h.id = s.home WHERE s.id IN (`
	selectKeys = `SELECT ` + eventColumns + ` FROM events WHERE key IS NOT NULL AND (session_id, key) IN (VALUES `
	updateHead = `UPDATE sessions SET status = ?, last_seq = ?, barrier_seq = ?, settled_seq = ?, unsettled = ?, due_at = ?,
		roster = COALESCE(?, roster) WHERE id = ?`
)

// sqliteAppender stores a group on SQLite in one transaction.
type sqliteAppender struct {
	db                  *sqlx.DB
	file                *databaseFile
	heads, keys, insert *batch
	update, from        *sqlx.Stmt
}

func newSQLiteAppender(ctx context.Context, s *Store) (appender, error) {
	c := &sqliteAppender{db: s.writes, file: s.file}
	var err error
	if c.heads, err = prepareBatch(ctx, c.db, selectHeads, "?", ")"); err != nil {
		return nil, err
	}
	if c.keys, err = prepareBatch(ctx, c.db, selectKeys, "(?, ?)", ")"); err != nil {
		return nil, err
	}
	if c.insert, err = prepareBatch(ctx, c.db, insertEvents, eventValues, ""); err != nil {
		return nil, err
	}
	if c.update, err = c.db.PreparexContext(ctx, updateHead); err != nil {
		return nil, err
	}
	c.from, err = c.db.PreparexContext(ctx, selectEvents)
	return c, err
}

// store implements appender. No caller's context interrupts it, and after an error nothing is
// stored.
func (c *sqliteAppender) store(group []*request) error {
	if err := c.file.check(); err != nil {
		return fault("append", err)
	}
	tx, err := c.db.Beginx()
	if err != nil {
		return fault("append", err)
	}
	defer tx.Rollback() // does nothing after a commit
	g := &sqliteGroup{sqliteAppender: c, tx: tx, sessions: map[string]*sqliteSession{}}
	if err := g.read(group); err != nil {
		return err
	}
	outcomes := make([]outcome, len(group))
	for i, r := range group {
		outcomes[i] = g.judge(r)
	}
	if err := g.write(); err != nil {
		return fault("append", err)
	}
	if err := tx.Commit(); err != nil {
		return fault("append", err)
	}
	for i, r := range group {
		r.finish(outcomes[i])
	}
	return nil
}
