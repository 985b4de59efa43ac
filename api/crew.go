package api

import (
	"runtime"
	"sync"
)

// crew is the goroutines that serve the streams of a server. An idle stream has no goroutine of its
// own: its stack would be most of the memory of a stream. The workers are few, and keep stacks that
// have grown. What may take long happens in a blocking section, so nobody waits for a slow reader.
type crew struct {
	size int
	// serve gives a stream its turn, and reports whether the stream has ended.
	serve func(*stream) (over bool)

	mu    sync.Mutex // protects all below, and the states of the streams
	open  map[*stream]struct{}
	queue []*stream
	// working counts the workers that are not in a blocking section.
	working int
	// parked counts the workers that wait for a stream.
	parked int
	work   sync.Cond // a parked worker waits for it
}

func newCrew(serve func(*stream) (over bool)) *crew {
	// Twice as many as can run, since a write to a connection is a system call.
	c := &crew{size: 2 * runtime.GOMAXPROCS(0), serve: serve, open: map[*stream]struct{}{}}
	c.work.L = &c.mu
	return c
}

// join adds a stream and has it served for the first time.
func (c *crew) join(st *stream) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open[st] = struct{}{}
	c.enqueue(st)
}

// wake has a stream served, unless it waits for that already.
func (c *crew) wake(st *stream) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wakeLocked(st)
}

// wakeAll wakes all open streams.
func (c *crew) wakeAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for st := range c.open {
		c.wakeLocked(st)
	}
}

func (c *crew) wakeLocked(st *stream) {
	switch st.state {
	case idle:
		c.enqueue(st)
	case served:
		st.state = again
	}
}

// enqueue puts a stream into the queue, and finds it a worker if one is free. The caller holds mu.
func (c *crew) enqueue(st *stream) {
	st.state = queued
	c.queue = append(c.queue, st)
	switch {
	case c.parked > 0:
		c.parked--
		c.work.Signal()
	case c.working < c.size:
		c.working++
		go c.run() // ends with the last stream
	}
}

// passOn wakes another parked worker for the queue. A worker that leaves may have been woken for a
// stream, and those that are not parked may soon block. The caller holds mu.
func (c *crew) passOn() {
	if len(c.queue) > 0 && c.parked > 0 {
		c.parked--
		c.work.Signal()
	}
}

// run is the goroutine of a worker.
func (c *crew) run() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		for len(c.queue) == 0 && len(c.open) > 0 && c.working <= c.size {
			c.parked++
			c.work.Wait()
		}
		if len(c.queue) == 0 || c.working > c.size {
			c.working--
			c.passOn()
			return
		}
		st := c.queue[0]
		c.queue[0] = nil
		if c.queue = c.queue[1:]; len(c.queue) == 0 {
			c.queue = nil
		}
		st.state = served
		c.mu.Unlock()
		over := c.serve(st)
		c.mu.Lock()
		c.served(st, over)
	}
}

// served notes that a worker is done with a stream. The caller holds mu.
func (c *crew) served(st *stream, over bool) {
	switch {
	case over:
		st.state = ended
		if delete(c.open, st); len(c.open) == 0 {
			c.parked = 0
			c.work.Broadcast()
		}
	case st.state == again:
		c.enqueue(st)
	default:
		st.state = idle
	}
}

// block calls what may take long. Meanwhile another worker may take the caller's place.
func (c *crew) block(call func()) {
	c.mu.Lock()
	c.working--
	if len(c.queue) > 0 && c.parked == 0 {
		c.working++
		go c.run()
	}
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		c.working++
		c.mu.Unlock()
	}()
	call()
}
