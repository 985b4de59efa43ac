package store

import (
	"context"
	"database/sql/driver"
	_ "embed"
	"fmt"
	"slices"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"

	"ringer/engine/game"
	"ringer/engine/journal"
)

//go:embed append.sql
var appendGroup string

const (
	selectHeadsOf = selectHeads + `SELECT unnest(?::text[]))`
	selectKeysOf  = `SELECT ` + eventColumns + ` FROM events WHERE key IS NOT NULL AND (session_id, key) IN (SELECT * FROM unnest(?::text[], ?::text[]))`

	// appendSettings keep the writer's statements on the indexes. A statement that is prepared while a table is empty would
	// keep for ever the plan that is best then, which reads the whole table.
	appendSettings = `SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET plan_cache_mode = force_generic_plan`

	// readOnly is the code of a server that has become a standby.
	readOnly = "25006"

	// idleCheck is after what time without use the connection is tried before it is trusted: whatever it has lost must then not
	// be answered with "unknown".
	idleCheck = time.Second
)

// postgresCarrier carries groups of appends out on Postgres: one statement a group. It has a connection of its own, since a
// pool would send a statement again by itself when the connection is lost on the way, and store it twice. One goroutine uses it.
type postgresCarrier struct {
	pool                      *sqlx.DB
	conn                      *sqlx.Conn
	used                      time.Time
	append, heads, keys, from *sqlx.Stmt
}

func newPostgresCarrier(ctx context.Context, s *Store) (*postgresCarrier, error) {
	pool, err := openPostgres(ctx, s.address, 1)
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, pool)
	c := &postgresCarrier{pool: pool}
	return c, c.connect(ctx)
}

// connect makes sure that there is a connection.
func (c *postgresCarrier) connect(ctx context.Context) error {
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
		appendGroup: &c.append, selectHeadsOf: &c.heads, selectKeysOf: &c.keys, selectEvents: &c.from,
	})
	if err != nil {
		c.drop()
	}
	return err
}

// drop closes the connection for good: the pool must not hand it out again.
func (c *postgresCarrier) drop() {
	_ = c.conn.Raw(func(any) error { return driver.ErrBadConn })
	_ = c.conn.Close()
	c.conn = nil
}

// carry implements grouper.carry.
func (c *postgresCarrier) carry(requests []*request) error {
	ctx, cancel := context.WithTimeout(context.Background(), callLimit)
	defer cancel()
	if err := c.connect(ctx); err != nil {
		return fmt.Errorf("store: append: %w: %w", journal.ErrUnavailable, err)
	}
	pasts := map[*request]*past{}
	for left := requests; len(left) > 0; left = unsettled(left) {
		if err := c.step(left, pasts); err != nil {
			return err
		}
	}
	return nil
}

// step carries a round of what is left. What the statement does not store is looked at and judged; what turns out to be known
// in part goes without that part into another round.
func (c *postgresCarrier) step(left []*request, pasts map[*request]*past) error {
	r := newRound(left, pasts)
	if len(r.requests) > 0 {
		if err := c.store(r); err != nil {
			return err
		}
	}
	return c.look(append(unsettled(r.requests), r.odd...), pasts)
}

// broken notes that a statement failed. One that may have been carried out all the same leaves its appends uncertain.
func (c *postgresCarrier) broken(err error, uncertain []*request) error {
	standby := postgresCode(err) == readOnly // by now another server is the one to write to
	if answered(err) && !standby {
		return err
	}
	c.drop()
	for _, r := range uncertain {
		r.uncertain = r.uncertain || !standby
	}
	return fmt.Errorf("store: append: %w: %w", journal.ErrUnavailable, err)
}

// store carries a round out and settles what it stored.
func (c *postgresCarrier) store(r *round) error {
	// No context: lib/pq would watch it in a goroutine. The connection itself limits each read and write.
	rows, err := c.append.Query(r.args()...)
	if err != nil {
		return c.broken(err, r.requests)
	}
	defer rows.Close()
	firsts := make([]int64, len(r.requests))
	for rows.Next() {
		var place, first int64
		if err := rows.Scan(&place, &first); err != nil {
			return c.broken(err, r.requests)
		}
		firsts[place] = first
	}
	if err := rows.Err(); err != nil { // the commit comes after the last row
		return c.broken(err, r.requests)
	}
	c.used = time.Now()
	for i, first := range firsts {
		if first > 0 {
			r.requests[i].settle(r.stored(i, first))
		}
	}
	return nil
}

// look judges appends that were not stored: by their session's row and by what is known of their keys. One that is to be
// stored after all, since it is known in part, stays unsettled with its past.
func (c *postgresCarrier) look(requests []*request, pasts map[*request]*past) error {
	if len(requests) == 0 {
		return nil
	}
	found, err := c.read(requests)
	if err != nil {
		return c.broken(err, nil)
	}
	for _, r := range requests {
		p := found[r.Session]
		if p == nil {
			r.fail(fmt.Errorf("store: append to %s: %w", r.Session, journal.ErrNotFound))
			continue
		}
		row := *p.Session // judge notes on the row what it lets pass
		done, err := judge(head{&row, p.owner, p.epoch}, r.Append, p)
		if err != nil || !slices.Contains(done.Known, false) {
			if p.err != nil {
				return c.broken(p.err, nil)
			}
			r.settle(outcome{done, err})
			continue
		}
		pasts[r] = p
	}
	return nil
}

// past is a session as it was found. It implements history.
type past struct {
	head
	keys map[string]game.Event
	log  func(session string, after int64, n int) ([]game.Event, error)
	err  error // of log
}

// find implements history.
func (p *past) find(key string) (game.Event, bool) {
	if p == nil {
		return game.Event{}, false
	}
	e, ok := p.keys[key]
	return e, ok
}

// from implements history.
func (p *past) from(seq int64, n int) (list []game.Event, err error) {
	list, p.err = p.log(p.ID, seq-1, n)
	return list, p.err
}

// read fetches the rows of sessions, and the events of the keys of their appends.
func (c *postgresCarrier) read(requests []*request) (map[string]*past, error) {
	var ids, sessions, keys []string
	for _, r := range requests {
		ids = append(ids, r.Session)
		for _, e := range r.Events {
			if e.Key != "" {
				sessions, keys = append(sessions, r.Session), append(keys, e.Key)
			}
		}
	}
	found := map[string]*past{}
	rows, err := c.heads.Queryx(pq.Array(ids))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		p := &past{keys: map[string]game.Event{}, log: c.log}
		if err := p.scan(rows); err != nil {
			return nil, err
		}
		found[p.ID] = p
	}
	if err := rows.Err(); err != nil || len(keys) == 0 {
		return found, err
	}
	var known []eventRow
	if err := c.keys.Select(&known, pq.Array(sessions), pq.Array(keys)); err != nil {
		return nil, err
	}
	list, err := events(known)
	for i, e := range list {
		if p := found[known[i].Session]; p != nil {
			p.keys[e.Key] = e
		}
	}
	return found, err
}

func (c *postgresCarrier) log(session string, after int64, n int) ([]game.Event, error) {
	var rows []eventRow
	if err := c.from.Select(&rows, session, after, n); err != nil {
		return nil, err
	}
	return events(rows)
}
