package client

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"ringer/engine/game"
)

// Listen reads a stream of events to the end of the session or game, and returns them. It calls
// hear for each event when it comes. When the stream breaks, Listen resumes after the last event.
// It gives up when 6 attempts in a row have brought nothing.
func (c *Client) Listen(ctx context.Context, path string, hear func(game.Event)) ([]Event, error) {
	var all []Event
	for failures := 0; ; {
		before, last := len(all), int64(0)
		if before > 0 {
			last = all[before-1].Event.Seq
		}
		ended, err := c.Stream(ctx, path, last, func(e Event) {
			all = append(all, e)
			hear(e.Event)
		})
		if ended {
			return all, nil
		}
		if len(all) > before {
			failures = 0
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

// Stream reads one response and calls hear for each event. It asks for the events after a seq,
// unless that is 0. It reports whether the last event was the end of the session or of the game.
func (c *Client) Stream(ctx context.Context, path string, after int64, hear func(Event)) (ended bool, err error) {
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
		return false, fmt.Errorf("the server answers %s", response.Status)
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		e, err := ParseEvent([]byte(data))
		if err != nil {
			return false, err
		}
		hear(e)
		if game.Ends(e.Event.Data) {
			return true, nil
		}
	}
	if err := lines.Err(); err != nil {
		return false, err
	}
	return false, io.ErrUnexpectedEOF
}
