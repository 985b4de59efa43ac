package store

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
)

// The queries that SQLite and Postgres share, except those of an append.
const (
	sessionColumns = `s.id, s.home, s.tenant, COALESCE(s.external_id, '') AS external_id, s.is_table, s.strategy, s.status, s.created_at,
		s.roster, s.last_seq, s.barrier_seq, s.settled_seq, s.due_at, COALESCE(s.path, '') AS path, COALESCE(s.spent, '') AS spent`
	eventColumns = `session_id, seq, at, v, COALESCE(key, '') AS key, type, data, COALESCE(cursor, 0) AS cursor, COALESCE(shift, 0) AS shift`

	selectSession      = `SELECT ` + sessionColumns + ` FROM sessions s WHERE s.id = ?`
	selectSessions     = `SELECT ` + sessionColumns + ` FROM sessions s WHERE s.tenant = ? AND s.is_table = ?`
	selectOpenCounts   = `SELECT is_table, strategy, COALESCE(path, '') AS path, COUNT(*) AS n FROM sessions WHERE status = 'open' GROUP BY is_table, strategy, path`
	selectEvents       = `SELECT ` + eventColumns + ` FROM events WHERE session_id = ? AND seq > ? ORDER BY seq LIMIT ?`
	selectKeyed        = `SELECT ` + eventColumns + ` FROM events WHERE session_id = ? AND key = ?`
	selectAllKeyed     = `SELECT ` + eventColumns + ` FROM events WHERE session_id = ? AND key IN (?%s) ORDER BY seq`
	selectByExternalID = `SELECT id FROM sessions WHERE tenant = ? AND external_id = ? AND is_table = ?`
	selectCalls        = `SELECT data FROM calls WHERE session_id = ? AND (seq, thought_id, n) > (?, ?, ?) ORDER BY seq, thought_id, n LIMIT ?`
	selectSurveys      = `SELECT at, data FROM surveys WHERE session_id = ? ORDER BY at, seat`
	selectID           = `SELECT id FROM sessions WHERE id = ?`
	selectHome         = `SELECT id FROM homes WHERE id = ?`
	selectOpen         = `SELECT ` + sessionColumns + `, COALESCE(p.seq, 0) AS snapshot_seq, COALESCE(p.data, '') AS snapshot
		FROM sessions s LEFT JOIN snapshots p ON p.session_id = s.id
		WHERE s.home = ? AND s.status = 'open' ORDER BY s.created_at, s.id`
	selectSnapshot = `SELECT COALESCE(p.seq, 0) AS snapshot_seq, COALESCE(p.data, '') AS snapshot
		FROM sessions s LEFT JOIN snapshots p ON p.session_id = s.id WHERE s.id = ?`
	selectOwner = `SELECT s.status, s.barrier_seq, h.owner, h.epoch FROM sessions s JOIN homes h ON h.id = s.home WHERE s.id = ?`

	// The condition on due_at selects an index of open sessions. The limit keeps the query far
	// below its timeout: 1,000 take 20 ms, and 1 s if nothing is cached. Those due last have the
	// latest facts.
	selectClock = `SELECT shift, (SELECT MAX(e.at - COALESCE(e.shift, 0))
		FROM (SELECT id, last_seq FROM sessions WHERE status = 'open' AND due_at IS NOT NULL ORDER BY due_at DESC LIMIT 1000) AS s
		JOIN events e ON e.session_id = s.id AND e.seq = s.last_seq) AS last FROM clock`
	updateClock = `UPDATE clock SET shift = ? WHERE shift = ?`

	// A session ended at the steady time of its last event. The query examines a fixed number of
	// sessions: millions may have ended lately.
	selectEndedBefore = `SELECT s.id, COALESCE(s.status = ? AND e.at - COALESCE(e.shift, 0) < ?, FALSE) AS old, s.last_seq
		FROM (SELECT id, status, last_seq FROM sessions WHERE id > ? ORDER BY id LIMIT ?) AS s
		LEFT JOIN events e ON e.session_id = s.id AND e.seq = s.last_seq ORDER BY s.id`
	selectDeletion = `SELECT COALESCE(MAX(seq), 0) FROM events WHERE session_id = ? AND key LIKE '` + journal.DeletionKeys + `'`
	overwriteEvent = `UPDATE events SET data = ? WHERE session_id = ? AND seq = ?`
	deleteEvents   = `DELETE FROM events WHERE session_id = ? AND seq > ? AND seq <= ?`
	deleteCalls    = `DELETE FROM calls WHERE session_id = ? AND seq > ? AND seq <= ?`
	deleteSurveys  = `DELETE FROM surveys WHERE session_id = ?`
	deleteSnapshot = `DELETE FROM snapshots WHERE session_id = ?`
	deleteSession  = `DELETE FROM sessions WHERE id = ? RETURNING last_seq`
	deleteHome     = `DELETE FROM homes WHERE id = ? AND NOT EXISTS (SELECT 1 FROM sessions WHERE home = ?)`

	insertCall    = `INSERT INTO calls (session_id, seq, thought_id, n, data) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
	insertSurvey  = `INSERT INTO surveys (session_id, seat, at, data) VALUES (?, ?, ?, ?) ON CONFLICT (session_id, seat) DO NOTHING`
	insertHome    = `INSERT INTO homes (id, tenant, owner, epoch) VALUES (?, ?, '', 0) ON CONFLICT (id) DO NOTHING`
	insertSession = `INSERT INTO sessions (id, home, status, last_seq, barrier_seq, settled_seq, unsettled, due_at, tenant, external_id,
		is_table, strategy, created_at, roster) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULLIF(?, ''), ?, ?, ?, ?)`
	intoEvents  = `INTO events (session_id, seq, at, v, type, key, data, cursor, shift) VALUES `
	insertEvent = `INSERT ` + intoEvents + eventValues
	eventValues = `(?, ?, ?, ?, ?, ?, ?, ?, ?)`

	updateOwner      = `UPDATE homes SET owner = ?, epoch = epoch + 1 WHERE id = ?`
	updateCheckpoint = `UPDATE sessions SET settled_seq = CASE WHEN settled_seq < ? THEN ? ELSE settled_seq END,
		unsettled = last_seq > settled_seq AND last_seq > ?, due_at = CASE WHEN status = 'open' THEN CAST(? AS BIGINT) END,
		path = NULLIF(CAST(? AS TEXT), ''), spent = NULLIF(CAST(? AS TEXT), ''), cost = CAST(? AS BIGINT), tokens = CAST(? AS BIGINT) WHERE id = ?`
	upsertSnapshot = `INSERT INTO snapshots (session_id, seq, data) VALUES (?, ?, ?)
		ON CONFLICT (session_id) DO UPDATE SET seq = excluded.seq, data = excluded.data WHERE snapshots.seq <= excluded.seq`
)

// statements are frequent, and prepared once.
type statements struct {
	session, snapshot, events, calls, surveys, byKey, home, open, growths *sqlx.Stmt
	// spans is nil on SQLite.
	spans *sqlx.Stmt
	// These belong to a checkpoint.
	owner, saveSnapshot, checkpoint *sqlx.Stmt
}

func (s *Store) prepare(ctx context.Context) error {
	p := &s.statements
	err := prepareEach(ctx, s.reads, map[string]**sqlx.Stmt{
		selectSession: &p.session, selectSnapshot: &p.snapshot, selectEvents: &p.events, selectCalls: &p.calls, selectSurveys: &p.surveys,
		selectKeyed: &p.byKey, selectHome: &p.home, selectOpen: &p.open, selectGrowths: &p.growths,
	})
	if err == nil && s.dialect.remote {
		err = prepareEach(ctx, s.reads, map[string]**sqlx.Stmt{selectSpans: &p.spans})
	}
	if err != nil {
		return err
	}
	return prepareEach(ctx, s.writes, map[string]**sqlx.Stmt{
		selectOwner + s.dialect.lockHome: &p.owner, upsertSnapshot: &p.saveSnapshot, updateCheckpoint: &p.checkpoint,
	})
}

type preparer interface {
	PreparexContext(ctx context.Context, query string) (*sqlx.Stmt, error)
	Rebind(query string) string
}

// prepareEach prepares queries, with the database's own parameters for question marks.
func prepareEach(ctx context.Context, db preparer, queries map[string]**sqlx.Stmt) error {
	for query, stmt := range queries {
		prepared, err := db.PreparexContext(ctx, db.Rebind(query))
		if err != nil {
			return fmt.Errorf("prepare %s: %w", query, err)
		}
		*stmt = prepared
	}
	return nil
}
