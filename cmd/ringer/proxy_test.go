package main

import (
	"bytes"
	"errors"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// proxy stands between a server and its Postgres and does to their connections what networks do.
type proxy struct {
	listener net.Listener
	to       string

	mu     sync.Mutex // protects what follows, and the marks of links
	mode   proxyMode
	marker []byte
	struck chan struct{} // closed when a cut has happened
	healed chan struct{} // closed when the network is not silent
	links  map[*link]struct{}
}

type proxyMode int

const (
	passing   proxyMode = iota
	cutBefore           // the next chunk with the marker is dropped, and its connection closed
	cutAfter            // the next chunk with the marker is forwarded, its whole answer dropped, and its connection closed
	silent              // nothing gets through, and nothing is closed
)

// link is one connection through the proxy.
type link struct {
	client, server net.Conn
	deaf           bool          // something of it was swallowed, so that what comes later would make no sense
	doomed         chan struct{} // set when it is cut after the answer under way, closed when that has happened
	answer         []byte        // the end of that answer
}

// ready ends an answer of Postgres, but for one byte: I when what was asked has been committed, T inside a transaction.
const ready = "Z\x00\x00\x00\x05"

func startProxy(t *testing.T, to string) *proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: listener, to: to, healed: make(chan struct{}), links: map[*link]struct{}{}}
	close(p.healed)
	t.Cleanup(func() {
		_ = listener.Close()
		p.set(passing, "")
		for _, l := range p.open() {
			p.close(l)
		}
	})
	go p.accept() // ends with the listener
	return p
}

func (p *proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.to)
		if err != nil {
			_ = client.Close()
			continue
		}
		l := &link{client: client, server: server}
		p.mu.Lock()
		p.links[l] = struct{}{}
		p.mu.Unlock()
		go p.carry(l, client, server) // both end with the link
		go p.carry(l, server, client)
	}
}

// set changes the mode. A cut happens once, and closes the returned channel.
func (p *proxy) set(m proxyMode, marker string) (struck <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.mode == silent {
		close(p.healed)
	}
	if m == silent {
		p.healed = make(chan struct{})
	}
	p.mode, p.marker, p.struck = m, []byte(marker), make(chan struct{})
	return p.struck
}

func (p *proxy) open() (all []*link) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for l := range p.links {
		all = append(all, l)
	}
	return all
}

func (p *proxy) close(l *link) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.links, l)
	if l.doomed != nil { // however it ended
		close(l.doomed)
		l.doomed = nil
	}
	_, _ = l.client.Close(), l.server.Close()
}

// carry moves one direction of a link. While the network is silent the end of one side does not reach the other either.
func (p *proxy) carry(l *link, from, to net.Conn) {
	chunk := make([]byte, 256<<10) // an append arrives in one piece, so that its marker does
	for {
		n, err := from.Read(chunk)
		forward, cut := p.fate(l, chunk[:n], from == l.client)
		if forward && n > 0 {
			if _, err2 := to.Write(chunk[:n]); err == nil {
				err = err2
			}
		}
		if cut || err != nil {
			p.mu.Lock()
			healed := p.healed
			p.mu.Unlock()
			<-healed
			p.close(l)
			return
		}
	}
}

func (p *proxy) fate(l *link, chunk []byte, up bool) (forward, cut bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	hit := up && (p.mode == cutBefore || p.mode == cutAfter) && bytes.Contains(chunk, p.marker)
	switch {
	case l.deaf || p.mode == silent:
		l.deaf = l.deaf || len(chunk) > 0
		return false, false
	case hit:
		before := p.mode == cutBefore
		p.mode, l.doomed = passing, p.struck
		return !before, before
	case l.doomed != nil && !up:
		l.answer = append(l.answer, chunk...)
		l.answer = l.answer[max(0, len(l.answer)-len(ready)-1):]
		return false, strings.HasPrefix(string(l.answer), ready)
	}
	return true, false
}

// echo answers each chunk as Postgres ends an answer.
func echo(t *testing.T) (address string, heard chan string) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	heard = make(chan string, 10)
	go func() { // ends with the listener
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				chunk := make([]byte, 1000)
				for {
					n, err := conn.Read(chunk)
					if err != nil {
						_ = conn.Close()
						return
					}
					heard <- string(chunk[:n])
					_, _ = conn.Write([]byte(ready + "I")) // the other side may have gone
				}
			}()
		}
	}()
	return listener.Addr().String(), heard
}

// TestProxy holds the tool to what the faults rely on.
func TestProxy(t *testing.T) {
	t.Parallel()
	dial := func(t *testing.T) (*proxy, net.Conn, chan string) {
		t.Parallel()
		address, heard := echo(t)
		p := startProxy(t, address)
		conn, err := net.Dial("tcp", p.listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		return p, conn, heard
	}
	say := func(t *testing.T, conn net.Conn, text string) (answer string, err error) {
		if _, err := conn.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		chunk := make([]byte, 100)
		n, err := conn.Read(chunk)
		return string(chunk[:n]), err
	}
	t.Run("Passes", func(t *testing.T) {
		p, conn, _ := dial(t)
		p.set(cutAfter, "mark")
		if answer, err := say(t, conn, "other"); answer == "" || err != nil {
			t.Errorf("answer %q, %v", answer, err)
		}
	})
	t.Run("CutBefore", func(t *testing.T) {
		p, conn, heard := dial(t)
		struck := p.set(cutBefore, "mark")
		if answer, err := say(t, conn, "a mark"); err == nil {
			t.Errorf("answer %q", answer)
		}
		<-struck
		if len(heard) > 0 {
			t.Errorf("%q came through", <-heard)
		}
	})
	t.Run("CutAfter", func(t *testing.T) {
		p, conn, heard := dial(t)
		struck := p.set(cutAfter, "mark")
		if answer, err := say(t, conn, "a mark"); err == nil {
			t.Errorf("answer %q", answer)
		}
		<-struck
		if got := <-heard; got != "a mark" {
			t.Errorf("%q came through", got)
		}
	})
	t.Run("Silent", func(t *testing.T) {
		p, conn, heard := dial(t)
		p.set(silent, "")
		if err := conn.SetReadDeadline(time.Now().Add(50 * time.Millisecond)); err != nil {
			t.Fatal(err)
		}
		if answer, err := say(t, conn, "x"); !errors.Is(err, os.ErrDeadlineExceeded) || len(heard) > 0 {
			t.Errorf("answer %q, %v; heard %d", answer, err, len(heard))
		}
		p.set(passing, "")
		again, err := net.Dial("tcp", p.listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		if answer, err := say(t, again, "y"); err != nil {
			t.Errorf("a new connection: answer %q, %v", answer, err)
		}
	})
}
