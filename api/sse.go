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
	st.ctx, st.out, st.done = c.Request().Context(), blockingWriter{newHandlerWriter(c, http.StatusOK, s.writeLimit), s.crew.block}, make(chan struct{})
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
func (s *Server) readBlocks(ctx context.Context, log eventReader, r logQuery) (streamPage, error) {
	page, err := readPage(ctx, log, r, eventsPerRead)
	part := streamPage{nextAfter: page.NextAfter, ended: page.Ended, more: page.cut || len(page.Events) == eventsPerRead}
	if err != nil {
		return part, err
	}
	part.blocks, err = eventBlocks(page.Events)
	return part, err
}

// readMore is readBlocks for a reader who is behind. It waits for a slot for long reads.
func (s *Server) readMore(ctx context.Context, log eventReader, r logQuery) (part streamPage, err error) {
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
