package home

import (
	"container/heap"
	"context"
	"sync"
	"time"
)

// queue lets a few homes load at a time, those that are due first before those that are silent.
// After the crash of a replica there are thousands.
type queue struct {
	mu      sync.Mutex // protects the rest
	free    int
	waiting waiters
}

type waiter struct {
	due time.Time
	// place is where it stands in the heap; -1 when it has entered.
	place   int
	entered chan struct{}
}

// enter waits until the home may load. leave lets another one in. A token in hurry makes the home
// due at once.
func (q *queue) enter(ctx context.Context, due time.Time, hurry <-chan struct{}, now func() time.Time) error {
	q.mu.Lock()
	if q.free > 0 {
		q.free--
		q.mu.Unlock()
		return nil
	}
	w := &waiter{due: due, entered: make(chan struct{})}
	heap.Push(&q.waiting, w)
	q.mu.Unlock()
	for {
		select {
		case <-w.entered:
			return nil
		case <-hurry:
			q.advance(w, now())
		case <-ctx.Done():
			q.abandon(w)
			return ctx.Err()
		}
	}
}

func (q *queue) advance(w *waiter, due time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if w.place >= 0 && due.Before(w.due) {
		w.due = due
		heap.Fix(&q.waiting, w.place)
	}
}

// abandon takes a home out of the queue. If it has just entered, the next one enters.
func (q *queue) abandon(w *waiter) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if w.place < 0 {
		q.pass()
	} else {
		heap.Remove(&q.waiting, w.place)
	}
}

func (q *queue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.pass()
}

// pass lets the next home enter. The caller holds the lock.
func (q *queue) pass() {
	if len(q.waiting) == 0 {
		q.free++
		return
	}
	close(heap.Pop(&q.waiting).(*waiter).entered)
}

type waiters []*waiter

func (w waiters) Len() int           { return len(w) }
func (w waiters) Less(i, j int) bool { return w[i].due.Before(w[j].due) }

func (w waiters) Swap(i, j int) {
	w[i], w[j] = w[j], w[i]
	w[i].place, w[j].place = i, j
}

func (w *waiters) Push(x any) {
	x.(*waiter).place = len(*w)
	*w = append(*w, x.(*waiter))
}

func (w *waiters) Pop() any {
	last := len(*w) - 1
	x := (*w)[last]
	(*w)[last] = nil
	*w = (*w)[:last]
	x.place = -1
	return x
}
