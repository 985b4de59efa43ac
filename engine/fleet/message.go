package fleet

import (
	"encoding/binary"
	"errors"
	"time"

	"ringer/engine/session"
)

// Ring says that a log has grown, or that a home wants its owner.
type Ring struct {
	Home string
	// Session is the log that has grown; empty if none has.
	Session string
	// Events are the new events. A ring without them says that the log must be read.
	Events []session.Event
	// To is the replica that must wake the home; empty if none must.
	To string
}

// A message is the time of its sending and its rings: varints, microseconds, and texts behind their
// length. A new form needs another name of the key, in sealOf: older replicas then read the
// database.

// encode appends a ring, without its events if they take more than size bytes.
func (r Ring) encode(to []byte, size int) ([]byte, error) {
	home := r.Home
	if home == r.Session {
		home = ""
	}
	begun := appendText(appendText(appendText(to, home), r.Session), r.To)
	b := binary.AppendVarint(begun, int64(len(r.Events)))
	for _, e := range r.Events {
		data, err := session.Encode(e.Data)
		if err != nil {
			return to, err
		}
		for _, n := range []int64{e.Seq, e.At.UnixMicro(), e.Shift.Microseconds(), e.Cursor, session.EventVersion} {
			b = binary.AppendVarint(b, n)
		}
		b = appendText(appendText(appendText(b, e.Key), e.Data.Type()), data)
		if len(b)-len(to) > size {
			return binary.AppendVarint(begun, 0), nil
		}
	}
	return b, nil
}

func appendText[T ~string | ~[]byte](b []byte, text T) []byte {
	return append(binary.AppendVarint(b, int64(len(text))), text...)
}

var errShape = errors.New("replica: a message breaks off")

type reader struct {
	rest []byte
	err  error
}

func (r *reader) number() int64 {
	n, size := binary.Varint(r.rest)
	if size <= 0 {
		r.rest, r.err = nil, errShape
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

func (r *reader) text() []byte {
	n := r.number()
	if n < 0 || n > int64(len(r.rest)) {
		r.rest, r.err = nil, errShape
		return nil
	}
	text := r.rest[:n]
	r.rest = r.rest[n:]
	return text
}

// ring decodes events only if wanted says that somebody wants them. If one cannot be decoded, those
// after it are left out, too, and whole is false.
func (r *reader) ring(wanted func(session string) bool) (ring Ring, whole bool) {
	ring = Ring{Home: string(r.text()), Session: string(r.text()), To: string(r.text())}
	if ring.Home == "" {
		ring.Home = ring.Session
	}
	decode := wanted(ring.Session)
	whole = true
	for n := r.number(); n > 0 && r.err == nil; n-- {
		e := session.Event{Seq: r.number(), At: time.UnixMicro(r.number()).UTC(), Shift: time.Duration(r.number()) * time.Microsecond, Cursor: r.number()}
		version, key, kind, data := r.number(), r.text(), r.text(), r.text()
		if !decode || !whole || r.err != nil {
			continue
		}
		var err error
		if e.Data, err = session.Decode(session.Type(kind), version, data); err != nil {
			whole = false
			continue
		}
		e.Key, e.Size = string(key), len(data)
		ring.Events = append(ring.Events, e)
	}
	return ring, whole
}
