package api

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"golang.org/x/sync/semaphore"

	"ringer/engine/journal"
)

const (
	// freeBody is how many bytes of a body need no reservation. It holds ten usual messages, so
	// that clients with large bodies cannot keep out the others.
	freeBody = 16 << 10
	// heldBodies bounds the larger bodies that are in memory, in bytes.
	heldBodies = 48 << 20
	// valueCost is what one value of a body takes once it was read, in bytes. Lists double when
	// they are full.
	valueCost = 200
	// freeAnswer is how many bytes of an answer need no reservation: about what the kernel takes
	// from a client that does not read.
	freeAnswer = 64 << 10
	// heldAnswers bounds the larger answers that wait for their readers, in bytes.
	heldAnswers = 48 << 20
	// heldWait is how long a request waits for its reservation. Then the client should come back
	// later.
	heldWait = 2 * time.Second
)

// errBusy is the error of a request that found no memory in time. It is unavailable to clients:
// nothing was stored, and they may try again.
var errBusy = fmt.Errorf("too many large bodies or answers are in memory: %w", journal.ErrUnavailable)

// held is what one request has reserved of a number of bytes that all requests share.
type held struct {
	of    *semaphore.Weighted
	bytes int64
}

// grow reserves until the request holds this many bytes. It waits for other requests, but not for
// long.
func (h *held) grow(ctx context.Context, bytes int64) error {
	if bytes <= h.bytes {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, heldWait)
	defer cancel()
	if h.of.Acquire(ctx, bytes-h.bytes) != nil {
		return errBusy
	}
	h.bytes = bytes
	return nil
}

// release gives the reservation back.
func (h *held) release() {
	if h.bytes > 0 {
		h.of.Release(h.bytes)
		h.bytes = 0
	}
}

// heldBody is the body of a request, with what the request has reserved for it.
type heldBody struct {
	io.ReadCloser
	held
}

// heldOf returns what a request has reserved for its body.
func heldOf(r *http.Request) *held { return &r.Body.(*heldBody).held }
