package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"
)

// EventVersion is the version of the event shapes, stored with each event. A change raises it if an
// older program would read a new event wrongly; that then takes the event for Unknown.
const EventVersion = 1

// Event is one line of a session's log.
type Event struct {
	// Seq numbers the session's events 1, 2, 3… without gaps. The store assigns it.
	Seq    int64
	At     time.Time     // wall time in UTC, in whole microseconds
	Shift  time.Duration // the Moment.Shift at that time
	Cursor int64         // the seq of the last event known when an act was decided; 0 for a fact
	// Key makes a retried append safe: a session holds at most one event with a key.
	Key  string
	Data Payload
	// Size is the length of the stored payload, in bytes. Events in memory have about it.
	Size int
}

// Moment returns when the event happened.
func (e Event) Moment() Moment { return Moment{e.At, e.Shift} }

// Type names an event's type.
type Type string

// Payload is what an event says: one of the fact and act types of this package, or Unknown.
type Payload interface{ Type() Type }

// MessageID returns the id of the message that the event adds to the session, or "".
func (e Event) MessageID(session string) string {
	switch p := e.Data.(type) {
	case *MessageReceived:
		if p.ID != "" {
			return p.ID
		}
		return FactID(session, e.Seq)
	case *MessageSent:
		return p.MessageID
	}
	return ""
}

// Unknown is an event of a type or shape that only a newer version knows. Folding it does nothing.
type Unknown struct {
	Name Type
	Raw  json.RawMessage
}

// Type returns the name under which the event was stored.
func (u *Unknown) Type() Type { return u.Name }

// MarshalJSON returns the stored form.
func (u *Unknown) MarshalJSON() ([]byte, error) { return u.Raw, nil }

// Decode reads the stored form of a payload, which was written by a version of the shapes.
func Decode(t Type, version int64, raw []byte) (Payload, error) {
	kind, ok := kindsByType[t]
	if !ok || version > EventVersion {
		return &Unknown{Name: t, Raw: json.RawMessage(raw)}, nil
	}
	p := kind.make()
	err := json.Unmarshal(raw, p)
	if o, ok := p.(*ObservationReceived); ok && err == nil {
		err = o.whole()
	}
	if err != nil {
		return nil, fmt.Errorf("game: decode %s: %w", t, err)
	}
	return p, nil
}

// whole reports what the fold needs, and the event lacks.
func (o *ObservationReceived) whole() error {
	switch o.Kind {
	case PlayerJoined, PlayerLeft, PlayerOut:
		if o.Player == nil {
			return errors.New("it names no player")
		}
	case RulingMade:
		if o.Ruling == nil {
			return errors.New("it has no ruling")
		}
	}
	return nil
}

// Encode returns the stored form of a payload.
func Encode(p Payload) ([]byte, error) {
	b, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("game: encode %s: %w", p.Type(), err)
	}
	return b, nil
}

// Same reports whether two payloads have the same stored form.
func Same(a, b Payload) bool {
	if a.Type() != b.Type() {
		return false
	}
	if x, ok := a.(*MessageReceived); ok && (Erased(a) || Erased(b)) { // nobody knows what it said
		said := *x
		said.Text = b.(*MessageReceived).Text
		a = &said
	}
	if reflect.DeepEqual(a, b) {
		return true
	}
	x, err := Encode(a)
	y, err2 := Encode(b)
	return err == nil && err2 == nil && bytes.Equal(x, y)
}
