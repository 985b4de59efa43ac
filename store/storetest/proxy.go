package storetest

import (
	"bytes"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// Proxy disturbs the connections between a program and its Postgres or another server.
type Proxy struct {
	listener net.Listener
	sieve    Sieve

	mu     sync.Mutex // protects the fields below, and the fields of links
	to     string
	mode   Mode
	marker []byte
	struck chan struct{} // closed after a cut
	healed chan struct{} // closed unless the mode is Silent
	links  map[*link]struct{}
}

type Mode int

// The modes.
const (
	// Passing forwards everything.
	Passing Mode = iota
	// CutBefore drops the next chunk with the marker, and closes its connection.
	CutBefore
	// CutAfter forwards the next chunk with the marker, drops its answer, and closes the
	// connection.
	CutAfter
	// Silent drops everything, and closes nothing.
	Silent
	// Refusing closes all connections, and each new one at once.
	Refusing
)

// link is one connection through the proxy.
type link struct {
	client, server net.Conn
	// deaf says that a chunk was dropped, and with it all that follows and would make no sense.
	deaf bool
	// doomed is set when the link will be cut after the current answer. It is closed after the cut.
	doomed chan struct{}
	// answer is the end of that answer.
	answer []byte
	// unsifted is the beginning of a message of the server whose rest has not come yet.
	unsifted []byte
}

// ready is the end of a Postgres answer. The byte after it is I after a commit, T in a transaction.
const ready = "Z\x00\x00\x00\x05"

// StartProxy starts a proxy for a server. It ends with the test.
func StartProxy(t testing.TB, to string) *Proxy {
	t.Helper()
	return StartSieve(t, to, Sieve{})
}

// Through starts a proxy for the server of a URL, and returns the URL that leads through it.
func Through(t testing.TB, address string, sieve Sieve) (string, *Proxy) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	p := StartSieve(t, u.Host, sieve)
	u.Host = p.Address()
	return u.String(), p
}

// StartSieve starts a proxy that also looks at each message of the server.
func StartSieve(t testing.TB, to string, sieve Sieve) *Proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{listener: listener, sieve: sieve, to: to, healed: make(chan struct{}), links: map[*link]struct{}{}}
	close(p.healed)
	t.Cleanup(p.Close)
	go p.accept() // ends with the listener
	return p
}

// Address returns the address on which the proxy listens.
func (p *Proxy) Address() string { return p.listener.Addr().String() }

// Close ends the proxy and its connections. It may be called twice.
func (p *Proxy) Close() {
	_ = p.listener.Close()
	p.Set(Refusing, "")
}

// Switch connects all later connections to another server, and closes those that are open.
func (p *Proxy) Switch(to string) {
	p.mu.Lock()
	p.to = to
	p.mu.Unlock()
	p.closeAll()
}

func (p *Proxy) closeAll() {
	for _, l := range p.open() {
		p.close(l)
	}
}

// Ports returns the local ports of the connections to the server.
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
		l := p.connect(client)
		if l == nil {
			_ = client.Close()
			continue
		}
		go p.relay(l, client, l.server) // both goroutines end with the link
		go p.relay(l, l.server, client)
	}
}

// connect returns the link of a new client, or nil if the client is refused.
func (p *Proxy) connect(client net.Conn) *link {
	p.mu.Lock()
	to := p.to
	p.mu.Unlock()
	server, err := net.Dial("tcp", to)
	if err != nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.mode == Refusing || p.to != to {
		_ = server.Close()
		return nil
	}
	l := &link{client: client, server: server}
	p.links[l] = struct{}{}
	return l
}

// Set changes the mode. A cut happens once, and closes the returned channel.
func (p *Proxy) Set(m Mode, marker string) (struck <-chan struct{}) {
	struck = p.set(m, marker)
	if m == Refusing {
		p.closeAll()
	}
	return struck
}

func (p *Proxy) set(m Mode, marker string) (struck <-chan struct{}) {
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
	if l.doomed != nil { // whatever ended the link
		close(l.doomed)
		l.doomed = nil
	}
	_, _ = l.client.Close(), l.server.Close()
}

// relay copies one direction of a link. While the mode is Silent, no side learns that one has
// closed.
func (p *Proxy) relay(l *link, from, to net.Conn) {
	chunk := make([]byte, 256<<10) // large enough for an append with its marker
	for {
		n, err := from.Read(chunk)
		forward, cut := p.decide(l, chunk[:n], from == l.client)
		if passed := chunk[:n]; forward && n > 0 {
			if from == l.server {
				passed = p.sieve.sift(l, passed)
			}
			if _, err2 := to.Write(passed); err == nil {
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

// decide says what happens to a chunk: whether it is forwarded, and whether the link is cut then.
func (p *Proxy) decide(l *link, chunk []byte, up bool) (forward, cut bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	hit := up && (p.mode == CutBefore || p.mode == CutAfter) && bytes.Contains(chunk, p.marker) && (p.sieve.Cuttable == nil || p.sieve.Cuttable(chunk))
	switch {
	case l.deaf || p.mode == Silent || p.mode == Refusing:
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
