package api_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/api"
	"ringer/engine/sessiontest"
	"ringer/store"
)

// hijackable is a response whose connection can be hijacked.
type hijackable struct {
	*httptest.ResponseRecorder
	conn net.Conn
}

func (r hijackable) Hijack() (net.Conn, *bufio.ReadWriter, error) { return r.conn, nil, nil }

// subscribe opens a stream of a session on a connection.
func subscribe(s *api.Server, id string, conn net.Conn) {
	request := httptest.NewRequest("GET", "http://localhost/v1/sessions/"+id+"/events", nil)
	request.Header.Set("Accept", "text/event-stream")
	go s.ServeHTTP(hijackable{httptest.NewRecorder(), conn}, request) // ends with the stream
}

// serve answers a request as net/http does: a handler may cut its response by a panic.
func serve(s *api.Server, w http.ResponseWriter, r *http.Request) {
	defer func() {
		if p := recover(); p != nil && p != http.ErrAbortHandler {
			panic(p)
		}
	}()
	s.ServeHTTP(w, r)
}

// TestStreamsRotate opens streams at the same time. Each is cut after 8 to 12 minutes, since some
// libraries do not come back after a complete response. They are not all cut together.
func TestStreamsRotate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, e := bubbleServer(t, store.NewMemory())
		id, began := open(t, e), time.Now()
		const streams = 50
		lives := make(chan time.Duration, streams)
		for range streams {
			server, reader := net.Pipe()
			subscribe(s, id, server)
			go func() { // ends with the stream
				response, err := http.ReadResponse(bufio.NewReader(reader), nil)
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := io.ReadAll(response.Body); err != io.ErrUnexpectedEOF {
					t.Errorf("the rotated stream ended with %v, want a cut", err)
				}
				lives <- time.Since(began)
			}()
		}
		shortest, longest := time.Hour, time.Duration(0)
		for range streams {
			life := <-lives
			shortest, longest = min(shortest, life), max(longest, life)
		}
		if shortest < 8*time.Minute || longest > 12*time.Minute || longest-shortest < time.Minute {
			t.Errorf("streams that began together last from %s to %s", shortest, longest)
		}
		s.Wait()
	})
}

// TestConnectionOfACompleteStream reads streams to their ends, and sends other requests with the
// same client. It uses the connections of complete streams again. None of them may be closed.
func TestConnectionOfACompleteStream(t *testing.T) {
	s := start(t)
	id, _ := s.muted()
	s.send("POST", "/v1/sessions/"+id+"/end", "{}")
	for range 200 {
		s.send("GET", "/v1/sessions/"+id+"/stream", "").is(t, http.StatusOK)
		// A request that may not be sent twice: the client does not try it again.
		s.send("POST", "/v1/sessions", body("")).is(t, http.StatusCreated)
	}
}

// vanished is a connection whose other end has vanished: the kernel takes what is written, and
// reports no error.
type vanished struct{ net.Conn }

func (vanished) Write(b []byte) (int, error)      { return len(b), nil }
func (vanished) SetWriteDeadline(time.Time) error { return nil }

// TestHalfOpenReaders lets readers vanish without closing. No stream is held for long.
func TestHalfOpenReaders(t *testing.T) {
	for name, c := range map[string]struct {
		silent func(net.Conn) net.Conn
		limit  time.Duration
	}{
		// The limit is a heartbeat plus a write limit.
		"the kernel takes nothing more": {func(c net.Conn) net.Conn { return c }, 25 * time.Second},
		"the kernel takes everything":   {func(c net.Conn) net.Conn { return vanished{c} }, 12 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, e := bubbleServer(t, store.NewMemory())
				id, began := open(t, e), time.Now()
				server, reader := net.Pipe()
				subscribe(s, id, c.silent(server))
				go func() { // ends with the pipe
					_, _ = reader.Read(make([]byte, 1000)) // the head
				}()
				synctest.Wait()
				s.Wait()
				if life := time.Since(began); life > c.limit {
					t.Errorf("the stream was held for %s", life)
				}
				if err := server.SetDeadline(time.Now()); err == nil {
					t.Error("the connection is still open")
				}
			})
		})
	}
}

// TestStreamWhileDraining opens a stream on a server that is about to stop. The stream sends what
// is in the log, and is then cut. An error would make a browser stop for ever.
func TestStreamWhileDraining(t *testing.T) {
	s := start(t)
	id, base := s.muted()
	s.say(id, "hi")
	s.api.Drain()
	a := s.send("GET", fmt.Sprint("/v1/sessions/", id, "/events?types=*&after=", base), "", "Accept", "text/event-stream")
	events, _ := parse(a.Body)
	if a.Status != http.StatusOK || len(events) != 1 || events[0].id != fmt.Sprint(base+1) {
		t.Errorf("%d %s", a.Status, a.Body)
	}
}

// TestStreamOverEachProtocol reads one session over HTTP/1.0, as old proxies do, and over 1.1 and
// 2. All get the same bytes with the same headers. When the stream rotates, readers of 1.1 and 2
// can see that it was cut. HTTP/1.0 knows no other end.
func TestStreamOverEachProtocol(t *testing.T) {
	s := start(t)
	api.SetRotation(s.api, 10*time.Millisecond)
	id, _ := s.muted()
	s.say(id, "hi")
	front := httptest.NewUnstartedServer(s.api)
	front.EnableHTTP2 = true
	front.StartTLS()
	defer front.Close()
	path := "/v1/sessions/" + id + "/events?types=*"
	read := func(response *http.Response, err error) (string, string) {
		sessiontest.NoError(t, err)
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if cut := err != nil; cut != (response.Proto != "HTTP/1.0") {
			t.Errorf("%s: the stream ended with %v", response.Proto, err)
		}
		h := response.Header
		if h.Get("Content-Type") != "text/event-stream" || h.Get("Cache-Control") != "no-store, no-transform" || h.Get("X-Accel-Buffering") != "no" ||
			h.Get("X-Request-Id") == "" || h.Get("Content-Encoding") != "" || response.StatusCode != http.StatusOK {
			t.Errorf("%s: %s %v", response.Proto, response.Status, h)
		}
		return response.Proto, string(body)
	}
	ask := func(client *http.Client, url string) (string, string) {
		request := must(http.NewRequestWithContext(t.Context(), "GET", url+path, nil))(t)
		request.Header.Set("Accept", "text/event-stream")
		request.Header.Set("Accept-Encoding", "gzip, br")
		return read(client.Do(request))
	}
	conn := must(net.Dial("tcp", strings.TrimPrefix(s.url, "http://")))(t)
	defer conn.Close()
	fmt.Fprintf(conn, "GET %s HTTP/1.0\r\nAccept: text/event-stream\r\nAccept-Encoding: gzip\r\n\r\n", path)
	oldest, old := read(http.ReadResponse(bufio.NewReader(conn), nil))
	usual, body := ask(http.DefaultClient, s.url)
	newest, same := ask(front.Client(), front.URL)
	if oldest != "HTTP/1.0" || usual != "HTTP/1.1" || newest != "HTTP/2.0" {
		t.Errorf("asked in %s, %s and %s", oldest, usual, newest)
	}
	if events, _ := parse([]byte(body)); len(events) < 4 || old != body || same != body {
		t.Errorf("1.0: %q\n1.1: %q\n2: %q", old, body, same)
	}
}
