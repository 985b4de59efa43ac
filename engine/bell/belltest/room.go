package belltest

import (
	"bytes"
	"context"
	"sync"

	"ringer/engine/bell"
)

// Room is where bells in one process hear each other. Its bells lose nothing.
type Room struct {
	mu    sync.Mutex // protects bells, and is held while they ring
	bells map[*member]struct{}
}

// NewRoom returns a room without bells.
func NewRoom() *Room { return &Room{bells: map[*member]struct{}{}} }

// waiting is how many messages wait for one hearer before Ring waits, too.
const waiting = 10_000

// member is one bell of a room.
type member struct {
	room  *Room
	queue chan []byte
	// quiet is closed by Close, and deaf when nothing more is heard.
	quiet, deaf chan struct{}
}

// Open opens a bell in the room.
func (r *Room) Open(hear func([]byte)) bell.Bell {
	m := &member{room: r, queue: make(chan []byte, waiting), quiet: make(chan struct{}), deaf: make(chan struct{})}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bells[m] = struct{}{}
	go m.listen(hear) // ends with Close
	return m
}

func (m *member) listen(hear func([]byte)) {
	defer close(m.deaf)
	for {
		select {
		case <-m.quiet:
			return
		case message := <-m.queue:
			hear(message)
		}
	}
}

func (m *member) Ring(_ context.Context, messages [][]byte) error {
	m.room.mu.Lock()
	defer m.room.mu.Unlock()
	for _, message := range messages {
		for to := range m.room.bells {
			to.queue <- bytes.Clone(message)
		}
	}
	return nil
}

func (m *member) Size() int { return 1 << 16 }

func (m *member) Close() error {
	m.room.mu.Lock()
	if _, open := m.room.bells[m]; open {
		delete(m.room.bells, m)
		close(m.quiet)
	}
	m.room.mu.Unlock()
	<-m.deaf
	return nil
}
