package api_test

import (
	"bufio"
	"bytes"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"
)

// block is one server-sent event as it arrived.
type block struct{ id, event, data string }

// sseParser reads streams by section 9.2.6 of the HTML standard. Its zero value is ready for use.
type sseParser struct {
	lastID string
	retry  time.Duration
	// ignored are lines that the standard tells readers to ignore. No server should send them.
	ignored []string

	buffered string // the id that becomes lastID at the next blank line
	next     block
	lines    []string // the lines of the data
}

// read reads a stream and passes on its events. An event without its blank line is dropped when the
// connection ends.
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
		p.ignored = append(p.ignored, line)
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

// parse returns the events of a stream.
func parse(raw []byte) (events []block, p sseParser) {
	// A Reader of bytes never fails.
	_ = p.read(bytes.NewReader(raw), func(b block) { events = append(events, b) })
	return events, p
}

// TestParser checks the tests' own parser with the examples of the standard, and with what real
// servers send.
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
		if got != c.want || p.lastID != c.lastID || p.ignored != nil {
			t.Errorf("%q: %q, last id %q, ignored %q; want %q and %q", c.raw, got, p.lastID, p.ignored, c.want, c.lastID)
		}
	}
	_, p := parse([]byte("retry: 1s\nretry: 250\nretry: \nid: a\x00b\nfoo: bar\n\n"))
	if p.retry != 250*time.Millisecond || len(p.ignored) != 4 {
		t.Errorf("retry %s, ignored %q", p.retry, p.ignored)
	}
}
