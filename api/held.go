package api

import (
	"context"
	"fmt"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/sync/semaphore"

	"ringer/engine/journal"
)

const (
	// freeBody is how many bytes of a body need no reservation. It holds ten usual messages, so
	// that clients with large bodies cannot keep out the others.
	freeBody = 16 << 10
	// heldBodies bounds the larger bodies that are in memory, in bytes.
	heldBodies = 48 << 20
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
	h.of.Release(h.bytes)
	h.bytes = 0
}

const heldKey = "held"

// heldOf returns what a request has reserved for its body.
func heldOf(c echo.Context) *held { return c.Get(heldKey).(*held) }

// holdBody lets a handler reserve memory for the body, until it has answered.
func (s *Server) holdBody(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := &held{of: s.bodies}
		defer h.release()
		c.Set(heldKey, h)
		return next(c)
	}
}
