package store

import (
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
	"ringer/engine/session"
)

type sqliteGroup struct {
	*sqliteAppender
	tx *sqlx.Tx
	// sessions holds the sessions of the group by id; nil for a session that does not exist.
	sessions map[string]*sqliteSession
	order    []*sqliteSession
	// values holds the columns of the events to insert.
	values []any
}

// sqliteSession is a session with what the group adds to its log.
type sqliteSession struct {
	head
	group  *sqliteGroup
	stored journal.Session
	added  []session.Event
	keys   map[string]session.Event
	// roster is the new roster as JSON, or NULL.
	roster sql.NullString
}

func (s *sqliteSession) find(key string) (session.Event, bool) {
	e, ok := s.keys[key]
	return e, ok
}

func (s *sqliteSession) from(seq int64, n int) ([]session.Event, error) {
	var list []session.Event
	if seq <= s.stored.LastSeq {
		var rows []eventRow
		if err := s.group.tx.Stmtx(s.group.from).Select(&rows, s.ID, seq-1, n); err != nil {
			return nil, fault("append", err)
		}
		var err error
		if list, err = decode(rows, (*eventRow).event); err != nil {
			return nil, err
		}
	}
	for _, e := range s.added {
		if e.Seq >= seq && len(list) < n {
			list = append(list, e)
		}
	}
	return list, nil
}

// read reads the rows of all sessions in the group that are not known, and the events of all keys.
func (g *sqliteGroup) read(requests []*request, known map[string]head) error {
	var ids, keys []any
	for _, r := range flat(requests) {
		if _, seen := g.sessions[r.Session]; !seen {
			g.sessions[r.Session] = nil
			if h, ok := known[r.Session]; ok {
				g.add(h)
			} else {
				ids = append(ids, r.Session)
			}
		}
		for _, e := range r.Events {
			if e.Key != "" {
				keys = append(keys, r.Session, e.Key)
			}
		}
	}
	if err := g.heads.each(len(ids), func(stmt *sqlx.Stmt, from, to int) error { return g.readHeads(stmt, ids[from:to]) }); err != nil {
		return err
	}
	return g.keys.each(len(keys)/2, func(stmt *sqlx.Stmt, from, to int) error { return g.readKeys(stmt, keys[2*from:2*to]) })
}

func (g *sqliteGroup) readHeads(stmt *sqlx.Stmt, ids []any) error {
	rows, err := g.tx.Stmtx(stmt).Queryx(ids...)
	if err != nil {
		return coded(err)
	}
	defer rows.Close()
	for rows.Next() {
		var h head
		if err := h.scan(rows); err != nil {
			return coded(err)
		}
		g.add(h)
	}
	if err := rows.Err(); err != nil {
		return coded(err)
	}
	return nil
}

func (g *sqliteGroup) add(h head) {
	s := &sqliteSession{head: h, group: g, stored: *h.Session, keys: map[string]session.Event{}}
	g.sessions[s.ID] = s
	g.order = append(g.order, s)
}

// scan reads a row of selectHeads.
func (h *head) scan(rows *sqlx.Rows) error {
	h.Session = &journal.Session{}
	var due sql.NullInt64
	err := rows.Scan(&h.ID, &h.Status, &h.LastSeq, &h.Barrier, &h.Settled, &due, &h.Tenant, &h.owner, &h.epoch)
	h.DueAt = fromDue(due)
	return err
}

func (g *sqliteGroup) readKeys(stmt *sqlx.Stmt, keys []any) error {
	var rows []eventRow
	if err := g.tx.Stmtx(stmt).Select(&rows, keys...); err != nil {
		return coded(err)
	}
	list, err := decode(rows, (*eventRow).event)
	for i, e := range list {
		g.sessions[rows[i].Session].keys[e.Key] = e
	}
	return err
}

// judge decides on one request. Earlier requests of the group have changed the rows already.
func (g *sqliteGroup) judge(r *request) (outcomes []outcome) {
	parts := r.all()
	logs, appends := make([]logState, len(parts)), make([]journal.Append, len(parts))
	for i, part := range parts {
		s := g.sessions[part.Session]
		if s == nil {
			return []outcome{{err: fmt.Errorf("store: append to %s: %w", part.Session, journal.ErrNotFound)}}
		}
		logs[i], appends[i] = logState{s.head, s}, part.Append
	}
	done, err := judgeAll(logs, appends)
	if err != nil {
		return []outcome{{err: err}}
	}
	for i, part := range parts {
		g.take(part, done[i])
		outcomes = append(outcomes, outcome{appended: done[i]})
	}
	return outcomes
}

func (g *sqliteGroup) take(r *request, done journal.Appended) {
	s := g.sessions[r.Session]
	if (r.Barrier || r.End) && slices.Contains(done.Known, false) {
		s.roster = r.roster
	}
	for i, e := range done.Events {
		if done.Known[i] {
			continue
		}
		s.added = append(s.added, e)
		if e.Key != "" {
			s.keys[e.Key] = e
		}
		g.values = append(g.values, r.Session, e.Seq, e.At.UnixMicro(), session.EventVersion, e.Data.Type(), toKey(e.Key), r.data[i], toCursor(e.Cursor), toShift(e.Shift))
	}
}

// write inserts the new events, and updates each session's row once.
func (g *sqliteGroup) write() error {
	const columns = 9 // of eventValues
	err := g.insert.each(len(g.values)/columns, func(stmt *sqlx.Stmt, from, to int) error {
		_, err := g.tx.Stmtx(stmt).Exec(g.values[columns*from : columns*to]...)
		return err
	})
	update, last := g.tx.Stmtx(g.update), g.tx.Stmtx(g.last)
	for _, s := range g.order {
		switch {
		case err != nil:
			return err
		case len(s.added) == 0:
		case s.grewOnly():
			_, err = last.Exec(s.LastSeq, s.ID)
		default:
			_, err = update.Exec(s.Status, s.LastSeq, s.Barrier, s.Settled, s.LastSeq > s.Settled, toDue(s.DueAt), s.roster, s.ID)
		}
	}
	if err != nil || len(g.values) == 0 {
		return err
	}
	return g.writeFeed()
}

// writeFeed adds a row to the feed for each tenant.
func (g *sqliteGroup) writeFeed() error {
	grown := map[string][]journal.Span{}
	for _, s := range g.order {
		if n := int64(len(s.added)); n > 0 {
			grown[s.Tenant] = append(grown[s.Tenant], journal.Span{Log: s.ID, After: s.LastSeq - n, UpTo: s.LastSeq})
		}
	}
	var n int64
	if err := g.tx.Stmtx(g.count).Get(&n); err != nil {
		return err
	}
	for tenant, spans := range grown {
		if _, err := g.tx.Stmtx(g.feed).Exec(tenant, n, time.Now().UnixMicro(), spansText(spans)); err != nil {
			return err
		}
	}
	return nil
}

// grewOnly reports whether only the last seq changes, as for most messages of a busy chat.
func (s *sqliteSession) grewOnly() bool {
	old := &s.stored
	return s.Status == old.Status && s.Barrier == old.Barrier && s.Settled == old.Settled && s.DueAt.Equal(old.DueAt) &&
		old.LastSeq > old.Settled // so it is unsettled, and stays so
}
