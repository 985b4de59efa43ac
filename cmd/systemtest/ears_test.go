package systemtest

import (
	"encoding/binary"
	"math/rand/v2"
	"sync"

	"ringer/store/storetest"
)

// ringLoss says which rings between the replicas of one database get lost. The zero value loses
// none.
type ringLoss struct {
	mu sync.Mutex // protects the rest, and the fields of all ears
	// share is how many of the rings are lost, from 0 to 1.
	share float64
	// alone hears no rings of the others, and they hear none of it. It may be nil.
	alone *ears
	// lost counts the rings that were lost.
	lost int
}

// set changes what is lost, and returns how many rings were lost before.
func (l *ringLoss) set(share float64, alone *ears) (lost int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	lost, l.share, l.alone, l.lost = l.lost, share, alone, 0
	return lost
}

// loses reports whether the next ring is lost. The caller holds mu.
func (l *ringLoss) loses(certainly bool) bool {
	lost := certainly || rand.Float64() < l.share
	if lost {
		l.lost++
	}
	return lost
}

// ears is what one replica hears of the rings.
type ears struct {
	loss *ringLoss
	// backends are the processes of Postgres that have served the replica.
	backends map[uint32]bool
}

// drop reports whether a message of Postgres is a lost ring. It also notes the backends: a ring
// names the backend of its sender.
func (e *ears) drop(message []byte) bool {
	const keyData, notification = 'K', 'A'
	if kind := message[0]; kind != keyData && kind != notification || len(message) < 9 {
		return false
	}
	backend := binary.BigEndian.Uint32(message[5:9])
	e.loss.mu.Lock()
	defer e.loss.mu.Unlock()
	if message[0] == keyData {
		if e.backends == nil {
			e.backends = map[uint32]bool{}
		}
		e.backends[backend] = true
		return false
	}
	own := e.backends[backend]
	a := e.loss.alone
	return e.loss.loses(a != nil && (a == e && !own || a != e && a.backends[backend]))
}

// dropNATS reports whether a message of a NATS server is a lost ring.
func (e *ears) dropNATS(message []byte) bool {
	if !storetest.IsNATSMessage(message) {
		return false
	}
	e.loss.mu.Lock()
	defer e.loss.mu.Unlock()
	return e.loss.loses(false)
}
