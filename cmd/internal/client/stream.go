package client

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"ringer/engine/recording"
	"ringer/engine/session"
)

// Listen reads a stream to the end of the session or game, calls hear for each event, and returns
// all. It resumes after the last one, and gives up when 6 attempts in a row opened no stream. A
// stream that brought nothing until its server closed it is not a failure.
func (c *Client) Listen(ctx context.Context, path string, hear func(session.Event)) ([]recording.Event, error) {
	var all []recording.Event
	for failures := 0; ; {
		last := int64(0)
		if n := len(all); n > 0 {
			last = all[n-1].Event.Seq
		}
		ended, err := c.stream(ctx, path, last, func() { failures = 0 }, func(e recording.Event) {
			all = append(all, e)
			hear(e.Event)
		})
		if ended {
			return all, nil
		}
		if failures++; failures > 5 || ctx.Err() != nil {
			return all, fmt.Errorf("events: the stream broke off: %w", err)
		}
		select {
		case <-time.After(time.Duration(failures) * 200 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}

// Stream reads one response, of the events after a seq; 0 for all. It calls hear for each, and
// reports whether the last one was the end.
func (c *Client) Stream(ctx context.Context, path string, after int64, hear func(recording.Event)) (ended bool, err error) {
	return c.stream(ctx, path, after, func() {}, hear)
}

func (c *Client) stream(ctx context.Context, path string, after int64, opened func(), hear func(recording.Event)) (ended bool, err error) {
	return c.Frames(ctx, path, after, opened, func(f Frame) (bool, error) {
		e, err := recording.ParseEvent(bytes.Clone(f.Data))
		if err != nil {
			return false, err
		}
		e.Received = f.Received
		hear(e)
		return session.Ends(e.Event.Data), nil
	})
}

// Frame is an event as a stream brings it, not yet parsed.
type Frame struct {
	// Seq is the event's id, 0 if it has none.
	Seq  int64
	Type string
	// Data is the event's JSON. It changes with the next frame.
	Data     []byte
	Received time.Time
}

// Frames is Stream for readers who parse events themselves. It calls opened when the server has
// accepted the stream. It stops when hear reports the last event or an error.
func (c *Client) Frames(ctx context.Context, path string, after int64, opened func(), hear func(Frame) (last bool, err error)) (ended bool, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url+path, nil)
	if err != nil {
		return false, err
	}
	request.Header.Set("Accept", "text/event-stream")
	if after > 0 {
		request.Header.Set("Last-Event-ID", strconv.FormatInt(after, 10))
	}
	response, err := c.http.Do(request)
	if err != nil {
		return false, err
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusNoContent {
		return true, nil // the stream broke off after the last event
	}
	if response.StatusCode != http.StatusOK {
		return false, &Unexpected{Path: path, Status: response.StatusCode}
	}
	opened()
	return readFrames(response.Body, hear)
}

func readFrames(body io.Reader, hear func(Frame) (last bool, err error)) (ended bool, err error) {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, 1<<20)
	var f Frame
	for lines.Scan() {
		name, value, _ := bytes.Cut(lines.Bytes(), []byte(": "))
		switch string(name) {
		case "event":
			f.Type = string(value)
		case "data":
			f.Received = time.Now()
			f.Data = append(f.Data[:0], value...)
		case "id":
			f.Seq, _ = strconv.ParseInt(string(value), 10, 64) // an id of another form stays 0
		case "":
			if len(lines.Bytes()) > 0 || f.Received.IsZero() { // a comment, or a block without data
				continue
			}
			if last, err := hear(f); last || err != nil {
				return last, err
			}
			f = Frame{Data: f.Data}
		}
	}
	if err := lines.Err(); err != nil {
		return false, err
	}
	return false, io.ErrUnexpectedEOF
}
