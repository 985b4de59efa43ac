package store

import (
	"context"
	"database/sql/driver"
	"fmt"
	"sync"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"
)

const (
	// peerMark is the first number of the advisory lock that marks a server. The second number is
	// the table of the sessions, so that each schema has its own servers.
	peerMark = 0x72696e67 // "ring"

	takeMark = `SELECT pg_backend_pid() FROM (SELECT pg_try_advisory_lock_shared($1, 'sessions'::regclass::oid::int)) AS mark`
	// Advisory locks with two numbers have the objsubid 2.
	countMarks = `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND classid = $1::bigint::oid AND objid = 'sessions'::regclass
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> ALL($2)`

	// peersLimit bounds a count, because a load balancer waits for it.
	peersLimit = time.Second
	// peersFor is how long a count is used again.
	peersFor = time.Second
)

// peers finds other servers on the same Postgres. Each server holds a shared advisory lock, which
// ends with its connection.
type peers struct {
	pool *sqlx.DB

	mu   sync.Mutex // protects everything below
	conn *sqlx.Conn
	// backends are the processes of Postgres that have served conn. A lost one may live on for a
	// while.
	backends []int64
	others   int
	counted  time.Time
}

// Warnings marks this process as a server, and says which other servers use the database. On SQLite
// there are none, since the second one is refused. While the database is away it says nothing.
func (s *Store) Warnings(ctx context.Context) []string {
	if s.peers == nil {
		return nil
	}
	n := s.peers.count(ctx)
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("the database is also in use by %d other process(es) of ringer serve; they take the sessions from each other; stop all but one", n)}
}

// count returns how many other servers there are.
func (p *peers) count(ctx context.Context) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.counted) < peersFor {
		return p.others
	}
	ctx, cancel := context.WithTimeout(ctx, peersLimit)
	defer cancel()
	n := 0
	err := p.connect(ctx)
	if err == nil {
		err = p.conn.GetContext(ctx, &n, countMarks, peerMark, pq.Array(p.backends))
	}
	if err != nil {
		p.drop()
		return p.others
	}
	p.others, p.counted = n, time.Now()
	return n
}

// connect takes the mark on a connection that is kept.
func (p *peers) connect(ctx context.Context) error {
	if p.conn != nil {
		return nil
	}
	var err error
	if p.conn, err = p.pool.Connx(ctx); err != nil {
		return err
	}
	var backend int64
	if err := p.conn.GetContext(ctx, &backend, takeMark, peerMark); err != nil {
		return err
	}
	p.backends = append(p.backends, backend)
	return nil
}

// drop closes the connection for good, and with it the mark.
func (p *peers) drop() {
	if p.conn == nil {
		return
	}
	_ = p.conn.Raw(func(any) error { return driver.ErrBadConn })
	_ = p.conn.Close()
	p.conn = nil
}

// Close ends the mark.
func (p *peers) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drop()
	return nil
}
