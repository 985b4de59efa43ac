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
	"ringer/engine/journal"
)

const (
	// writeLimit is the longest that a write to a reader may take. It is far longer than a bad
	// mobile network needs to recover.
	writeLimit = 10 * time.Second
	// rotateAfter is about how long a stream lasts; its reader then comes back. So every reader has
	// to handle the end of a stream, and then it can handle a shutdown, too. Rotation also frees
	// connections whose other end has vanished: the kernel takes writes to them until its buffer is
	// full.
	rotateAfter = 10 * time.Minute
	// unavailableRetry is how long a stream waits before its next read, when the database did not
	// answer.
	unavailableRetry = time.Second
	// retryField tells a browser to come back one second after a stream has ended.
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
		return c.NoContent(http.StatusNoContent) // only this status tells a browser to stop asking
	}
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, mimeEventStream)
	h.Set(echo.HeaderCacheControl, "no-store, no-transform")
	h.Set("X-Accel-Buffering", "no") // nginx would buffer events
	listener := s.engine.Listen(r.session)
	first := []byte(retryField)
	if r.snapshot {
		e, err := s.snapshotEvent(c.Request().Context(), &r)
		if err == nil {
			first, err = appendEvent(first, e)
		}
		if err != nil {
			listener.Close()
			return err
		}
	}
	s.streams.Add(1) // before the hijack: after it a shutdown does not wait for this handler
	out := hijackWriter(c, s.writeLimit)
	if out == nil {
		defer s.streams.Done()
		defer listener.Close()
		s.follow(c.Request().Context(), listener, r, newHandlerWriter(c, http.StatusOK, s.writeLimit), first)
		return nil
	}
	// The request's context would end with the handler.
	ctx := context.WithoutCancel(c.Request().Context())
	// The goroutine ends with Drain, with the session, or when the reader has gone.
	go func() {
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

// follow sends old and new events with the same code. It has subscribed before. It reads after the
// cursor, and reads again when the listener signals new events. So no event is lost, and none is
// sent twice.
func (s *Server) follow(ctx context.Context, listener *engine.Listener, r logQuery, out streamWriter, first []byte) (end StreamEnd) {
	end = StreamLogLost // for a panic
	s.options.Observer.StreamOpened()
	defer func() { s.options.Observer.StreamEnded(end) }()
	defer out.close()
	switch {
	case out.write(first) != nil:
		return StreamReaderLeft
	case r.finished:
		return StreamSessionEnded
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
				return StreamReaderLeft
			}
		case <-rotation.C:
			return StreamRotated
		case <-s.draining:
			return StreamShutdown
		case <-ctx.Done():
			return StreamReaderLeft
		}
	}
}

// jittered varies a duration by up to a fifth, so that streams that began together do not come back
// together.
func jittered(d time.Duration) time.Duration { return d - d/5 + rand.N(2*d/5) }

// send sends the events after the cursor, and moves the cursor. The result end says why the stream
// must end; it is empty when the stream goes on. The result unavailable says that the database does
// not answer. The stream then stays open, because a browser that comes back to a 503 gives up for
// ever.
func (s *Server) send(ctx context.Context, log *engine.Listener, r *logQuery, out streamWriter) (end StreamEnd, unavailable bool) {
	for read := s.readBlocks; ; read = s.readMore {
		page, err := read(ctx, log, *r)
		switch {
		case errors.Is(err, journal.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
			if ctx.Err() != nil {
				return StreamReaderLeft, true
			}
			return "", true
		case err != nil && ctx.Err() != nil:
			return StreamReaderLeft, false
		case errors.Is(err, journal.ErrNotFound): // the session was deleted
			return StreamSessionEnded, false
		case err != nil:
			s.log.Error("a stream lost its log; its reader will resume", "request_id", r.request, "session", r.session, "error", err)
			return StreamLogLost, false
		case writeAll(out, page.blocks) != nil:
			return StreamReaderLeft, false
		case page.ended:
			return StreamSessionEnded, false
		}
		r.after = page.nextAfter
		if !page.more {
			return "", false
		}
	}
}

// blockSize is about how many bytes one write has. A reader has the whole write limit for each
// block, so only a reader that takes nothing is cut.
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

// streamPage is a part of a log as a stream sends it. It holds no events, since their memory would
// wait for a slow reader.
type streamPage struct {
	blocks    [][]byte
	nextAfter int64
	ended     bool
	// more says that the log probably goes on.
	more bool
}

// readBlocks reads a part of a log, and encodes it.
func (s *Server) readBlocks(ctx context.Context, log *engine.Listener, r logQuery) (streamPage, error) {
	page, err := readPage(ctx, log, r, eventsPerRead)
	part := streamPage{nextAfter: page.NextAfter, ended: page.Ended, more: page.cut || len(page.Events) == eventsPerRead}
	if err != nil {
		return part, err
	}
	part.blocks, err = eventBlocks(page.Events)
	return part, err
}

// readMore is readBlocks for a reader that has read before and is still behind. It waits for a slot
// for long reads.
func (s *Server) readMore(ctx context.Context, log *engine.Listener, r logQuery) (part streamPage, err error) {
	err = s.desk.LongRead(ctx, func() (err error) {
		part, err = s.readBlocks(ctx, log, r)
		return err
	})
	return part, err
}

// eventBlocks returns events as blocks to write.
func eventBlocks(events []Event) (blocks [][]byte, err error) {
	var block []byte
	for i, e := range events {
		if block, err = appendEvent(block, e); err != nil {
			return nil, err
		}
		if len(block) >= blockSize || i == len(events)-1 {
			blocks, block = append(blocks, block), nil
		}
	}
	return blocks, nil
}

func writeAll(out streamWriter, blocks [][]byte) error {
	for _, block := range blocks {
		if err := out.write(block); err != nil {
			return err
		}
	}
	return nil
}
