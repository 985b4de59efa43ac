package replica

import (
	"bytes"
	"encoding/json"
	"sync"

	"ringer/engine/journal"
)

// Inbox reads the messages of the other replicas, and notices those that were lost.
type Inbox struct {
	self string
	// own is how its own messages begin.
	own []byte

	mu sync.Mutex // protects everything below
	// heard is the number of the last message of each replica.
	heard map[string]int64
	// rung is what their rows said at the last beat; nil before the first one.
	rung map[string]int64
}

// NewInbox returns the inbox of a replica.
func NewInbox(self string) *Inbox {
	return &Inbox{self: self, own: begin(self), heard: map[string]int64{}}
}

// Hear reads a message. wanted says of which logs somebody wants the events. lost says that
// messages before it were lost. Its own messages have no rings. A sender without a row is new, or
// belongs to another database, and is not believed.
func (i *Inbox) Hear(raw []byte, wanted func(session string) bool) (rings []Ring, lost bool) {
	if bytes.HasPrefix(raw, i.own) {
		return nil, false
	}
	var m message
	if json.Unmarshal(raw, &m) != nil || m.From == "" {
		return nil, true
	}
	i.mu.Lock()
	if _, known := i.rung[m.From]; !known {
		i.mu.Unlock()
		return nil, true
	}
	last := i.heard[m.From] // 0 for a new replica, whose first number is 1
	lost = m.N > last+1
	i.heard[m.From] = max(last, m.N)
	i.mu.Unlock()
	for _, raw := range m.Rings {
		r, err := decode(raw, wanted)
		if err != nil {
			lost = true
			continue
		}
		rings = append(rings, r)
	}
	return rings, lost
}

// Check compares what was heard with the rows of the living replicas, and reports whether messages
// were lost. It compares with the rows of the last beat, since newer messages may be on their way.
func (i *Inbox) Check(rows []journal.Replica) (lost bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	first, rung := i.rung == nil, map[string]int64{}
	for _, r := range rows {
		if r.ID == i.self {
			continue
		}
		if first {
			i.heard[r.ID] = max(i.heard[r.ID], r.Rings)
		}
		if before := i.rung[r.ID]; before > i.heard[r.ID] {
			lost = true
			i.heard[r.ID] = before
		}
		rung[r.ID] = r.Rings
	}
	for id := range i.heard {
		if _, ok := rung[id]; !ok {
			delete(i.heard, id)
		}
	}
	i.rung = rung
	return lost
}
