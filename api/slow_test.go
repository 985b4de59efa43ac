package api_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"ringer/api"
)

// TestReaderThatDoesNotReadIsCut lets one of two readers stop reading, while far more follows than
// the sockets hold. Its stream ends, while posts and the other reader go on. When the reader then
// reads what the sockets held, it can resume after that.
func TestReaderThatDoesNotReadIsCut(t *testing.T) {
	s := start(t)
	api.SetWriteLimit(s.api, 200*time.Millisecond)
	front := httptest.NewUnstartedServer(s.api)
	narrow := &narrowListener{Listener: front.Listener, closed: make(chan struct{}, 1)}
	front.Listener = narrow
	front.Start()
	defer front.Close()

	id, base := s.muted()
	path := fmt.Sprint("/v1/sessions/", id, "/events?types=*&after=", base)
	slow := must(net.Dial("tcp", front.Listener.Addr().String()))(t)
	defer slow.Close()
	succeed(t, slow.(*net.TCPConn).SetReadBuffer(4096))
	fmt.Fprintf(slow, "GET %s HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n", path)
	held := bufio.NewReaderSize(slow, 16)
	must(held.Peek(1))(t) // the stream has begun
	blocks, _ := s.stream(t.Context(), path)

	const posts, each = 5, 100
	line := fmt.Sprintf(`{"sender":"b","text":%q}`, strings.Repeat("many words ", 360))
	many := `{"messages":[` + strings.Repeat(line+",", each-1) + line + `]}`
	for range posts {
		s.send("POST", "/v1/sessions/"+id+"/messages", many).is(t, http.StatusAccepted)
	}
	for seq := base + 1; seq <= base+posts*each; seq++ {
		if b := s.next(blocks); b.id != strconv.FormatInt(seq, 10) {
			t.Fatalf("the other reader got %s, want %d", b.id, seq)
		}
	}
	select {
	case <-narrow.closed:
	case <-time.After(time.Minute):
		t.Fatal("the stream of the reader that does not read goes on")
	}
	response := must(http.ReadResponse(held, nil))(t)
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err == nil {
		t.Error("a cut stream looks complete")
	}
	got, p := parse(raw)
	rest, _ := s.stream(t.Context(), path, "Last-Event-ID", p.lastID)
	for seq := base + 1; seq <= base+posts*each; seq++ {
		var b block
		if n := int(seq - base - 1); n < len(got) {
			b = got[n]
		} else {
			b = s.next(rest)
		}
		if b.id != strconv.FormatInt(seq, 10) {
			t.Fatalf("the slow reader got %s, want %d", b.id, seq)
		}
	}
}

// narrowListener accepts connections with a small kernel buffer (the default would take megabytes),
// and reports when one is closed.
type narrowListener struct {
	net.Listener
	closed chan struct{}
}

func (l *narrowListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	_ = c.(*net.TCPConn).SetWriteBuffer(4096)
	return &watchedConn{c, l.closed}, nil
}

type watchedConn struct {
	net.Conn
	closed chan struct{}
}

func (c *watchedConn) Close() error {
	select {
	case c.closed <- struct{}{}:
	default: // one is enough
	}
	return c.Conn.Close()
}

// TestBodyThatDoesNotEnd begins bodies and never completes them. One handler reads its body, the
// other does not.
func TestBodyThatDoesNotEnd(t *testing.T) {
	s := start(t)
	api.SetBodyLimit(s.api, 200*time.Millisecond)
	id, _ := s.muted()
	for name, c := range map[string]struct {
		begun string
		want  int
	}{
		"WhereItIsRead":      {"POST /v1/sessions/" + id + "/messages HTTP/1.1\r\nContent-Length: 100", 400},
		"InChunks":           {"POST /v1/sessions/" + id + "/messages HTTP/1.1\r\nTransfer-Encoding: chunked", 400},
		"WhereItIsNot":       {"GET /v1/sessions/" + id + " HTTP/1.1\r\nContent-Length: 100", 200},
		"WhereNothingIsHere": {"POST /nowhere HTTP/1.1\r\nContent-Length: 100", 404},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn := must(net.Dial("tcp", strings.TrimPrefix(s.url, "http://")))(t)
			defer conn.Close()
			fmt.Fprintf(conn, "%s\r\nHost: localhost\r\nContent-Type: application/json\r\n\r\n", c.begun)
			got, err := io.ReadAll(conn) // to the end of the connection
			if err != nil || !strings.HasPrefix(string(got), fmt.Sprintf("HTTP/1.1 %d ", c.want)) {
				t.Errorf("%v, %q; want %d", err, got, c.want)
			}
		})
	}
}
