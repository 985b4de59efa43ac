package store

import (
	"context"
	"database/sql/driver"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"text/template"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"

	"ringer/engine/journal"
	"ringer/engine/session"
)

//go:embed append.sql
var appendGroup string

// parts are the parts of append.sql that a round needs besides those that all need.
type parts struct{ Changes, Keys, Together bool }

func (p parts) statement() string {
	var text strings.Builder
	if err := template.Must(template.New("").Parse(appendGroup)).Execute(&text, p); err != nil {
		panic(err) // the template itself is wrong
	}
	return text.String()
}

const (
	selectHeadsOf = selectHeads + `SELECT unnest(?::text[]))`
	selectKeysOf  = `SELECT ` + eventColumns + ` FROM events WHERE key IS NOT NULL AND (session_id, key) IN (SELECT * FROM unnest(?::text[], ?::text[]))`

	// appendSettings make the statements use the indexes. One that is prepared for an empty table
	// would keep the plan to read it whole.
	appendSettings = `SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET plan_cache_mode = force_generic_plan`

	// idleCheck is after how long without use a ping tests the connection. A connection that was
	// lost while idle has lost no append, so the next one must not fail with "outcome unknown".
	idleCheck = time.Second
)

// postgresAppender has a connection of its own. A pool would send a statement again after a lost
// connection, and store the group twice.
type postgresAppender struct {
	pool *sqlx.DB
	conn *sqlx.Conn
	used time.Time
	// The statements are prepared on conn. Those of appends are prepared when a round needs them.
	appends           map[parts]*sqlx.Stmt
	heads, keys, from *sqlx.Stmt
	statements        atomic.Int64
}

func newPostgresAppender(ctx context.Context, s *Store) (appender, error) {
	pool, err := openPostgres(ctx, s.address, 1, networkLimit)
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, pool)
	c := &postgresAppender{pool: pool}
	return c, c.connect(ctx)
}

// connect opens a connection if there is none that works.
func (c *postgresAppender) connect(ctx context.Context) error {
	if c.conn != nil && time.Since(c.used) > idleCheck && c.conn.PingContext(ctx) != nil {
		c.drop()
	}
	if c.conn != nil {
		return nil
	}
	conn, err := c.pool.Connx(ctx)
	if err != nil {
		return err
	}
	c.conn = conn
	if _, err := conn.ExecContext(ctx, appendSettings); err != nil {
		c.drop()
		return err
	}
	err = prepareEach(ctx, conn, map[string]**sqlx.Stmt{
		selectHeadsOf: &c.heads, selectKeysOf: &c.keys, selectEvents: &c.from,
	})
	if err == nil {
		c.appends = map[parts]*sqlx.Stmt{}
		_, err = c.prepared(parts{true, true, true}) // fails now if Postgres takes none
	}
	if err != nil {
		c.drop()
	}
	return err
}

// prepared returns the statement for rounds that need these parts.
func (c *postgresAppender) prepared(p parts) (*sqlx.Stmt, error) {
	if stmt := c.appends[p]; stmt != nil {
		return stmt, nil
	}
	stmt, err := c.conn.PreparexContext(context.Background(), p.statement()) // the connection limits it
	if err == nil {
		c.appends[p] = stmt
	}
	return stmt, err
}

// drop closes the connection for good: the pool must not hand it out again.
func (c *postgresAppender) drop() {
	_ = c.conn.Raw(func(any) error { return driver.ErrBadConn })
	_ = c.conn.Close()
	c.conn = nil
}

func (c *postgresAppender) asked() int { return int(c.statements.Load()) }

func (c *postgresAppender) store(group []*request) error {
	ctx, cancel := context.WithTimeout(context.Background(), callLimit)
	defer cancel()
	if err := c.connect(ctx); err != nil {
		return unavailable(err)
	}
	found := map[*request]*postgresSession{}
	for left := group; len(left) > 0; left = unfinished(left) {
		// A round fails when another program stores one of its keys while it waits for the
		// session's row: its statement sees the keys as of its beginning. The next round sees the
		// key.
		if err := c.nextRound(left, found); err != nil && !keyTaken(err) {
			return err
		}
	}
	return nil
}

// nextRound stores what fits into one statement, and judges the rest. A request with some known
// events stays unfinished for another round. If a part of a request was refused, nothing was stored
// and all are judged; when that settles nothing, they are tried one by one.
func (c *postgresAppender) nextRound(left []*request, found map[*request]*postgresSession) error {
	r := newRound(left, found)
	var refused error
	if len(r.requests) > 0 {
		if refused = c.storeRound(r); refused != nil && !partRefused(refused) {
			return refused
		}
	}
	rest, judged := append(unfinished(r.whole), r.reused...), len(found)
	if err := c.judgeRest(rest, found); err != nil {
		return err
	}
	if len(r.whole) > 1 && len(found) == judged && len(unfinished(rest)) == len(rest) {
		return refused
	}
	return nil
}

// statementFault drops the connection, unless Postgres itself reported the failure. Then requests
// that the statement may have stored are uncertain.
func (c *postgresAppender) statementFault(err error, requests []*request) error {
	standby := postgresCode(err) == readOnly // another server takes the writes now
	if tableLocked(err) {                    // each append would wait as long
		return unavailable(err)
	}
	if answered(err) && !standby {
		return err
	}
	c.drop()
	for _, r := range requests {
		r.uncertain = r.uncertain || !standby
	}
	return unavailable(err)
}

// storeRound runs the statement of a round and finishes the requests that it stored.
func (c *postgresAppender) storeRound(r *round) error {
	// It takes no context: lib/pq would start a goroutine to watch it. The connection limits each
	// read and write.
	args, needs := r.args()
	stmt, err := c.prepared(needs)
	if err != nil {
		return c.statementFault(err, nil)
	}
	c.statements.Add(1)
	rows, err := stmt.Query(args...)
	if err != nil {
		return c.statementFault(err, r.requests)
	}
	defer rows.Close()
	lasts := make([]int64, len(r.sessions)) // 0 for a session whose appends were not stored
	for rows.Next() {
		var n, last, whole int64
		if err := rows.Scan(&n, &last, &whole); err != nil {
			return c.statementFault(err, r.requests)
		}
		lasts[n-1] = last
	}
	if err := rows.Err(); err != nil { // the commit comes after the last row
		return c.statementFault(err, r.requests)
	}
	c.used = time.Now()
	for i, q := range r.requests {
		if last := lasts[r.places[q.Session]]; last > 0 {
			q.finish(r.stored(i, last))
		}
	}
	return nil
}

// judgeRest judges what the statement did not store, by the rows and the events with the same keys.
// A request with both known and new events stays unfinished, and its sessions go into found.
func (c *postgresAppender) judgeRest(requests []*request, found map[*request]*postgresSession) error {
	if len(requests) == 0 {
		return nil
	}
	sessions, err := c.read(requests)
	if err != nil {
		return c.statementFault(err, nil)
	}
	for _, r := range requests {
		if err := c.judgeOne(r, sessions, found); err != nil {
			return c.statementFault(err, nil)
		}
	}
	return nil
}

// judgeOne judges one request. Its error says that a log could not be read.
func (c *postgresAppender) judgeOne(r *request, sessions map[string]*postgresSession, found map[*request]*postgresSession) error {
	parts := r.all()
	logs, appends := make([]logState, len(parts)), make([]journal.Append, len(parts))
	for i, part := range parts {
		s := sessions[part.Session]
		if s == nil {
			r.fail(fmt.Errorf("store: append to %s: %w", part.Session, journal.ErrNotFound))
			return nil
		}
		row := *s.Session // a copy, since judgeAll changes the row
		logs[i], appends[i] = logState{head{&row, s.owner, s.epoch}, s}, part.Append
	}
	done, err := judgeAll(logs, appends)
	switch first := sessions[r.Session]; {
	case first.err != nil:
		return first.err
	case err != nil:
		r.fail(err)
	case !slices.Contains(done[0].Known, false):
		for i, part := range parts {
			part.finish(outcome{appended: done[i]})
		}
	default:
		for _, part := range parts {
			found[part] = sessions[part.Session]
		}
	}
	return nil
}

// postgresSession is a session as it was read after a round. A nil one has no keys.
type postgresSession struct {
	head
	keys map[string]session.Event
	log  func(session string, after int64, n int) ([]session.Event, error)
	// err is the last error of log.
	err error
}

func (s *postgresSession) find(key string) (session.Event, bool) {
	if s == nil {
		return session.Event{}, false
	}
	e, ok := s.keys[key]
	return e, ok
}

func (s *postgresSession) from(seq int64, n int) (list []session.Event, err error) {
	list, s.err = s.log(s.ID, seq-1, n)
	return list, s.err
}

// read returns the sessions of requests by id, each with the events of the requests' keys.
func (c *postgresAppender) read(requests []*request) (map[string]*postgresSession, error) {
	var ids, keySessions, keys []string
	for _, r := range flat(requests) {
		ids = append(ids, r.Session)
		for _, e := range r.Events {
			if e.Key != "" {
				keySessions, keys = append(keySessions, r.Session), append(keys, e.Key)
			}
		}
	}
	sessions := map[string]*postgresSession{}
	c.statements.Add(1)
	rows, err := c.heads.Queryx(pq.Array(ids))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		s := &postgresSession{keys: map[string]session.Event{}, log: c.log}
		if err := s.scan(rows); err != nil {
			return nil, err
		}
		sessions[s.ID] = s
	}
	if err := rows.Err(); err != nil || len(keys) == 0 {
		return sessions, err
	}
	var known []eventRow
	c.statements.Add(1)
	if err := c.keys.Select(&known, pq.Array(keySessions), pq.Array(keys)); err != nil {
		return nil, err
	}
	list, err := decode(known, (*eventRow).event)
	for i, e := range list {
		if s := sessions[known[i].Session]; s != nil {
			s.keys[e.Key] = e
		}
	}
	return sessions, err
}

func (c *postgresAppender) log(session string, after int64, n int) ([]session.Event, error) {
	var rows []eventRow
	c.statements.Add(1)
	if err := c.from.Select(&rows, session, after, n); err != nil {
		return nil, err
	}
	return decode(rows, (*eventRow).event)
}
