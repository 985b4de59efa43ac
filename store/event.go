package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"ringer/engine/journal"
	"ringer/engine/session"
)

type eventRow struct {
	Session string `db:"session_id"`
	Seq     int64  `db:"seq"`
	At      int64  `db:"at"`
	V       int64  `db:"v"`
	Key     string `db:"key"`
	Type    string `db:"type"`
	Data    []byte `db:"data"`
	Cursor  int64  `db:"cursor"`
	Shift   int64  `db:"shift"`
}

func (r *eventRow) event() (session.Event, error) {
	data, err := session.Decode(session.Type(r.Type), r.V, r.Data)
	if err != nil {
		return session.Event{}, fmt.Errorf("store: cannot read the log of session %s: %w", r.Session, &journal.Broken{Seq: r.Seq, Cause: err})
	}
	return session.Event{Seq: r.Seq, At: fromMicros(r.At), Shift: fromShift(r.Shift), Cursor: r.Cursor, Key: r.Key, Data: data}, nil
}

func toCursor(seq int64) sql.NullInt64 { return sql.NullInt64{Int64: seq, Valid: seq > 0} }

func toKey(key string) sql.NullString { return sql.NullString{String: key, Valid: key != ""} }

func (s *Store) Append(ctx context.Context, a journal.Append) (journal.Appended, error) {
	return s.grouper.append(ctx, a)
}

func (s *Store) AppendAll(ctx context.Context, appends []journal.Append) ([]journal.Appended, error) {
	return s.grouper.appendAll(ctx, appends)
}

func (s *Store) Events(ctx context.Context, session string, after int64, limit int) ([]session.Event, error) {
	events, err := s.readEvents(ctx, session, after, limit)
	if err == nil && len(events) == 0 { // either there is no later event, or no such session
		_, err = s.Session(ctx, session)
	}
	return events, err
}

// readEvents reads one page of a log, row by row, and no row after the page.
func (s *Store) readEvents(ctx context.Context, sessionID string, after int64, limit int) ([]session.Event, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	rows, err := s.statements.events.QueryxContext(ctx, sessionID, after, limit)
	if err != nil {
		return nil, fault("events of session "+sessionID, err)
	}
	defer rows.Close()
	events := []session.Event{}
	for bytes := 0; bytes < journal.PageBytes && rows.Next(); {
		var row eventRow
		if err := rows.Scan(&row.Session, &row.Seq, &row.At, &row.V, &row.Key, &row.Type, &row.Data, &row.Cursor, &row.Shift); err != nil {
			return nil, fault("events of session "+sessionID, err)
		}
		e, err := row.event()
		if err != nil {
			return nil, err
		}
		e.Size = len(row.Data)
		events = append(events, e)
		bytes += e.Size
	}
	if err := rows.Err(); err != nil {
		return nil, fault("events of session "+sessionID, err)
	}
	return events, nil
}

// FindAll implements journal.Store.
func (s *Store) FindAll(ctx context.Context, sessionID string, keys []string) ([]session.Event, error) {
	args := []any{sessionID}
	for _, key := range keys {
		args = append(args, key)
	}
	var rows []eventRow
	if err := s.find(ctx, &rows, fmt.Sprintf(selectAllKeyed, strings.Repeat(", ?", len(keys)-1)), args...); err != nil {
		return nil, fault("events of session "+sessionID+" by their keys", err)
	}
	return decode(rows, (*eventRow).event)
}

func (s *Store) Find(ctx context.Context, sessionID, key string) (session.Event, error) {
	var row eventRow
	if err := s.readRow(ctx, s.statements.byKey, &row, sessionID, key); err != nil {
		return session.Event{}, fault("event "+key+" of session "+sessionID, err)
	}
	return row.event()
}
