// Package follow reads the logs of running servers as recorded events.
package follow

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"time"

	"ringer/client"
	"ringer/engine/recording"
	"ringer/engine/session"
)

// New returns a client for programs that measure: it sends each request once.
func New(url, key string, transport http.RoundTripper) *client.Client {
	return client.New(url, client.Key(key), client.Tries(1), client.HTTP(&http.Client{Transport: transport}))
}

// Listen reads a stream to the end of the session or game, calls hear for each event, and returns
// all. It resumes after the last one, and gives up when 6 attempts in a row opened no stream. A
// stream that brought nothing until its server closed it is not a failure.
func Listen(ctx context.Context, c *client.Client, path string, hear func(session.Event)) ([]recording.Event, error) {
	var all []recording.Event
	for failures := 0; ; {
		last := int64(0)
		if n := len(all); n > 0 {
			last = all[n-1].Event.Seq
		}
		ended, err := source{c, path, func() { failures = 0 }}.read(ctx, last, func(e recording.Event) {
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
func Stream(ctx context.Context, c *client.Client, path string, after int64, hear func(recording.Event)) (ended bool, err error) {
	return source{c, path, func() {}}.read(ctx, after, hear)
}

type source struct {
	client *client.Client
	path   string
	opened func() // called when the server has accepted the stream
}

func (s source) read(ctx context.Context, after int64, hear func(recording.Event)) (ended bool, err error) {
	return s.client.Frames(ctx, s.path, after, s.opened, func(f client.Frame) (bool, error) {
		e, err := recording.ParseEvent(bytes.Clone(f.Data))
		if err != nil {
			return false, err
		}
		e.Received = f.Received
		hear(e)
		return session.Ends(e.Event.Data), nil
	})
}
