package store

import (
	"context"
	"sync/atomic"

	"github.com/jmoiron/sqlx"

	"ringer/engine/session"
)

// The statements of an append on SQLite. Postgres uses selectHeads, too.
const (
	selectHeads = `SELECT s.id, s.status, s.last_seq, s.barrier_seq, s.settled_seq, s.due_at, s.tenant, h.owner, h.epoch
		FROM sessions s JOIN homes h ON h.id = s.home WHERE s.id IN (`
	selectKeys = `SELECT ` + eventColumns + ` FROM events WHERE key IS NOT NULL AND (session_id, key) IN (VALUES `
	// With OR FAIL, and without functions, SQLite copies no pages to undo a part of the statement.
	// After an error the group is rolled back anyway.
	insertEvents = `INSERT OR FAIL ` + intoEvents
	updateHead   = `UPDATE sessions SET status = ?, last_seq = ?, barrier_seq = ?, settled_seq = ?, unsettled = ?, due_at = ?,
		roster = COALESCE(?, roster) WHERE id = ?`
	// An update that names no column of an index leaves the indexes alone.
	updateLast = `UPDATE sessions SET last_seq = ? WHERE id = ?`
)

// sqliteAppender stores a group on SQLite in one transaction.
type sqliteAppender struct {
	db                  *sqlx.DB
	file                *databaseFile
	heads, keys, insert *batch
	update, last, from  *sqlx.Stmt
	count, feed         *sqlx.Stmt
	// cached holds rows as the last groups have left them. Reading them took a fifth of a group's
	// time.
	cached map[string]head
	// queue runs the other transactions. After one of them, cached is no longer true.
	queue *commitQueue
	// seen is the queue's count of transactions when cached was last empty.
	seen         int
	transactions atomic.Int64
}

// cachedHeads bounds the cache of rows, which take some hundred bytes each.
const cachedHeads = 10_000

func newSQLiteAppender(ctx context.Context, s *Store) (appender, error) {
	c := &sqliteAppender{db: s.writes, file: s.file, queue: s.commitQueue}
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
	err = prepareEach(ctx, c.db, map[string]**sqlx.Stmt{updateHead: &c.update, updateLast: &c.last, selectEvents: &c.from, countFeed: &c.count, insertFeed: &c.feed})
	return c, err
}

func (c *sqliteAppender) asked() int { return int(c.transactions.Load()) }

// store stores a group, or nothing of it. No caller's context interrupts it.
func (c *sqliteAppender) store(group []*request) error {
	if err := c.file.check(); err != nil {
		return coded(err)
	}
	c.transactions.Add(1)
	tx, err := c.db.Beginx()
	if err != nil {
		return coded(err)
	}
	defer tx.Rollback() // does nothing after a commit
	g := &sqliteGroup{sqliteAppender: c, tx: tx, sessions: map[string]*sqliteSession{}}
	// This transaction has the only connection that writes, so the others are over.
	if c.cached == nil || c.seen != c.queue.begun || len(c.cached) > cachedHeads {
		c.cached, c.seen = map[string]head{}, c.queue.begun
	}
	known := c.cached
	c.cached = nil // until the group is committed
	if err := g.read(group, known); err != nil {
		return err
	}
	outcomes := make([][]outcome, len(group))
	for i, r := range group {
		outcomes[i] = g.judge(r)
	}
	if err := g.write(); err != nil {
		return coded(err)
	}
	if err := tx.Commit(); err != nil {
		return coded(err)
	}
	for _, s := range g.order {
		s.Roster = session.Roster{} // no append reads it
		known[s.ID] = s.head
	}
	c.cached = known
	for i, r := range group {
		r.finishAll(outcomes[i])
	}
	return nil
}
