package recording

import (
	"encoding/json"
	"fmt"
	"time"

	"ringer/engine/session"
)

// Event is an event of a session as the API shows it.
type Event struct {
	Event session.Event
	// Received is when the client has read it.
	Received time.Time
	// Raw is its JSON.
	Raw json.RawMessage
}

// ParseEvent reads the JSON of one event, of a stream or of an export.
func ParseEvent(raw []byte) (Event, error) {
	e := Event{Received: time.Now(), Raw: raw}
	var wire struct {
		Seq    int64           `json:"seq"`
		Type   session.Type    `json:"type"`
		At     time.Time       `json:"at"`
		V      int64           `json:"v"`
		Cursor int64           `json:"cursor"`
		Shift  int64           `json:"clock_shift_ms"`
		Data   json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(raw, &wire); err != nil {
		return e, fmt.Errorf("an event cannot be read: %w", err)
	}
	data, err := session.Decode(wire.Type, wire.V, wire.Data)
	e.Event = session.Event{Seq: wire.Seq, At: wire.At, Shift: time.Duration(wire.Shift) * time.Millisecond, Cursor: wire.Cursor, Data: data}
	return e, err
}
