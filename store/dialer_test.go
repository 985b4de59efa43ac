package store

import (
	"context"
	"io"
	"net"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lib/pq"

	"ringer/engine/sessiontest"
	"ringer/engine/slowtest"
	"ringer/store/storetest"
)

type counter struct {
	net.Dialer
	open atomic.Int64
}

type countedConn struct {
	net.Conn
	open   *atomic.Int64
	closed atomic.Bool
}

func (c *counter) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := c.Dialer.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	c.open.Add(1)
	return &countedConn{Conn: conn, open: &c.open}, nil
}

func (c *countedConn) Close() error {
	if c.closed.CompareAndSwap(false, true) {
		c.open.Add(-1)
	}
	return c.Conn.Close()
}

// refuser starts a server that answers each request for TLS and then, like a Postgres that stops,
// serves nobody but keeps the connection open.
func refuser(t *testing.T, answer string) (address string) {
	t.Helper()
	l := sessiontest.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { l.Close() })
	serve := func(conn net.Conn) {
		defer conn.Close()
		const length, codeOfTLS = 8, 0x2f // the last byte of 80877103
		request := make([]byte, length)
		if _, err := io.ReadFull(conn, request); err != nil || request[length-1] != codeOfTLS || answer == "" {
			return
		}
		if _, err := io.WriteString(conn, answer); err == nil {
			_, _ = io.Copy(io.Discard, conn) // ends with the client
		}
	}
	go func() { // ends with the listener
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go serve(conn)
		}
	}()
	return l.Addr().String()
}

// TestRefusalsLeaveNothingOpen is refused 20 times by a Postgres that starts or stops. lib/pq dials
// twice each time, with TLS and without, and used to leave the first connection open.
func TestRefusalsLeaveNothingOpen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, mode, answer string }{
		{"WithoutTLS", "prefer", "N"}, {"Closed", "prefer", ""}, {"Plain", "allow", "N"}, {"Only TLS", "require", "N"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			config := sessiontest.Must(configure("postgres://ringer@" + refuser(t, c.answer) + "/ringer?connect_timeout=1&sslmode=" + c.mode))(t)
			var n counter
			pool := newPool(config, n.DialContext, poolSize)
			defer pool.Close()
			for range 20 {
				if err := pool.PingContext(t.Context()); err == nil {
					t.Fatal("a server that serves nobody has answered")
				}
				if open := n.open.Load(); open != 0 {
					t.Fatalf("%d connections are still open after a refusal, want none", open)
				}
			}
		})
	}
}

// TestPreferOpensOneConnection connects with sslmode prefer to a Postgres that has no TLS. Of the
// two connections that lib/pq opens, one stays. It can be used.
func TestPreferOpensOneConnection(t *testing.T) {
	t.Parallel()
	u := sessiontest.Must(url.Parse(storetest.Postgres(t)))(t)
	q := u.Query()
	q.Set("sslmode", string(pq.SSLModePrefer))
	u.RawQuery = q.Encode()
	config := sessiontest.Must(shortStatements(u.String()))(t)
	var n counter
	pool := newPool(config, n.DialContext, 1)
	defer pool.Close()
	sessiontest.NoError(t, pool.PingContext(t.Context()))
	if open := n.open.Load(); open != 1 {
		t.Errorf("%d connections are open, want 1", open)
	}
}

// TestListenerKeepsOneConnection dials as the listener of a bell does, which uses one dialer for
// all its connections.
func TestListenerKeepsOneConnection(t *testing.T) {
	t.Parallel()
	var n counter
	d, address := &oneDialer{dial: n.DialContext}, refuser(t, "N")
	for range 20 {
		sessiontest.Must(d.Dial("tcp", address))(t)
		if open := n.open.Load(); open != 1 {
			t.Fatalf("%d connections are open, want 1", open)
		}
	}
}

// TestSlowPostgres opens a Postgres under load, which takes long to answer each new connection.
func TestSlowPostgres(t *testing.T) {
	t.Parallel()
	slowtest.Skip(t)
	const authentication = 'R'
	slow := func(message []byte) bool {
		if message[0] == authentication {
			time.Sleep(beatNetworkLimit + 200*time.Millisecond)
		}
		return false
	}
	address, _ := storetest.Through(t, storetest.Postgres(t), storetest.Sieve{Split: storetest.SplitPostgres, Drop: slow})
	s := sessiontest.Must(Open(t.Context(), address, nil))(t)
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
