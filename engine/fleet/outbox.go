package fleet

import (
	"context"
	"crypto/cipher"
	"encoding/binary"
	"sync"
	"time"

	"ringer/engine/bell"
)

const (
	// ringPause is the pause after many rings, so that the next sending has more: each costs a
	// transaction. Few rings are sent at once, since a reader waits.
	ringPause = 3 * time.Millisecond
	manyRings = 8
	// ringLimit bounds a sending. What is not sent by then is lost.
	ringLimit = 2 * time.Second
	// heldRings bounds the rings that wait. Those that come while the outbox is full are lost.
	heldRings = 20_000
)

// Outbox sends rings to the other replicas, in batches. What it loses is counted, too, so that they
// notice it.
type Outbox struct {
	self string
	bell bell.Bell
	seal cipher.AEAD
	// now is the steady time that all replicas share.
	now func() time.Time

	mu      sync.Mutex // protects everything below
	waiting []Ring
	// rung is how many messages were sent, or lost.
	rung  int64
	ready chan struct{}
}

// NewOutbox returns the outbox of a replica. Run sends what it is given, sealed under the key that
// the replicas share.
func NewOutbox(self string, b bell.Bell, key []byte, now func() time.Time) (*Outbox, error) {
	seal, err := sealOf(key, self)
	return &Outbox{self: self, bell: b, seal: seal, now: now, ready: make(chan struct{}, 1)}, err
}

// Add sends a ring soon. It never waits.
func (o *Outbox) Add(r Ring) {
	o.mu.Lock()
	if len(o.waiting) < heldRings {
		o.waiting = append(o.waiting, r)
	} else {
		o.rung++ // the others will miss this number
	}
	o.mu.Unlock()
	select {
	case o.ready <- struct{}{}:
	default:
	}
}

// Rung returns how many messages were sent, or lost.
func (o *Outbox) Rung() int64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.rung
}

// Run sends until the context ends, and then sends the rest.
func (o *Outbox) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			o.send()
			return
		case <-o.ready:
			if o.send() < manyRings {
				continue
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(ringPause):
		}
	}
}

func (o *Outbox) send() int {
	o.mu.Lock()
	rings := o.waiting
	o.waiting = nil
	o.mu.Unlock()
	if len(rings) == 0 {
		return 0
	}
	ctx, cancel := context.WithTimeout(context.Background(), ringLimit)
	defer cancel()
	_ = o.bell.Ring(ctx, o.pack(rings)) // what is lost, the others find by its number
	return len(rings)
}

// pack returns messages with rings, none longer than the bell takes.
func (o *Outbox) pack(rings []Ring) (messages [][]byte) {
	begin := binary.AppendVarint(nil, o.now().UnixMicro())
	most := room(o.seal, o.self, o.bell.Size())
	b := begin
	flush := func() {
		if len(b) > len(begin) {
			messages = append(messages, seal(o.seal, o.self, o.count(), b))
			b = begin
		}
	}
	for _, r := range rings {
		more, err := r.encode(b, most-len(begin))
		if err != nil {
			o.count() // the others will miss this number
			continue
		}
		if len(more) > most {
			one := append([]byte{}, more[len(b):]...)
			flush()
			more = append(b, one...)
		}
		b = more
	}
	flush()
	return messages
}

func (o *Outbox) count() int64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.rung++
	return o.rung
}
