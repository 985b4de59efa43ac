package store

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"

	"ringer/engine/bell"
)

const (
	// bellSize is the greatest size of a message in bytes. Postgres takes less than 8000.
	bellSize = 7900
	// bellPulse is the time between empty messages of a bell to itself. A bell that has heard
	// nothing for networkLimit connects again.
	bellPulse = time.Second
	// firstPause and longestPause bound the time between two tries to connect again.
	firstPause   = 50 * time.Millisecond
	longestPause = 2 * time.Second

	// The channels of Postgres belong to a database. Each schema needs one of its own.
	selectChannel = `SELECT 'ringer_' || 'replicas'::regclass::oid`
	notify        = `SELECT pg_notify($1, message) FROM unnest($2::text[]) message`
)

// postgresBell is a bell over LISTEN and NOTIFY. It rings and hears through connections of its own.
// A NOTIFY among the appends of a transaction would let only one such transaction commit at a time.
type postgresBell struct {
	channel string
	log     *slog.Logger
	pool    *sqlx.DB // one connection, which rings
	ring    *sql.Stmt
	// listener connects again by itself. It has no read that waits for longer than networkLimit.
	listener *pq.Listener
	// life ends with Close, and with it all connections, even if lib/pq waits for an answer.
	life context.Context
	end  context.CancelFunc
	// deaf says that the log has a line about the loss of the listener.
	deaf   atomic.Bool
	pulses sync.WaitGroup
	quiet  chan struct{} // closed when nothing more is heard
}

var _ bell.Bell = (*postgresBell)(nil)

// Bell opens a bell over this database, for all processes on the schema. On SQLite nobody hears it.
func (s *Store) Bell(ctx context.Context, hear func([]byte), log *slog.Logger) (bell.Bell, error) {
	if !s.dialect.remote {
		return bell.Off{}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	b := &postgresBell{log: log, quiet: make(chan struct{})}
	b.life, b.end = context.WithCancel(context.WithoutCancel(ctx))
	if err := b.open(ctx, s.address, hear); err != nil {
		b.abort()
		return nil, explainPostgres("", fault("open the bell", err))
	}
	b.pulses.Go(b.pulse) // ends with Close
	return b, nil
}

// open connects, and returns when the listener hears what is rung from then on.
func (b *postgresBell) open(ctx context.Context, address string, hear func([]byte)) (err error) {
	d := mortalDialer{dialer: dialer{limit: networkLimit}, life: b.life}
	config, err := shortStatements(address)
	if err != nil {
		return err
	}
	// A NOTIFY waits for the disk, and all others of the server wait for it. A ring may be lost.
	config.Runtime["synchronous_commit"] = "off"
	if b.pool, err = connectPool(ctx, config, d.DialContext, 1); err != nil {
		return err
	}
	if err = b.pool.GetContext(ctx, &b.channel, selectChannel); err != nil {
		return err
	}
	if b.ring, err = b.pool.PrepareContext(ctx, notify); err != nil {
		return err
	}
	if address, err = listenerAddress(address); err != nil {
		return err
	}
	b.listener = pq.NewDialListener(&oneDialer{dial: d.DialContext}, address, firstPause, longestPause, b.changed)
	go b.listen(hear) // ends with the bell
	stop := context.AfterFunc(ctx, b.abort)
	if err = b.listener.Listen(b.channel); !stop() {
		return ctx.Err()
	}
	return err
}

func (b *postgresBell) abort() {
	b.end()
	if b.listener != nil {
		_ = b.listener.Close() // fails if it is closed already
	}
	if b.pool != nil {
		_ = b.pool.Close() // its connections are closed already
	}
}

// listenerAddress returns an address with the settings that pools get from configure.
func listenerAddress(address string) (string, error) {
	config, err := configure(address)
	if err != nil {
		return "", err
	}
	u, err := url.Parse(address)
	if err != nil {
		return "", fmt.Errorf("store: DATABASE_URL: %w", err)
	}
	q := u.Query()
	q.Set("connect_timeout", strconv.Itoa(int(config.ConnectTimeout.Seconds())))
	if config.SSLMode != "" {
		q.Set("sslmode", string(config.SSLMode))
	}
	if !q.Has("application_name") {
		q.Set("application_name", runtimeSettings["application_name"])
	}
	u.RawQuery = q.Encode()
	return u.String(), nil
}

func (b *postgresBell) listen(hear func([]byte)) {
	for b.life.Err() == nil {
		select {
		case n := <-b.listener.Notify:
			if n == nil || b.life.Err() != nil { // nil: connected again, or closed
				continue
			}
			if b.deaf.CompareAndSwap(true, false) {
				b.log.Info("this replica hears the others again")
			}
			if n.Extra != "" {
				hear([]byte(n.Extra))
			}
		case <-b.life.Done():
		}
	}
	close(b.quiet)
	for range b.listener.Notify { // the listener must not wait for a reader when it ends
	}
}

// pulse rings without words. So the bell hears something as long as messages can pass.
func (b *postgresBell) pulse() {
	tick := time.NewTicker(bellPulse)
	defer tick.Stop()
	for {
		select {
		case <-b.life.Done():
			return
		case <-tick.C:
			_ = b.Ring(b.life, [][]byte{nil}) // if it fails, the listener hears nothing
		}
	}
}

// changed logs that the listener has lost its connection, unless the log says so already.
func (b *postgresBell) changed(_ pq.ListenerEventType, err error) {
	if err != nil && b.life.Err() == nil && b.deaf.CompareAndSwap(false, true) {
		b.log.Warn("this replica does not hear the others; until it does, it reads the database twice a second; LISTEN does not work through a pooler of transactions, such as pgbouncer", "err", err)
	}
}

func (b *postgresBell) Ring(ctx context.Context, messages [][]byte) error {
	if len(messages) == 0 {
		return nil
	}
	list := make(textArray, len(messages))
	for i, m := range messages {
		list[i] = string(m)
	}
	if _, err := b.ring.ExecContext(ctx, b.channel, list); err != nil {
		return fault("ring", err)
	}
	return nil
}

func (b *postgresBell) Size() int { return bellSize }

// Close implements bell.Bell. It does not wait for the network.
func (b *postgresBell) Close() error {
	b.abort()
	<-b.quiet
	b.pulses.Wait()
	return nil
}

type mortalDialer struct {
	dialer
	life context.Context
}

// DialContext is a dialFunc.
func (d mortalDialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(d.life, cancel)()
	conn, err := d.dialer.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return &mortalConn{conn, context.AfterFunc(d.life, func() { _ = conn.Close() })}, nil
}

type mortalConn struct {
	net.Conn
	forget func() bool // frees what would close the connection later
}

func (c *mortalConn) Close() error {
	c.forget()
	return c.Conn.Close()
}
