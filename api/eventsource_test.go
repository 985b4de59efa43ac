package api_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

// block is one server-sent event as it came.
type block struct{ id, event, data string }

// sseParser reads streams as section 9.2.6 of the HTML standard says. Its zero value is ready.
type sseParser struct {
	lastID string
	retry  time.Duration
	// odd is what the standard tells a reader to ignore and no server should send.
	odd []string

	buffered string // the id that becomes lastID with the next blank line
	next     block
	lines    []string // of data
}

// read reads a stream and hands on its events. What no blank line ended is dropped with the
// connection.
func (p *sseParser) read(body io.Reader, heard func(block)) error {
	p.buffered, p.next, p.lines = p.lastID, block{}, nil
	in := bufio.NewReader(body)
	if bom, _ := in.Peek(3); string(bom) == "\ufeff" {
		_, _ = in.Discard(3)
	}
	var line []byte
	for afterCR := false; ; {
		c, err := in.ReadByte()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case c == '\n' && afterCR:
		case c == '\n' || c == '\r':
			p.line(string(line), heard)
			line = line[:0]
		default:
			line = append(line, c)
		}
		afterCR = c == '\r'
	}
}

func (p *sseParser) line(line string, heard func(block)) {
	name, value, _ := strings.Cut(line, ":")
	value = strings.TrimPrefix(value, " ")
	switch {
	case line == "":
		p.dispatch(heard)
	case name == "": // a comment
	case name == "data":
		p.lines = append(p.lines, value)
	case name == "event":
		p.next.event = value
	case name == "id" && !strings.Contains(value, "\x00"):
		p.buffered = value
	case name == "retry" && value != "" && strings.Trim(value, "0123456789") == "":
		ms, _ := strconv.Atoi(value)
		p.retry = time.Duration(ms) * time.Millisecond
	default:
		p.odd = append(p.odd, line)
	}
}

func (p *sseParser) dispatch(heard func(block)) {
	p.lastID = p.buffered
	if p.lines != nil {
		p.next.id, p.next.data = p.lastID, strings.Join(p.lines, "\n")
		heard(p.next)
	}
	p.next, p.lines = block{}, nil
}

// eventSource follows a session as a browser's EventSource does: it comes back when a stream ends,
// however that was, with the id of the last event it has, and stops at the first answer that is no
// stream.
type eventSource struct {
	sseParser
	client *http.Client
	url    string
}

// follow reads until the server says with 204 that nothing follows.
func (s *eventSource) follow(ctx context.Context, heard func(block)) error {
	s.retry = time.Minute // so that a server which does not say is noticed
	for {
		over, err := s.connect(ctx, heard)
		if over || err != nil {
			return err
		}
		select {
		case <-time.After(s.retry):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (s *eventSource) connect(ctx context.Context, heard func(block)) (over bool, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url, nil)
	if err != nil {
		return false, err
	}
	request.Header.Set("Accept", "text/event-stream")
	request.Header.Set("Cache-Control", "no-store")
	if s.lastID != "" {
		request.Header.Set("Last-Event-ID", s.lastID)
	}
	response, err := s.client.Do(request)
	if err != nil {
		return false, ctx.Err()
	}
	defer response.Body.Close()
	kind := response.Header.Get("Content-Type")
	switch {
	case response.StatusCode == http.StatusNoContent:
		return true, nil
	case response.StatusCode != http.StatusOK || kind != "text/event-stream":
		return false, fmt.Errorf("a browser would give up: %s, %s", response.Status, kind)
	}
	_ = s.read(response.Body, heard) // a cut is an end, too
	if s.odd != nil {
		return false, errors.New("a reader has to ignore " + strings.Join(s.odd, ", "))
	}
	return false, ctx.Err()
}

// parse reads what came of a stream.
func parse(raw []byte) (events []block, p sseParser) {
	_ = p.read(bytes.NewReader(raw), func(b block) { events = append(events, b) }) // a Reader of bytes does not fail
	return events, p
}

// TestParser holds the tests' own reader to examples of the standard, and to what servers send in
// the wild.
func TestParser(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ raw, want, lastID string }{
		{"data: YHOO\ndata: +2\ndata: 10\n\n", "||YHOO\n+2\n10;", ""},
		{": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event", "1||first event;||second event;", ""},
		{"data\n\ndata\ndata\n\ndata:", "||;||\n;", ""},
		{"data:test\n\ndata: test\n\n", "||test;||test;", ""},
		{"\ufeffid: 7\r\nevent: a\r\ndata: x\r\n\r\nid: 8\revent: b\rdata: y\r\rid: 9\n", "7|a|x;8|b|y;", "8"},
		{"id: 3\n\nevent: a\n\ndata: x\n\n", "3||x;", "3"},
		{"id: 3\n\nid: 4\ndata: x\n", "", "3"},
	} {
		events, p := parse([]byte(c.raw))
		got := ""
		for _, b := range events {
			got += b.id + "|" + b.event + "|" + b.data + ";"
		}
		if got != c.want || p.lastID != c.lastID || p.odd != nil {
			t.Errorf("%q: %q, last id %q, odd %q; want %q and %q", c.raw, got, p.lastID, p.odd, c.want, c.lastID)
		}
	}
	_, p := parse([]byte("retry: 1s\nretry: 250\nretry: \nid: a\x00b\nfoo: bar\n\n"))
	if p.retry != 250*time.Millisecond || len(p.odd) != 4 {
		t.Errorf("retry %s, odd %q", p.retry, p.odd)
	}
}
