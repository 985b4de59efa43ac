package client

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// An EventOption chooses which events are read, and how.
type EventOption func(*reading)

type reading struct {
	after int64
	query url.Values
	poll  bool
}

// After begins behind the event of an ID; 0, the default, is the beginning.
func After(id int64) EventOption { return func(r *reading) { r.after = id } }

// Types reads events of these types alone, and the end; "*" reads all. The default is what a
// platform acts on.
func Types(types ...string) EventOption {
	return func(r *reading) { r.query.Set("types", strings.Join(types, ",")) }
}

// As reads what one player of a game may see.
func As(player string) EventOption { return func(r *reading) { r.query.Set("as", player) } }

// Poll reads with long polls, for networks that hold streams back.
func Poll() EventOption { return func(r *reading) { r.poll = true } }

// silence is how long a stream may bring nothing. The server sends a comment every 15 seconds.
const silence = 45 * time.Second

func (p place) events(ctx context.Context, options []EventOption) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		r := reading{query: url.Values{}}
		for _, o := range options {
			o(&r)
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		stopped := false
		hear := func(e Event) bool {
			r.after = max(r.after, e.ID)
			stopped = !yield(e, nil)
			return !stopped && !e.ends()
		}
		for failed, reached := 0, false; !stopped; {
			ended, opened, err := p.read(ctx, &r, hear)
			if ended || stopped {
				return
			}
			if opened {
				failed, reached = 0, true
			}
			if err == nil { // the next page
				continue
			}
			failed++
			wait, again := retryAfter(err, failed)
			if !again || !reached && failed >= p.client.tries || sleep(ctx, wait) != nil {
				yield(Event{}, err)
				return
			}
		}
	}
}

// read reads one response. It says whether the log has ended, and whether the server has answered.
func (p place) read(ctx context.Context, r *reading, hear func(Event) bool) (ended, opened bool, err error) {
	if r.poll {
		return p.readPage(ctx, r, hear)
	}
	path := p.path + "/stream?" + r.query.Encode()
	ended, err = p.client.Frames(ctx, path, r.after, func() { opened = true }, func(f Frame) (bool, error) {
		e := Event{}
		if err := json.Unmarshal(f.Data, &e); err != nil {
			return true, fmt.Errorf("ringer: %s: an event cannot be read: %w", path, err)
		}
		e.ID = f.ID
		return !hear(e), nil
	})
	return ended, opened, err
}

func (p place) readPage(ctx context.Context, r *reading, hear func(Event) bool) (ended, opened bool, err error) {
	r.query.Set("after", strconv.FormatInt(r.after, 10))
	r.query.Set("wait", "20s")
	var page EventPage
	if err := p.do(ctx, http.MethodGet, "/events?"+r.query.Encode(), nil, &page); err != nil {
		return false, false, err
	}
	for i, e := range page.Events {
		switch {
		case !r.query.Has("as"):
			e.ID = e.Seq
		case i == len(page.Events)-1: // a page of a view has an id for its end alone
			e.ID = page.NextAfter
		}
		if !hear(e) {
			return true, true, nil
		}
	}
	r.after = page.NextAfter
	return page.Ended, true, nil
}

// Frame is an event as a stream brings it, not yet read.
type Frame struct {
	ID   int64 // 0 if it has none
	Type string
	// Data is the event's JSON. It changes with the next frame.
	Data     []byte
	Received time.Time
}

// Frames reads one response of a stream, from behind the event of an id; 0 for all. It calls opened
// when the server has accepted it. It stops when hear says that a frame is the last, or fails.
func (c *Client) Frames(ctx context.Context, path string, after int64, opened func(), hear func(Frame) (last bool, err error)) (ended bool, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	request, err := c.request(ctx, http.MethodGet, path, nil)
	if err != nil {
		return false, err
	}
	request.Header.Set("Accept", "text/event-stream")
	if after > 0 {
		request.Header.Set("Last-Event-ID", strconv.FormatInt(after, 10))
	}
	watch := time.AfterFunc(silence, func() { cancel(fmt.Errorf("ringer: %s: nothing came for %v", path, silence)) })
	defer watch.Stop()
	response, err := c.http.Do(request)
	if err != nil {
		return false, err
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusNoContent: // the stream broke off behind the last event
		return true, nil
	case http.StatusOK:
	default:
		return false, refusal(path, response)
	}
	opened()
	return readFrames(&watched{response.Body, watch}, hear)
}

// watched tells a timer of everything that is read.
type watched struct {
	io.Reader
	watch *time.Timer
}

func (w *watched) Read(b []byte) (int, error) {
	n, err := w.Reader.Read(b)
	if n > 0 {
		w.watch.Reset(silence)
	}
	return n, err
}

func readFrames(body io.Reader, hear func(Frame) (last bool, err error)) (ended bool, err error) {
	lines := bufio.NewReader(body)
	var f Frame
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return false, io.ErrUnexpectedEOF // the last event did not come
		} else if err != nil {
			return false, err
		}
		name, value, _ := bytes.Cut(bytes.TrimRight(line, "\r\n"), []byte(": "))
		switch string(name) {
		case "event":
			f.Type = string(value)
		case "data":
			f.Received, f.Data = time.Now(), value
		case "id":
			f.ID, _ = strconv.ParseInt(string(value), 10, 64) // an id of another form stays 0
		case "":
			if len(value) > 0 || f.Received.IsZero() { // a comment, or a block without data
				continue
			}
			if last, err := hear(f); last || err != nil {
				return last, err
			}
			f = Frame{}
		}
	}
}
