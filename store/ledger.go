package store

import (
	"database/sql"
	"fmt"

	"github.com/jmoiron/sqlx"

	"ringer/engine/game"
	"ringer/engine/journal"
)

// group is one group under way on SQLite.
type group struct {
	*sqliteCarrier
	tx      *sqlx.Tx
	ledgers map[string]*ledger
	order   []*ledger
	lines   []any // the columns of the events to insert, one row after another
}

// ledger is one session in a group. It implements history, with what the group adds to the log.
type ledger struct {
	head
	group *group
	base  int64 // the last seq in the database
	added []game.Event
	keys  map[string]game.Event
	// roster is the stored form of a new roster.
	roster sql.NullString
}

// find implements history.
func (l *ledger) find(key string) (game.Event, bool) {
	e, ok := l.keys[key]
	return e, ok
}

// from implements history.
func (l *ledger) from(seq int64, n int) ([]game.Event, error) {
	var list []game.Event
	if seq <= l.base {
		var rows []eventRow
		if err := l.group.tx.Stmtx(l.group.from).Select(&rows, l.ID, seq-1, n); err != nil {
			return nil, fault("append", err)
		}
		var err error
		if list, err = events(rows); err != nil {
			return nil, err
		}
	}
	for _, e := range l.added {
		if e.Seq >= seq && len(list) < n {
			list = append(list, e)
		}
	}
	return list, nil
}

// read fetches the rows of all sessions in the group, and the events of all keys.
func (g *group) read(requests []*request) error {
	var ids, keys []any
	for _, r := range requests {
		if _, seen := g.ledgers[r.Session]; !seen {
			g.ledgers[r.Session] = nil
			ids = append(ids, r.Session)
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

func (g *group) readHeads(stmt *sqlx.Stmt, ids []any) error {
	rows, err := g.tx.Stmtx(stmt).Queryx(ids...)
	if err != nil {
		return fault("append", err)
	}
	defer rows.Close()
	for rows.Next() {
		l := &ledger{group: g, keys: map[string]game.Event{}}
		if err := l.scan(rows); err != nil {
			return fault("append", err)
		}
		l.base = l.LastSeq
		g.ledgers[l.ID] = l
		g.order = append(g.order, l)
	}
	if err := rows.Err(); err != nil {
		return fault("append", err)
	}
	return nil
}

// scan reads a row of selectHeads.
func (h *head) scan(rows *sqlx.Rows) error {
	h.Session = &journal.Session{}
	var due sql.NullInt64
	err := rows.Scan(&h.ID, &h.Status, &h.LastSeq, &h.Barrier, &h.Settled, &due, &h.owner, &h.epoch)
	h.DueAt = fromDue(due)
	return err
}

func (g *group) readKeys(stmt *sqlx.Stmt, keys []any) error {
	var rows []eventRow
	if err := g.tx.Stmtx(stmt).Select(&rows, keys...); err != nil {
		return fault("append", err)
	}
	list, err := events(rows)
	for i, e := range list {
		g.ledgers[rows[i].Session].keys[e.Key] = e
	}
	return err
}

// judge decides one append, on the rows as those before it in the group leave them.
func (g *group) judge(r *request) outcome {
	l := g.ledgers[r.Session]
	if l == nil {
		return outcome{err: fmt.Errorf("store: append to %s: %w", r.Session, journal.ErrNotFound)}
	}
	barrier := l.Barrier
	done, err := judge(l.head, r.Append, l)
	if err != nil {
		return outcome{err: err}
	}
	if l.Barrier != barrier {
		l.roster = r.roster
	}
	for i, e := range done.Events {
		if done.Known[i] {
			continue
		}
		l.added = append(l.added, e)
		if e.Key != "" {
			l.keys[e.Key] = e
		}
		g.lines = append(g.lines, r.Session, e.Seq, e.At.UnixMicro(), game.Version, e.Data.Type(), e.Key, r.data[i], toCursor(e.Cursor))
	}
	return outcome{appended: done}
}

// write inserts what is new, and updates each session once.
func (g *group) write() error {
	const columns = 8 // of eventValues
	err := g.insert.each(len(g.lines)/columns, func(stmt *sqlx.Stmt, from, to int) error {
		_, err := g.tx.Stmtx(stmt).Exec(g.lines[columns*from : columns*to]...)
		return err
	})
	update := g.tx.Stmtx(g.update)
	for _, l := range g.order {
		if err != nil {
			break
		}
		if len(l.added) > 0 {
			_, err = update.Exec(l.Status, l.LastSeq, l.Barrier, l.Settled, l.LastSeq > l.Settled, toDue(l.DueAt), l.roster, l.ID)
		}
	}
	return err
}
