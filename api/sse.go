package api

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/game"
	"ringer/engine/session"
)

const (
	// writeLimit is the longest that a write to a reader may take. It is far longer than a bad
	// mobile network needs to recover.
	writeLimit = 10 * time.Second
	// unavailableRetry is how long a stream waits before its next read, when the database did not
	// answer.
	unavailableRetry = time.Second
	// retryField tells a reader to come back one second after a stream was cut. It belongs to the
	// block of the first event: several libraries show a block without data as an event.
	retryField = "retry: 1000\n"
	// stillHere is a heartbeat. No blank line follows it: several libraries take a blank line for
	// the end of an event, even after a comment. No stream begins with a comment: when a stream is
	// cut, r3labs/sse shows what has come since the last blank line as an event.
	stillHere = ": still here\n"
)

const headerLastEventID = "Last-Event-ID"

func parseSeq(id string) (int64, error) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil || n < 0 {
		return 0, refuse(codeInvalidCursor, headerLastEventID, "must be the id of an event of this session")
	}
	return n, nil
}

// streamEvents returns the log of the session as server-sent events. A stream begins with the
// events in the log and goes on live. A reader that comes back sends the id of the last event that
// it has seen as Last-Event-ID, and misses nothing. Most libraries do that by themselves.
//
// The response is complete when no event can follow. Before that the connection is cut now and
// then, so that readers come back. Stop at the event session.ended.
//
// Swagger UI cannot show a stream, because it waits for the end of an answer. Use curl -N or an
// EventSource.
//
//	@Summary	Follow the events
//	@Success	200	{string}	string	"A stream."
//	@Success	204	"The session has ended, and the stream was read to its end. Do not come back."
func (s *Server) streamEvents(c echo.Context) error {
	r, err := s.parseLogQuery(c)
	if err != nil {
		return err
	}
	return s.stream(c, r)
}

// stream sends the log as server-sent events.
func (s *Server) stream(c echo.Context, r logQuery) error {
	switch over, err := s.readToEnd(c.Request().Context(), r); {
	case err != nil:
		return err
	case over:
		return c.NoContent(http.StatusNoContent) // only this status tells a browser to stop asking
	}
	return s.follow(c, func(st *stream) (streamSource, error) {
		source := &logSource{server: s, listener: s.engine.ListenFunc(r.session, st.wake), query: r}
		if !r.snapshot {
			return source, nil
		}
		e, err := s.snapshotEvent(c.Request().Context(), &source.query)
		if err == nil {
			st.first, err = appendEvent(append(st.first, st.opening...), e)
			st.opening, st.finished = nil, source.query.finished
		}
		return source, err
	})
}

// follow begins a stream of what open returns. If open fails, it has subscribed nevertheless.
func (s *Server) follow(c echo.Context, open func(st *stream) (streamSource, error)) (err error) {
	if c.Request().Method == http.MethodHead {
		streamHeader(c)
		return c.NoContent(http.StatusOK)
	}
	st := &stream{server: s, life: s.tokenLife(c), first: []byte{}, opening: []byte(retryField), state: queued}
	if st.source, err = open(st); err != nil {
		st.source.close()
		return err
	}
	if st.held = allowanceOf(c); !st.held.stay() {
		st.source.close()
		return tooFast(c, time.Second, codeRateLimited, tooManyOpen)
	}
	streamHeader(c)
	s.streams.Add(1) // before the hijack: after it a shutdown does not wait for this handler
	if st.out = s.hijackWriter(c); st.out != nil {
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
	if st.cut {
		panic(http.ErrAbortHandler) // net/http cuts the response
	}
	return nil
}

func streamHeader(c echo.Context) {
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, mimeEventStream)
	h.Set(echo.HeaderCacheControl, "no-store, no-transform")
	h.Set("X-Accel-Buffering", "no") // nginx would buffer events
}

// readToEnd reports whether the session has ended and no event follows that the reader wants. The
// event session.ended may not be among its types.
func (s *Server) readToEnd(ctx context.Context, r logQuery) (over bool, err error) {
	if r.finished || !r.ended || r.snapshot {
		return r.finished, nil
	}
	log := s.engine.Listen(r.session)
	defer log.Close()
	rest, err := s.poll(ctx, log, r, 1, 0)
	return err == nil && len(rest.Events) == 0, err
}

// jittered varies a duration by up to a fifth, so that streams that began together do not come back
// together.
func jittered(d time.Duration) time.Duration { return d - d/5 + rand.N(2*d/5) }

// blockSize is about how many bytes one write has. A reader has the whole write limit for each
// block, so only a reader that takes nothing is cut.
const blockSize = 32 << 10

// appendEvent adds an event to a block. The id is the last field: some libraries resume after an id
// as soon as they have read it, and would miss an event that was cut after its id.
func appendEvent(block []byte, e Event) ([]byte, error) {
	return appendBlock(block, e.Type, e.shown(), strconv.FormatInt(e.id, 10))
}

func appendBlock(block []byte, kind session.Type, shown any, id string) ([]byte, error) {
	data, err := jsonLine(shown)
	if err != nil {
		return nil, err
	}
	block = append(append(block, "event: "...), kind...)
	block = append(append(block, "\ndata: "...), data...)
	return append(append(append(block, "\nid: "...), id...), "\n\n"...), nil
}

// streamPage is a part of a log as a stream sends it. It holds no events, since their memory would
// wait for a slow reader.
type streamPage struct {
	blocks [][]byte
	read   int64
	place  game.Place
	ended  bool
	// more says that the log probably goes on.
	more bool
}

// readBlocks reads a part of a log, and encodes it.
func (s *Server) readBlocks(ctx context.Context, log eventReader, r logQuery) (streamPage, error) {
	page, err := s.readPart(ctx, log, r, eventsPerRead)
	part := streamPage{read: page.read, place: page.place, ended: page.Ended, more: page.cut || len(page.Events) == eventsPerRead}
	if err != nil {
		return part, err
	}
	part.blocks, err = eventBlocks(page.Events)
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
