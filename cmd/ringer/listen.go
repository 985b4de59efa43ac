package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"ringer/engine/game"
)

// listen reads a stream of events to the end of the session. When the stream breaks it resumes after the last event.
func (p *livePlayer) listen(ctx context.Context, path string, hear func(game.Event)) ([]heard, error) {
	var all []heard
	for failures := 0; ; {
		before := len(all)
		ended, err := p.stream(ctx, path, &all, hear)
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

// stream reads one response, gives each event to hear, and reports whether the session's end was in it.
func (p *livePlayer) stream(ctx context.Context, path string, all *[]heard, hear func(game.Event)) (ended bool, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+path, nil)
	if err != nil {
		return false, err
	}
	request.Header.Set("Accept", "text/event-stream")
	if n := len(*all); n > 0 {
		request.Header.Set("Last-Event-ID", strconv.FormatInt((*all)[n-1].Event.Seq, 10))
	}
	response, err := p.client.Do(request)
	if err != nil {
		return false, err
	}
	defer response.Body.Close()
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
		h, err := parseEvent([]byte(data))
		if err != nil {
			return false, err
		}
		*all = append(*all, h)
		hear(h.Event)
		if _, ended := h.Event.Data.(*game.SessionEnded); ended {
			return true, nil
		}
	}
	if err := lines.Err(); err != nil {
		return false, err
	}
	return false, io.ErrUnexpectedEOF
}

func parseEvent(raw []byte) (heard, error) {
	h := heard{Received: time.Now(), raw: raw}
	var wire struct {
		Seq    int64           `json:"seq"`
		Type   game.Type       `json:"type"`
		At     time.Time       `json:"at"`
		Cursor int64           `json:"cursor"`
		Data   json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(raw, &wire); err != nil {
		return h, fmt.Errorf("an event cannot be read: %w", err)
	}
	data, err := game.Decode(wire.Type, wire.Data)
	h.Event = game.Event{Seq: wire.Seq, At: wire.At, Cursor: wire.Cursor, Data: data}
	return h, err
}
