package api

import (
	"errors"
	"net"
	"sync"
	"time"
)

// Listener returns a listener for the http.Server that serves s. It also accepts the connections of
// streams that are complete. Their clients may use them again, since a stream does not say
// "Connection: close". If the connections were closed, a request that is just being sent would be
// lost.
func (s *Server) Listener(inner net.Listener) net.Listener {
	l := &listener{Listener: inner, accepted: make(chan accepted), returned: make(chan net.Conn, 64), closed: make(chan struct{})}
	s.listener = l
	go l.accept() // ends with Close
	return l
}

// listener accepts new connections and those that are returned.
type listener struct {
	net.Listener
	accepted chan accepted
	returned chan net.Conn
	close    sync.Once
	closed   chan struct{}
}

type accepted struct {
	conn net.Conn
	err  error
}

// accept passes new connections on.
func (l *listener) accept() {
	for {
		conn, err := l.Listener.Accept()
		select {
		case l.accepted <- accepted{conn, err}:
		case <-l.closed:
			if err == nil {
				_ = conn.Close() // nobody will read from it
			}
			return
		}
		if errors.Is(err, net.ErrClosed) {
			return
		}
	}
}

// Accept implements net.Listener.
func (l *listener) Accept() (net.Conn, error) {
	select {
	case a := <-l.accepted:
		return a.conn, a.err
	case conn := <-l.returned:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (l *listener) Close() error {
	l.close.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// giveBack serves a connection again, as if it were new. It closes the connection when the listener
// is closed, or when too many wait already.
func (l *listener) giveBack(conn net.Conn) {
	_ = conn.SetDeadline(time.Time{}) // the next read or write has the same error
	select {
	case <-l.closed:
	default:
		select {
		case l.returned <- conn:
			return
		default:
		}
	}
	_ = conn.Close() // nothing is left to send
}
