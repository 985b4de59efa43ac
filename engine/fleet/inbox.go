package fleet

import (
	"crypto/cipher"
	"maps"
	"sync"
	"time"

	"ringer/engine/journal"
)

// staleAfter is the age of a message that is not taken any more: its events were read long ago.
const staleAfter = 5 * time.Second

// Inbox reads the messages of the other replicas, and notices those that were lost.
type Inbox struct {
	self string
	key  []byte
	// now is the steady time that all replicas share.
	now func() time.Time

	mu sync.Mutex // protects everything below
	// heard is the number of the last message of each replica.
	heard map[string]int64
	// rung is what their rows said at the last beat; nil before the first one.
	rung  map[string]int64
	seals map[string]cipher.AEAD
}

// NewInbox returns the inbox of a replica. It opens messages with the key that the replicas share.
func NewInbox(self string, key []byte, now func() time.Time) *Inbox {
	return &Inbox{self: self, key: key, now: now, heard: map[string]int64{}, seals: map[string]cipher.AEAD{}}
}

// Hear reads a message. wanted says of which logs somebody wants the events. lost says that
// messages before it were lost, or that it cannot be opened: it comes from a replica without a row,
// from an older version, or from a forger. No message is taken twice, or when it is stale. Its own
// messages have no rings.
func (i *Inbox) Hear(raw []byte, wanted func(session string) bool) (rings []Ring, lost bool) {
	from, n, sealed, ok := parse(raw)
	if ok && from == i.self {
		return nil, false
	}
	i.mu.Lock()
	last := i.heard[from] // 0 for a new replica, whose first number is 1
	by := i.sealOf(from)
	i.mu.Unlock()
	if !ok || by == nil {
		return nil, true
	}
	if n <= last {
		return nil, false
	}
	plain, ok := open(by, n, sealed)
	if !ok {
		return nil, true
	}
	i.mu.Lock()
	i.heard[from] = max(i.heard[from], n)
	i.mu.Unlock()
	lost = n > last+1
	r := reader{rest: plain}
	if age := i.now().Sub(time.UnixMicro(r.number())); age.Abs() > staleAfter {
		return nil, true
	}
	for len(r.rest) > 0 {
		ring, whole := r.ring(wanted)
		if r.err != nil {
			return rings, true
		}
		rings, lost = append(rings, ring), lost || !whole
	}
	return rings, lost
}

// sealOf returns what opens the messages of a replica, or nil if it has no row. The caller holds
// the lock.
func (i *Inbox) sealOf(from string) cipher.AEAD {
	if _, known := i.rung[from]; !known {
		return nil
	}
	if i.seals[from] == nil {
		i.seals[from], _ = sealOf(i.key, from) // the outbox of this replica has succeeded
	}
	return i.seals[from]
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
	maps.DeleteFunc(i.heard, func(id string, _ int64) bool { _, ok := rung[id]; return !ok })
	maps.DeleteFunc(i.seals, func(id string, _ cipher.AEAD) bool { _, ok := rung[id]; return !ok })
	i.rung = rung
	return lost
}
