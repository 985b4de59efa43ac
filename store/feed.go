package store

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"

	"ringer/engine/journal"
	"ringer/engine/session"
)

const (
	// feedOnPostgres adds a row to the feed in a transaction that is not an append. It is its last
	// statement. Appends prefer the other slots, so they seldom wait for it.
	feedOnPostgres = `WITH turn AS MATERIALIZED (SELECT COALESCE(
			(SELECT slot FROM feed_slots WHERE slot > 3 ORDER BY slot DESC LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED),
			(SELECT slot FROM feed_slots WHERE slot = ? FOR NO KEY UPDATE)) AS slot)
		INSERT INTO feed (tenant, slot, n, at, logs)
		SELECT ?, slot, nextval('feed_slots_n_seq'), CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT), ? FROM turn`
	countFeed       = `UPDATE feed_slots SET n = n + 1 WHERE slot = 0 RETURNING n`
	insertFeed      = `INSERT INTO feed (tenant, slot, n, at, logs) VALUES (?, 0, ?, ?, ?)`
	selectFeedStart = `SELECT slot, COALESCE((SELECT CASE WHEN f.logs IS NULL THEN f.n END FROM feed f
		WHERE f.tenant = ? AND f.slot = feed_slots.slot ORDER BY f.n LIMIT 1), 0) AS n FROM feed_slots`
	selectFeedEnd = `SELECT slot, COALESCE((SELECT MAX(n) FROM feed f WHERE f.tenant = ? AND f.slot = feed_slots.slot), 0) AS n FROM feed_slots`

	// useFeedNumbers lets the role of the server draw numbers, if another one has made the tables.
	useFeedNumbers = `GRANT USAGE ON SEQUENCE feed_slots_n_seq TO PUBLIC`

	selectNextTenant = `SELECT tenant FROM feed WHERE tenant > ? ORDER BY tenant LIMIT 1`
	// selectOldFeed finds the last of the next old rows of a slot.
	selectOldFeed = `SELECT MAX(n) AS n, COUNT(*) AS rows, COUNT(logs) AS whole FROM (SELECT n, at, logs FROM feed WHERE tenant = ? AND slot = ? ORDER BY n LIMIT ?) AS first WHERE at < ?`
	deleteOldFeed = `DELETE FROM feed WHERE tenant = ? AND slot = ? AND n < ?`
	markOldFeed   = `UPDATE feed SET logs = NULL WHERE tenant = ? AND slot = ? AND n = ?`

	// selectSpans reads the events of spans on Postgres. Without the limit the plan of the prepared
	// statement reads all events.
	selectSpans = `SELECT l.k - 1 AS span, e.* FROM unnest(?::text[], ?::bigint[], ?::bigint[]) WITH ORDINALITY AS l (id, after, upto, k)
		CROSS JOIN LATERAL (SELECT ` + eventColumns + ` FROM events
			WHERE session_id = l.id AND events.seq > l.after AND events.seq <= l.upto AND (?::text[] IS NULL OR type = ANY (?::text[]))
			ORDER BY events.seq LIMIT l.upto - l.after) AS e
		ORDER BY l.k, e.seq`
)

// selectGrowths reads each slot by the primary key, in one statement and so in one snapshot.
var selectGrowths = func() string {
	var slots []string
	for slot := range journal.FeedSlots {
		slots = append(slots, fmt.Sprintf("SELECT * FROM (SELECT slot, n, at, logs FROM feed WHERE tenant = ? AND slot = %d AND n > ? ORDER BY n LIMIT ?) AS part%[1]d", slot))
	}
	return strings.Join(slots, " UNION ALL ") + " ORDER BY n LIMIT ?"
}()

// spanText returns a span as the column logs of the feed holds it. The kind of a log that was
// deleted stands in the place of a number.
func spanText(s journal.Span) string {
	if s.Deleted != "" {
		return fmt.Sprintf("%s %d %s", s.Log, s.After, s.Deleted)
	}
	return fmt.Sprintf("%s %d %d", s.Log, s.After, s.UpTo-s.After)
}

func spansText(spans []journal.Span) string {
	texts := make([]string, len(spans))
	for i, s := range spans {
		texts[i] = spanText(s)
	}
	return strings.Join(texts, " ")
}

func parseSpans(text string) (spans []journal.Span, err error) {
	fields := strings.Fields(text)
	for part := range slices.Chunk(fields, 3) {
		if len(part) < 3 {
			return nil, fmt.Errorf("store: cannot read the logs %q in the feed", text)
		}
		s := journal.Span{Log: part[0]}
		if s.After, err = strconv.ParseInt(part[1], 10, 64); err != nil {
			return nil, fmt.Errorf("store: cannot read the logs in the feed: %w", err)
		}
		size, err := strconv.ParseInt(part[2], 10, 64)
		if err != nil {
			size, s.Deleted = 1, journal.LogKind(part[2])
		}
		s.UpTo = s.After + size
		spans = append(spans, s)
	}
	return spans, nil
}

// feed adds a growth to the feed of a tenant. It is the last statement of its transaction.
func (s *Store) feed(ctx context.Context, tx *sqlx.Tx, tenant string, spans ...journal.Span) error {
	if s.dialect.remote {
		_, err := execute(ctx, tx, feedOnPostgres, 4+rand.N(4), tenant, spansText(spans))
		return err
	}
	var n int64
	if err := tx.GetContext(ctx, &n, countFeed); err != nil {
		return err
	}
	_, err := execute(ctx, tx, insertFeed, tenant, n, time.Now().UnixMicro(), spansText(spans))
	return err
}

func (s *Store) Growths(ctx context.Context, tenant string, after journal.Mark, limit int) ([]journal.Growth, error) {
	var args []any
	for _, n := range after {
		args = append(args, tenant, n, limit)
	}
	var rows []struct {
		Slot, N, At int64
		Logs        sql.NullString
	}
	if err := s.readRows(ctx, s.statements.growths, &rows, append(args, limit)...); err != nil {
		return nil, fault("read the feed", err)
	}
	list := make([]journal.Growth, len(rows))
	for i, row := range rows {
		spans, err := parseSpans(row.Logs.String)
		if err != nil {
			return nil, err
		}
		list[i] = journal.Growth{Slot: int(row.Slot), N: row.N, At: fromMicros(row.At), Spans: spans, Pruned: !row.Logs.Valid}
	}
	return list, nil
}

func (s *Store) FeedStart(ctx context.Context, tenant string) (journal.Mark, error) {
	return s.readMark(ctx, selectFeedStart, tenant)
}

func (s *Store) FeedEnd(ctx context.Context, tenant string) (journal.Mark, error) {
	return s.readMark(ctx, selectFeedEnd, tenant)
}

func (s *Store) readMark(ctx context.Context, query, tenant string) (mark journal.Mark, err error) {
	var rows []struct{ Slot, N int64 }
	if err := s.find(ctx, &rows, query, tenant); err != nil {
		return mark, fault("read the ends of the feed", err)
	}
	for _, row := range rows {
		mark[row.Slot] = row.N
	}
	return mark, nil
}

func (s *Store) SpanEvents(ctx context.Context, spans []journal.Span, types []session.Type) (events []journal.SpanEvent, whole bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	r := spanReader{types: types}
	if s.dialect.remote {
		ids, afters, ends := make([]string, len(spans)), make([]int64, len(spans)), make([]int64, len(spans))
		for i, span := range spans {
			ids[i], afters[i], ends[i] = span.Log, span.After, span.UpTo
		}
		wanted := pq.Array(types)
		err = r.read(s.statements.spans.QueryxContext(ctx, pq.Array(ids), pq.Array(afters), pq.Array(ends), wanted, wanted))
	} else {
		for i, span := range spans {
			if r.span = i; err == nil && r.bytes < journal.PageBytes {
				err = r.read(s.statements.events.QueryxContext(ctx, span.Log, span.After, span.UpTo-span.After))
			}
		}
	}
	if err != nil {
		return nil, false, fault("read the events of the feed", err)
	}
	return r.events, r.bytes < journal.PageBytes, nil
}

// spanReader collects the events of spans, up to journal.PageBytes.
type spanReader struct {
	types  []session.Type
	events []journal.SpanEvent
	bytes  int
	// span is the place of the span whose rows are read; the rows of Postgres say it themselves.
	span int
}

func (r *spanReader) read(rows *sqlx.Rows, err error) error {
	if err != nil {
		return err
	}
	defer rows.Close()
	for r.bytes < journal.PageBytes && rows.Next() {
		row := struct {
			Span int
			eventRow
		}{Span: r.span}
		if err := rows.StructScan(&row); err != nil {
			return err
		}
		if r.types != nil && !slices.Contains(r.types, session.Type(row.Type)) {
			continue
		}
		e, err := row.event()
		if err != nil { // one log that cannot be read must not stop the others
			e = session.Event{Seq: row.Seq, At: fromMicros(row.At), Shift: fromShift(row.Shift), Cursor: row.Cursor, Data: &session.Unknown{Name: session.Type(row.Type), Raw: row.Data}}
		}
		e.Size = len(row.Data)
		r.bytes += e.Size
		r.events = append(r.events, journal.SpanEvent{Event: e, Span: row.Span})
	}
	return rows.Err()
}

// feedPage is how many rows one transaction of a prune deletes.
const feedPage = 5000

func (s *Store) PruneFeed(ctx context.Context, age time.Duration) (n int64, err error) {
	now, err := s.Time(ctx)
	if err != nil {
		return 0, err
	}
	if now.IsZero() {
		now = time.Now()
	}
	before := now.Add(-age).UnixMicro()
	tenant, query := "", `SELECT tenant FROM feed WHERE tenant >= ? ORDER BY tenant LIMIT 1`
	for {
		var tenants []string
		if err := s.find(ctx, &tenants, query, tenant); err != nil {
			return n, fault("find the tenants of the feed", err)
		}
		if len(tenants) == 0 {
			return n, nil
		}
		tenant, query = tenants[0], selectNextTenant
		for slot := range journal.FeedSlots {
			deleted, err := s.pruneSlot(ctx, tenant, slot, before)
			if n += deleted; err != nil {
				return n, err
			}
		}
	}
}

func (s *Store) pruneSlot(ctx context.Context, tenant string, slot int, before int64) (n int64, err error) {
	for {
		var old struct {
			N           sql.NullInt64
			Rows, Whole int64
		}
		if err := s.get(ctx, &old, selectOldFeed, tenant, slot, feedPage, before); err != nil {
			return n, fault("find the old rows of the feed", err)
		}
		if !old.N.Valid {
			return n, nil
		}
		err := s.write(ctx, "prune the feed", func(ctx context.Context, tx *sqlx.Tx) error {
			if _, err := execute(ctx, tx, markOldFeed, tenant, slot, old.N); err != nil {
				return err
			}
			_, err := execute(ctx, tx, deleteOldFeed, tenant, slot, old.N)
			return err
		})
		if err != nil {
			return n, err
		}
		if n += old.Whole; old.Rows < feedPage {
			return n, nil
		}
	}
}
