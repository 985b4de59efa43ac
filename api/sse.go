package api

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
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
	st := &stream{server: s, query: r, first: []byte(retryField), state: queued}
	st.listener = s.engine.ListenFunc(r.session, st.wake)
	if r.snapshot {
		e, err := s.snapshotEvent(c.Request().Context(), &st.query)
		if err == nil {
			st.first, err = appendEvent(st.first, e)
		}
		if err != nil {
			st.listener.Close()
			return err
		}
	}
	s.streams.Add(1) // before the hijack: after it a shutdown does not wait for this handler
	if st.out = hijackWriter(c, s.writeLimit, s.crew.block); st.out != nil {
		st.ctx = context.Background() // the request's context would end with the handler
		st.start()
		return nil
	}
	// The response ends with the handler.
	st.ctx, st.out, st.done = c.Request().Context(), blockingWriter{newHandlerWriter(c, s.writeLimit), s.crew.block}, make(chan struct{})
	st.start()
	select {
	case <-st.done:
	case <-st.ctx.Done():
		st.wake()
		<-st.done
	}
	return nil
}

// jittered varies a duration by up to a fifth, so that streams that began together do not come back
// together.
func jittered(d time.Duration) time.Duration { return d - d/5 + rand.N(2*d/5) }

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

// writeEvents writes events in blocks.
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
