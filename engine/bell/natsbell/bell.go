package natsbell

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"ringer/engine/bell"
	"ringer/engine/secret"
)

const (
	// size bounds a message in bytes, unless the server allows less: those behind a larger one
	// would wait.
	size = 64 << 10
	// connectLimit bounds the opening of a connection to one server. Open tries each server once.
	connectLimit = 2 * time.Second
	// pingEvery and pingsMissed say when a silent connection is given up: after 6 to 8 s.
	pingEvery   = 2 * time.Second
	pingsMissed = 2
	// writeLimit bounds a write to a connection.
	writeLimit = 2 * time.Second
	// firstPause and longestPause bound the time between two rounds of tries at every server.
	firstPause   = 100 * time.Millisecond
	longestPause = 2 * time.Second
	// waitingMessages and waitingBytes bound what waits to be heard. The rest is dropped, since it
	// has long been read from the database by then.
	waitingMessages = 16_384
	waitingBytes    = 16 << 20
)

// Bell is a bell.Bell over NATS.
type Bell struct {
	conn    *nats.Conn
	subject string
	log     *slog.Logger
	secrets secret.Values
	// tried is conn once a try has failed. Its tries go on before Connect has returned it.
	tried atomic.Pointer[nats.Conn]
	// troubles are the reasons in the log why no server can be used; none while one can.
	troubles   []string
	troublesMu sync.Mutex
	// told is the last error in the log: a server may repeat one for each message. Only callbacks
	// use it.
	told string

	mu     sync.Mutex // protects closed, and is held while a message is heard
	closed bool
}

var _ bell.Bell = (*Bell)(nil)

// Open opens a bell. The addresses are URLs with commas between them, such as
// nats://user:password@one.example:4222,nats://two.example, and never logged. Bells with the same
// subject hear each other. No server needs to answer yet.
func Open(addresses, subject string, hear func([]byte), log *slog.Logger) (*Bell, error) {
	list, err := parse(addresses)
	if err != nil {
		return nil, err
	}
	b := &Bell{subject: subject, log: log}
	for _, address := range list {
		b.secrets = append(b.secrets, secret.New(secret.InURL(address)...)...)
	}
	options := nats.GetDefaultOptions()
	options.Servers = list
	b.conn, err = b.configure(options).Connect()
	if err != nil {
		return nil, fmt.Errorf("natsbell: connect: %w", b.secrets.HideError(err))
	}
	subscription, err := b.conn.Subscribe(subject, func(m *nats.Msg) { b.heard(hear, m.Data) })
	if err == nil {
		err = subscription.SetPendingLimits(waitingMessages, waitingBytes)
	}
	if err != nil {
		b.conn.Close()
		return nil, fmt.Errorf("natsbell: subscribe to %q: %w", subject, err)
	}
	if b.conn.IsConnected() {
		_ = b.conn.FlushTimeout(connectLimit) // so that the bell hears what is rung from now on
	}
	return b, nil
}

// configure sets how the bell connects.
func (b *Bell) configure(o nats.Options) nats.Options {
	o.Name = "ringer"
	o.Timeout = connectLimit
	o.PingInterval, o.MaxPingsOut = pingEvery, pingsMissed
	o.FlusherTimeout = writeLimit
	o.RetryOnFailedConnect = true
	o.MaxReconnect = -1
	o.IgnoreAuthErrorAbort = true // the password may be mended on the server
	o.ReconnectBufSize = -1       // what is kept for later would arrive in a flood
	o.CustomReconnectDelayCB = b.pause
	o.ConnectedCB, o.ReconnectedCB = b.found, b.found
	o.DisconnectedErrCB, o.ReconnectErrCB = b.lost, b.lost
	o.AsyncErrorCB = b.failed
	return o
}

// pause returns how long to wait before the next round of tries. The first round is round 1.
func (b *Bell) pause(round int) time.Duration {
	if conn := b.tried.Load(); conn != nil {
		b.lost(conn, conn.LastError()) // what a server has said tells no other callback
	}
	longest := min(firstPause<<min(round-1, 10), longestPause)
	return longest/2 + rand.N(longest/2) // replicas that lost the same server do not come at once
}

func (b *Bell) heard(hear func([]byte), message []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.closed {
		hear(message)
	}
}

// lost logs why no server can be used. Later tries that fail for the same reason are not logged.
func (b *Bell) lost(conn *nats.Conn, err error) {
	b.tried.Store(conn)
	if err == nil { // the bell was closed
		return
	}
	b.troublesMu.Lock()
	defer b.troublesMu.Unlock()
	why := trouble(err)
	if slices.Contains(b.troubles, why) {
		return
	}
	b.troubles = append(b.troubles, why)
	b.log.Warn(why+"; until one does, the replicas read the database twice a second", "err", b.secrets.HideAll(err.Error()))
}

// trouble returns why a try to connect failed, and what to look at.
func trouble(err error) string {
	is := func(errs ...error) bool {
		return slices.ContainsFunc(errs, func(e error) bool { return errors.Is(err, e) })
	}
	switch {
	case is(nats.ErrAuthorization, nats.ErrAuthExpired, nats.ErrAuthRevoked, nats.ErrAccountAuthExpired):
		return "no NATS server takes the user and the password of its address, so check them"
	case is(nats.ErrSecureConnRequired, nats.ErrSecureConnWanted), strings.Contains(err.Error(), "tls: "), strings.Contains(err.Error(), "x509: "):
		return "no NATS server can be reached by TLS, so check its certificate, and whether its address begins with tls: or nats:"
	}
	return "no NATS server answers"
}

func (b *Bell) found(conn *nats.Conn) {
	b.troublesMu.Lock()
	defer b.troublesMu.Unlock()
	if len(b.troubles) > 0 {
		b.log.Info("a NATS server answers again", "server", conn.ConnectedAddr())
	}
	b.troubles, b.told = nil, ""
}

// failed logs an error that did not end the connection. The same error is not logged twice.
func (b *Bell) failed(conn *nats.Conn, _ *nats.Subscription, err error) {
	if errors.Is(err, nats.ErrAuthorization) { // it did end the connection
		b.lost(conn, err)
		return
	}
	text := b.secrets.HideAll(err.Error())
	if text == b.told {
		return
	}
	b.told = text
	if errors.Is(err, nats.ErrSlowConsumer) {
		text = "this replica is too busy to hear all messages, and reads the database instead"
	}
	b.log.Warn("NATS: "+text, "subject", b.subject)
}

// Ring implements bell.Bell. It fails at once while no server is connected.
func (b *Bell) Ring(_ context.Context, messages [][]byte) error {
	for _, m := range messages {
		if err := b.conn.Publish(b.subject, m); errors.Is(err, nats.ErrReconnectBufExceeded) {
			return errors.New("natsbell: ring: no NATS server is connected")
		} else if err != nil {
			return fmt.Errorf("natsbell: ring: %w", err)
		}
	}
	return nil
}

func (b *Bell) Size() int {
	if allowed := b.conn.MaxPayload(); allowed > 0 { // it is 0 before the first connection
		return min(size, int(allowed))
	}
	return size
}

func (b *Bell) Close() error {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.conn.Close()
	return nil
}
