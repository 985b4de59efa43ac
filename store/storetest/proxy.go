package storetest

import (
	"bytes"
	"net"
	"strings"
	"sync"
	"testing"
)

// Proxy stands between a program and its Postgres and does to their connections what networks do.
type Proxy struct {
	listener net.Listener
	to       string

	mu     sync.Mutex // protects what follows, and the marks of links
	mode   Mode
	marker []byte
	struck chan struct{} // closed when a cut has happened
	healed chan struct{} // closed when the network is not Silent
	links  map[*link]struct{}
}

// Mode is what a proxy does.
type Mode int

// The modes.
const (
	Passing   Mode = iota
	CutBefore      // the next chunk with the marker is dropped, and its connection closed
	CutAfter       // the next chunk with the marker is forwarded, its whole answer dropped, and its connection closed
	Silent         // nothing gets through, and nothing is closed
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

// StartProxy starts a proxy before a server. It ends with the test.
func StartProxy(t testing.TB, to string) *Proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{listener: listener, to: to, healed: make(chan struct{}), links: map[*link]struct{}{}}
	close(p.healed)
	t.Cleanup(p.Close)
	go p.accept() // ends with the listener
	return p
}

// Address is where the proxy listens.
func (p *Proxy) Address() string { return p.listener.Addr().String() }

// Close ends the proxy with its connections. It may be called twice.
func (p *Proxy) Close() {
	_ = p.listener.Close()
	p.Set(Passing, "")
	for _, l := range p.open() {
		p.close(l)
	}
}

// Ports are the ports from which the proxy has connected to the server.
func (p *Proxy) Ports() (ports []int64) {
	for _, l := range p.open() {
		ports = append(ports, int64(l.server.LocalAddr().(*net.TCPAddr).Port))
	}
	return ports
}

func (p *Proxy) accept() {
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

// Set changes the mode. A cut happens once, and closes the returned channel.
func (p *Proxy) Set(m Mode, marker string) (struck <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.mode == Silent {
		close(p.healed)
	}
	if m == Silent {
		p.healed = make(chan struct{})
	}
	p.mode, p.marker, p.struck = m, []byte(marker), make(chan struct{})
	return p.struck
}

func (p *Proxy) open() (all []*link) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for l := range p.links {
		all = append(all, l)
	}
	return all
}

func (p *Proxy) close(l *link) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.links, l)
	if l.doomed != nil { // however it ended
		close(l.doomed)
		l.doomed = nil
	}
	_, _ = l.client.Close(), l.server.Close()
}

// carry moves one direction of a link. While the network is Silent the end of one side does not reach the other either.
func (p *Proxy) carry(l *link, from, to net.Conn) {
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

func (p *Proxy) fate(l *link, chunk []byte, up bool) (forward, cut bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	hit := up && (p.mode == CutBefore || p.mode == CutAfter) && bytes.Contains(chunk, p.marker)
	switch {
	case l.deaf || p.mode == Silent:
		l.deaf = l.deaf || len(chunk) > 0
		return false, false
	case hit:
		before := p.mode == CutBefore
		p.mode, l.doomed = Passing, p.struck
		return !before, before
	case l.doomed != nil && !up:
		l.answer = append(l.answer, chunk...)
		l.answer = l.answer[max(0, len(l.answer)-len(ready)-1):]
		return false, strings.HasPrefix(string(l.answer), ready)
	}
	return true, false
}
