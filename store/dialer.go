package store

import (
	"context"
	"database/sql/driver"
	"net"
	"time"

	"github.com/lib/pq"
)

type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

type connector struct {
	config pq.Config
	dial   dialFunc
}

func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	inner, err := pq.NewConnectorConfig(c.config)
	if err != nil {
		return nil, err
	}
	d := &oneDialer{dial: c.dial}
	inner.Dialer(d)
	conn, err := inner.Connect(ctx)
	if err != nil {
		d.closeLast()
	}
	d.last, d.kept = nil, true
	return conn, err
}

func (c connector) Driver() driver.Driver { return pq.Driver{} }

// oneDialer keeps one connection open: each dial closes the connection of the dial before. With
// sslmode prefer and allow, lib/pq may dial twice, and forgets the first connection. That one held
// a file until the garbage collector came. A Postgres that stopped waited for it, up to a minute.
//
// One goroutine uses it until kept is set. Then lib/pq dials only to cancel statements, and closes
// these connections itself.
type oneDialer struct {
	dial dialFunc
	last net.Conn
	kept bool
}

var _ pq.DialerContext = (*oneDialer)(nil)

func (d *oneDialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	if d.kept {
		return d.dial(ctx, network, address)
	}
	d.closeLast()
	conn, err := d.dial(ctx, network, address)
	d.last = conn
	return conn, err
}

func (d *oneDialer) closeLast() {
	if d.last != nil {
		_ = d.last.Close() // fails if lib/pq has closed it
	}
}

func (d *oneDialer) Dial(network, address string) (net.Conn, error) {
	return d.DialContext(context.Background(), network, address)
}

func (d *oneDialer) DialTimeout(network, address string, limit time.Duration) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return d.DialContext(ctx, network, address)
}

// dialer opens connections with a time limit for each read and write: lib/pq ignores a context's
// deadline when the network is silent.
type dialer struct {
	net.Dialer
	limit time.Duration
}

// DialContext is a dialFunc.
func (d dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := d.Dialer.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return &limitedConn{Conn: conn, perCall: d.limit}, nil
}

// limitedConn limits each read and write. lib/pq may set an earlier deadline while it connects.
type limitedConn struct {
	net.Conn
	perCall  time.Duration
	deadline time.Time
}

func (c *limitedConn) SetDeadline(t time.Time) error {
	c.deadline = t
	return c.Conn.SetDeadline(t)
}

func (c *limitedConn) limit() time.Time {
	limit := time.Now().Add(c.perCall)
	if !c.deadline.IsZero() && c.deadline.Before(limit) {
		return c.deadline
	}
	return limit
}

func (c *limitedConn) Read(b []byte) (int, error) {
	if err := c.SetReadDeadline(c.limit()); err != nil {
		return 0, err
	}
	return c.Conn.Read(b)
}

func (c *limitedConn) Write(b []byte) (int, error) {
	if err := c.SetWriteDeadline(c.limit()); err != nil {
		return 0, err
	}
	return c.Conn.Write(b)
}
