package replica

import (
	"encoding/json"
	"fmt"
	"time"

	"ringer/engine/game"
)

// Ring says that a log has grown, or that a home wants its owner.
type Ring struct {
	Home string
	// Session is the log that has grown; empty if none has.
	Session string
	// Events are the new events. A ring without them says that the log must be read.
	Events []game.Event
	// To is the replica that must wake the home; empty if none must.
	To string
}

// message is what a replica sends to all others.
type message struct {
	From string `json:"from"`
	// N numbers the messages of the sender 1, 2, 3…
	N     int64             `json:"n"`
	Rings []json.RawMessage `json:"rings"`
}

// begin returns how the JSON of each message of a replica begins.
func begin(from string) []byte { return fmt.Appendf(nil, `{"from":%q,`, from) }

// encode returns the JSON of a message. Its rings are JSON already, and nobody reads them again.
func (m message) encode(size int) []byte {
	b := append(make([]byte, 0, size), begin(m.From)...)
	b = fmt.Appendf(b, `"n":%d,"rings":[`, m.N)
	for i, r := range m.Rings {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, r...)
	}
	return append(b, "]}"...)
}

type ringJSON struct {
	Home    string      `json:"home,omitempty"`
	Session string      `json:"session,omitempty"`
	Events  []eventJSON `json:"events,omitempty"`
	To      string      `json:"to,omitempty"`
}

// eventJSON is an event as the table of events has it. Times are in microseconds.
type eventJSON struct {
	Seq    int64           `json:"seq"`
	At     int64           `json:"at"`
	Shift  int64           `json:"shift,omitempty"`
	Cursor int64           `json:"cursor,omitempty"`
	Key    string          `json:"key,omitempty"`
	V      int64           `json:"v"`
	Type   game.Type       `json:"type"`
	Data   json.RawMessage `json:"data"`
}

// encode returns the JSON of a ring. If it has more than size bytes, the events are left out.
func (r Ring) encode(size int) ([]byte, error) {
	out := ringJSON{Session: r.Session, To: r.To}
	if r.Home != r.Session {
		out.Home = r.Home
	}
	bytes := 0
	for _, e := range r.Events {
		data, err := game.Encode(e.Data)
		if err != nil {
			return nil, err
		}
		if bytes += len(data); bytes > size {
			break
		}
		out.Events = append(out.Events, eventJSON{e.Seq, e.At.UnixMicro(), e.Shift.Microseconds(), e.Cursor, e.Key, game.EventVersion, e.Data.Type(), data})
	}
	b, err := json.Marshal(out)
	if err == nil && max(bytes, len(b)) > size {
		out.Events = nil
		b, err = json.Marshal(out)
	}
	return b, err
}

// decode reads a ring. It reads the events only if wanted says that somebody wants them.
func decode(raw []byte, wanted func(session string) bool) (Ring, error) {
	var in ringJSON
	if err := json.Unmarshal(raw, &in); err != nil {
		return Ring{}, fmt.Errorf("replica: decode a ring: %w", err)
	}
	r := Ring{Home: in.Home, Session: in.Session, To: in.To}
	if r.Home == "" {
		r.Home = r.Session
	}
	if !wanted(r.Session) {
		return r, nil
	}
	for _, e := range in.Events {
		data, err := game.Decode(e.Type, e.V, e.Data)
		if err != nil {
			return Ring{}, err
		}
		r.Events = append(r.Events, game.Event{
			Seq: e.Seq, At: time.UnixMicro(e.At).UTC(), Shift: time.Duration(e.Shift) * time.Microsecond, Cursor: e.Cursor, Key: e.Key, Data: data, Size: len(e.Data),
		})
	}
	return r, nil
}
