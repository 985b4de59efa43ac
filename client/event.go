package client

import (
	"encoding/json"
	"time"
)

// Event is one line of a log. Its Data is a pointer to the type of its own, such as *[MessageSent].
// Later versions of the server add types: the data of a type that this package does not know is a
// json.RawMessage.
type Event struct {
	// ID is the place behind the event in its stream, for [After]. It is 0 in pages of the feed.
	ID int64 `json:"-"`
	// Seq is the place in the log: 1, 2, 3…
	Seq       int64     `json:"seq"`
	Type      string    `json:"type"`
	At        time.Time `json:"at"`
	SessionID string    `json:"session_id,omitzero"`
	GameID    string    `json:"game_id,omitzero"`
	MessageID string    `json:"message_id,omitzero"`
	// Cursor is the seq up to which the bot had read the log when it decided this.
	Cursor int64 `json:"cursor,omitzero"`
	// ClockShiftMS is by how many milliseconds the server's clock had been set forward.
	ClockShiftMS int64 `json:"clock_shift_ms,omitzero"`
	V            int64 `json:"v"`
	Data         any   `json:"data,omitzero"`
}

// UnmarshalJSON reads an event with the data of its type.
func (e *Event) UnmarshalJSON(text []byte) error {
	type plain Event
	var raw json.RawMessage
	read := plain{Data: &raw}
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	*e = Event(read)
	e.Data = nil
	if len(raw) == 0 {
		return nil
	}
	make, known := payloads[e.Type]
	if !known {
		e.Data = raw
		return nil
	}
	e.Data = make()
	return json.Unmarshal(raw, e.Data)
}

// Text is the text of a message, of the bot or of a player; it is empty for other events.
func (e *Event) Text() string {
	switch d := e.Data.(type) {
	case *MessageSent:
		return d.Text
	case *MessageReceived:
		return d.Text
	}
	return ""
}

// ends says whether an event is the last one of its session or game.
func (e *Event) ends() bool { return e.Type == "session.ended" || e.Type == "game.ended" }
