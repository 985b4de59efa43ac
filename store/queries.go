package store

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"
)

// The queries that SQLite and Postgres share. Those of an append are in carry.go.
const (
	sessionColumns = `s.id, s.home, s.tenant, COALESCE(s.external_id, '') AS external_id, s.strategy, s.status, s.created_at,
		s.roster, s.last_seq, s.barrier_seq, s.settled_seq, s.due_at`
	eventColumns = `session_id, seq, at, COALESCE(key, '') AS key, type, data`

	selectSession  = `SELECT ` + sessionColumns + ` FROM sessions s WHERE s.id = ?`
	selectSessions = `SELECT ` + sessionColumns + ` FROM sessions s WHERE s.tenant = ?`
	selectEvents   = `SELECT ` + eventColumns + ` FROM events WHERE session_id = ? AND seq > ? ORDER BY seq LIMIT ?`
	selectTaken    = `SELECT id FROM sessions WHERE tenant = ? AND external_id = ?`
	selectHome     = `SELECT id FROM homes WHERE id = ?`
	selectOpen     = `SELECT ` + sessionColumns + `, COALESCE(p.seq, 0) AS snapshot_seq, COALESCE(p.data, '') AS snapshot
		FROM sessions s LEFT JOIN snapshots p ON p.session_id = s.id
		WHERE s.home = ? AND s.status = 'open' ORDER BY s.created_at, s.id`
	selectSnapshot = `SELECT COALESCE(p.seq, 0) AS snapshot_seq, COALESCE(p.data, '') AS snapshot
		FROM sessions s LEFT JOIN snapshots p ON p.session_id = s.id WHERE s.id = ?`
	selectOwner = `SELECT s.status, s.barrier_seq, h.owner, h.epoch FROM sessions s JOIN homes h ON h.id = s.home WHERE s.id = ?`

	// A session is overdue since its due time, or since the first event that is not settled.
	selectOverdue = `SELECT home FROM (
			SELECT home, due_at AS since FROM sessions WHERE status = 'open' AND due_at <= ?
			UNION ALL
			SELECT s.home, e.at AS since FROM sessions s JOIN events e ON e.session_id = s.id AND e.seq = s.settled_seq + 1
			WHERE s.status = 'open' AND s.last_seq > s.settled_seq
		) AS o GROUP BY home ORDER BY MIN(since), home LIMIT ?`

	insertHome    = `INSERT INTO homes (id, tenant, owner, epoch) VALUES (?, ?, '', 0) ON CONFLICT (id) DO NOTHING`
	insertSession = `INSERT INTO sessions (id, home, status, last_seq, barrier_seq, settled_seq, due_at, tenant, external_id, strategy, created_at, roster)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULLIF(?, ''), ?, ?, ?)`
	insertEvents = `INSERT INTO events (session_id, seq, at, v, type, key, data) VALUES `
	insertEvent  = insertEvents + eventValues
	eventValues  = `(?, ?, ?, ?, ?, NULLIF(?, ''), ?)`

	updateOwner = `UPDATE homes SET owner = ?, epoch = epoch + 1 WHERE id = ? RETURNING epoch`
	updateRest  = `UPDATE sessions SET settled_seq = CASE WHEN settled_seq < ? THEN ? ELSE settled_seq END,
		due_at = CASE WHEN status = 'open' THEN ? END WHERE id = ?`
	upsertSnapshot = `INSERT INTO snapshots (session_id, seq, data) VALUES (?, ?, ?)
		ON CONFLICT (session_id) DO UPDATE SET seq = excluded.seq, data = excluded.data WHERE snapshots.seq <= excluded.seq`
)

// statements are the reads that come often, prepared once.
type statements struct {
	session, events, open, overdue *sqlx.Stmt
}

func prepare(ctx context.Context, db *sqlx.DB) (*statements, error) {
	var s statements
	for _, p := range []struct {
		stmt  **sqlx.Stmt
		query string
	}{
		{&s.session, selectSession}, {&s.events, selectEvents}, {&s.open, selectOpen}, {&s.overdue, selectOverdue},
	} {
		stmt, err := db.PreparexContext(ctx, p.query)
		if err != nil {
			return nil, fmt.Errorf("%w in %s", err, p.query)
		}
		*p.stmt = stmt
	}
	return &s, nil
}
