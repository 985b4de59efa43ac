package api

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine"
)

const (
	// writeLimit cuts a reader that does not read: far above the time in which a bad mobile network recovers.
	writeLimit = 10 * time.Second
	// rotateAfter ends a stream, whose reader comes back: so a drain is nothing that readers do not meet every day, and a connection
	// whose other end vanished, which takes writes for as long as the kernel keeps them, is not held for ever.
	rotateAfter = 10 * time.Minute
	// awayRetry is how long a stream waits for a database that is away.
	unavailableRetry = time.Second
	// retry tells a browser to come back after a second when a stream has ended.
	retryField = "retry: 1000\n\n"
)

const headerLastEventID = "Last-Event-ID"

func parseSeq(id string) (int64, error) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil || n < 0 {
		return 0, refuse(codeInvalidCursor, headerLastEventID, "must be the id of an event of this session")
	}
	return n, nil
}

// stream sends the log as server-sent events.
func (s *Server) stream(c echo.Context, r logQuery) error {
	if r.finished {
		return c.NoContent(http.StatusNoContent) // the one answer that tells a browser to stop asking
	}
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, mimeEventStream)
	h.Set(echo.HeaderCacheControl, "no-store, no-transform")
	h.Set("X-Accel-Buffering", "no") // nginx would collect events
	listener := s.engine.Listen(r.session)
	first := []byte(retryField)
	if r.snapshot {
		e, err := s.snapshot(c.Request().Context(), &r)
		if err == nil {
			first, err = appendEvent(first, e)
		}
		if err != nil {
			listener.Close()
			return err
		}
	}
	s.streams.Add(1) // before the connection is taken: from then on a shutdown does not wait for this handler
	out := hijackWriter(c, s.writeLimit)
	if out == nil {
		defer s.streams.Done()
		defer listener.Close()
		s.follow(c.Request().Context(), listener, r, newHandlerWriter(c, s.writeLimit), first)
		return nil
	}
	ctx := context.WithoutCancel(c.Request().Context()) // it would end with the handler
	go func() {                                         // ends with Drain, with the session, or when the reader has gone
		defer s.streams.Done()
		defer listener.Close()
		defer func() {
			if err := recover(); err != nil {
				s.log.Error("a stream panicked", "request_id", r.request, "session", r.session, "error", err, "stack", string(debug.Stack()))
			}
		}()
		s.follow(ctx, listener, r, out, first)
	}()
	return nil
}

// follow delivers live events by reading on from the cursor when the bell rings, after it has subscribed: no gap, no double, and
// one code path for the old and the new.
func (s *Server) follow(ctx context.Context, listener *engine.Listener, r logQuery, out streamWriter, first []byte) (end StreamEnd) {
	end = StreamLost // if it panics
	s.options.Observer.StreamOpened()
	defer func() { s.options.Observer.StreamEnded(end) }()
	defer out.close()
	switch {
	case out.write(first) != nil:
		return StreamLeft
	case r.finished:
		return StreamOver
	}
	heartbeat := time.NewTicker(s.heartbeat)
	defer heartbeat.Stop()
	rotation := time.NewTimer(jittered(s.rotation))
	defer rotation.Stop()
	for {
		why, unavailable := s.send(ctx, listener, &r, out)
		if why != "" {
			return why
		}
		var again <-chan time.Time
		if unavailable {
			again = time.After(unavailableRetry)
		}
		select {
		case <-again:
		case <-listener.C:
		case <-heartbeat.C:
			if out.write([]byte(": still here\n\n")) != nil {
				return StreamLeft
			}
		case <-rotation.C:
			return StreamRotated
		case <-s.draining:
			return StreamDrained
		case <-ctx.Done():
			return StreamLeft
		}
	}
}

// jittered varies a duration by a fifth up or down, so that streams which began together do not all come back together.
func jittered(d time.Duration) time.Duration { return d - d/5 + rand.N(2*d/5) }

// send sends what the log holds after the cursor, and moves it. end says why the stream is to end, empty that it is not; away that
// the database does not answer: then the stream stays open, since a browser that comes back to a 503 gives up for ever.
func (s *Server) send(ctx context.Context, log *engine.Listener, r *logQuery, out streamWriter) (end StreamEnd, unavailable bool) {
	for {
		page, err := readPage(ctx, log, *r, pageRead)
		switch {
		case errors.Is(err, engine.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
			if ctx.Err() != nil {
				return StreamLeft, true
			}
			return "", true
		case err != nil && ctx.Err() != nil:
			return StreamLeft, false
		case errors.Is(err, engine.ErrNotFound): // deleted
			return StreamOver, false
		case err != nil:
			s.log.Error("a stream lost its log; its reader will resume", "request_id", r.request, "session", r.session, "error", err)
			return StreamLost, false
		case writeEvents(out, page.Events) != nil:
			return StreamLeft, false
		case page.Ended:
			return StreamOver, false
		}
		r.after = page.NextAfter
		if len(page.Events) < pageRead {
			return "", false
		}
	}
}

// blockSize is about how much is written at once. A reader has the whole write limit for each block, so that only one that does
// not read at all is cut.
const blockSize = 32 << 10

// appendEvent adds an event to a block.
func appendEvent(block []byte, e Event) ([]byte, error) {
	data, err := jsonLine(e)
	if err != nil {
		return nil, err
	}
	block = strconv.AppendInt(append(block, "id: "...), e.Seq, 10)
	block = append(append(block, "\nevent: "...), e.Type...)
	return append(append(append(block, "\ndata: "...), data...), "\n\n"...), nil
}

// writeEvents writes events one after another.
func writeEvents(out streamWriter, events []Event) error {
	var block []byte
	for i, e := range events {
		var err error
		if block, err = appendEvent(block, e); err != nil {
			return err
		}
		if len(block) < blockSize && i < len(events)-1 {
			continue
		}
		if err := out.write(block); err != nil {
			return err
		}
		block = block[:0]
	}
	return nil
}
