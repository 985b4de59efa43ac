package api_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
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

// breaks are texts that would end a line or an event without escaping.
var breaks = []string{"one\ntwo", "one\rtwo", "one\r\ntwo", "\n\nid: 999\nevent: message.sent\ndata: forged\n\n", "one\u2028two\u2029three\u0085four", "data: ,\v\f\x1c"}

// frames matches a whole stream. Only events have an id, and no line contains a line break. Only
// events end with a blank line: some libraries show whatever stands before one as an event.
var frames = regexp.MustCompile(`^retry: [0-9]+\n(: still here\n|event: [a-z]+\.[a-z]+\ndata: \{[^\r\n\x{85}\x{2028}\x{2029}]*\}\nid: [0-9]+\n\n)*$`)

// TestStreamForm checks the form of a stream's bytes, and compares the texts in it with what was
// said.
func TestStreamForm(t *testing.T) {
	s := start(t)
	id, base := s.muted()
	s.sayBreaks(id, "")
	s.send("POST", "/v1/sessions/"+id+"/end", "{}")
	raw := s.send("GET", "/v1/sessions/"+id+"/events?types=*", "", "Accept", "text/event-stream").Body
	if !frames.Match(raw) {
		t.Errorf("%q", raw)
	}
	events, _ := parse(raw)
	for i, b := range events {
		e := as[event](t, answer{Body: []byte(b.data)})
		if e.Seq != int64(i)+1 || b.id != strconv.FormatInt(e.Seq, 10) || b.event != e.Type {
			t.Errorf("event %d: %+v", i+1, b)
		}
		if n := e.Seq - base - 1; n >= 0 && n < int64(len(breaks)) {
			equal(t, "streamed", as[struct{ Text string }](t, answer{Body: e.Data}).Text, breaks[n])
		}
	}
	if want := base + int64(len(breaks)) + 1; int64(len(events)) != want {
		t.Errorf("%d events, want %d", len(events), want)
	}
}

// TestStreamCutAtEachByte cuts a stream after each of its bytes. It resumes with the id that the
// reader has at that point. The events before and after the cut are the log, without gaps and
// without repetitions.
func TestStreamCutAtEachByte(t *testing.T) {
	s := start(t)
	id, _ := s.muted()
	s.say(id, "one\r\ntwo")
	s.say(id, "three")
	s.send("POST", "/v1/sessions/"+id+"/end", "{}")
	from := func(lastID string) []byte {
		a := s.send("GET", "/v1/sessions/"+id+"/events?types=*", "", "Accept", "text/event-stream", "Last-Event-ID", lastID)
		if a.Status != http.StatusOK && a.Status != http.StatusNoContent {
			t.Fatalf("after %q: %d %s", lastID, a.Status, a.Body)
		}
		return a.Body
	}
	raw := from("")
	whole, _ := parse(raw)
	rests := map[string][]block{}
	for cut := range len(raw) + 1 {
		events, p := parse(raw[:cut])
		if _, known := rests[p.lastID]; !known {
			rests[p.lastID], _ = parse(from(p.lastID))
		}
		if got := slices.Concat(events, rests[p.lastID]); !slices.Equal(got, whole) {
			t.Fatalf("cut after %d bytes, with the last id %q: %v", cut, p.lastID, got)
		}
	}
	if len(rests) != len(whole)+1 || len(rests[whole[len(whole)-1].id]) != 0 {
		t.Errorf("resumed after %d ids of %d events", len(rests), len(whole))
	}
}

// TestReaderOfFewTypesComesToTheEnd follows a session that has ended, without the type
// session.ended. With 200 the reader would come back for ever.
func TestReaderOfFewTypesComesToTheEnd(t *testing.T) {
	s := start(t)
	id, _ := s.muted()
	s.say(id, "hi")
	path := "/v1/sessions/" + id + "/stream?types=message.received"
	s.send("POST", "/v1/sessions/"+id+"/end", "{}")
	a := s.send("GET", path, "")
	events, p := parse(a.Body)
	if a.Status != 200 || len(events) != 1 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	s.send("GET", path, "", "Last-Event-ID", p.lastID).is(t, 204)
	s.send("GET", path+"&snapshot=true", "").is(t, 200, "session.snapshot")
}

// TestCursors opens streams with every kind of cursor.
func TestCursors(t *testing.T) {
	s := start(t)
	live, last := s.muted()
	over, _ := s.muted()
	s.send("POST", "/v1/sessions/"+over+"/end", "{}")
	end := s.log(over).NextAfter
	n := func(seq int64) string { return strconv.FormatInt(seq, 10) }
	for _, c := range []struct {
		name, session, lastID, after string
		status                       int
		first                        string // the id of the first event
	}{
		{"an empty id is none", over, "", n(end - 1), 200, n(end)},
		{"the id wins over after", over, n(end - 1), "0", 200, n(end)},
		{"the id wins over an after that is beyond", over, n(end - 1), n(end + 9), 200, n(end)},
		{"zero is the beginning", over, "0", n(end), 200, "1"},
		{"at the end, by id", over, n(end), "", 204, ""},
		{"at the end, by after", over, "", n(end), 204, ""},
		{"past the end, by id", over, n(end + 1), "", 422, ""},
		{"past the end, by after", over, "", n(end + 1000), 422, ""},
		{"after the last event, by id", live, n(last + 1), "", 422, ""},
		{"after the last event, by after", live, "", n(last + 1), 422, ""},
		{"an id that is a word", live, "abc", "", 422, ""},
		{"an id that is an event's other id", live, "msg_1", "", 422, ""},
		{"a negative id", live, "-1", "", 422, ""},
		{"a broken id", live, "1.5", "", 422, ""},
		{"two ids", live, "1, 2", "", 422, ""},
		{"an id too large for a number", live, "99999999999999999999", "", 422, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := "/v1/sessions/" + c.session + "/events?types=*"
			if c.after != "" {
				path += "&after=" + c.after
			}
			a := s.send("GET", path, "", "Accept", "text/event-stream", "Last-Event-ID", c.lastID)
			events, _ := parse(a.Body)
			first := ""
			if len(events) > 0 {
				first = events[0].id
			}
			a.is(t, c.status)
			equal(t, "the first event", first, c.first)
			pointer := "after"
			if c.lastID != "" {
				pointer = "Last-Event-ID"
			}
			if c.status == 422 {
				a.refusedFor(t, "422 invalid_cursor "+pointer)
			}
		})
	}
	s.send("GET", fmt.Sprintf("/v1/sessions/%s/events?after=%d&wait=55s", over, end+5), "").refused(t, "422 invalid_cursor")
}
