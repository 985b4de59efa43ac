package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine"
)

const (
	// writeLimit cuts a reader that does not read: far above the time in which a bad mobile network recovers.
	writeLimit = 10 * time.Second
	// awayRetry is how long a stream waits for a database that is away.
	awayRetry = time.Second
	// retry tells a browser to come back after a second when a stream has ended.
	retry = "retry: 1000\n\n"
)

func parseSeq(id string) (int64, error) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil || n < 0 {
		return 0, refuse(codeInvalidCursor, "Last-Event-ID", "must be the id of an event of this session")
	}
	return n, nil
}

// stream sends the log as server-sent events. It subscribes before it reads, and delivers live events by reading on from its
// cursor when the bell rings: no gap, no double, and one code path for the old and the new.
func (s *Server) stream(c echo.Context, r reading) error {
	if r.over {
		return c.NoContent(http.StatusNoContent) // the one answer that tells a browser to stop asking
	}
	listener := s.engine.Listen(r.session)
	defer listener.Close()
	out := newStream(c, s.writeLimit)
	defer out.extend() // the response's last chunk goes out after this returns, perhaps long after the last event
	if err := out.comment(retry); err != nil {
		return nil
	}
	heartbeat := time.NewTicker(s.heartbeat)
	defer heartbeat.Stop()
	ctx := c.Request().Context()
	for {
		over, away := s.send(ctx, listener, &r, out)
		if over {
			return nil
		}
		var again <-chan time.Time
		if away {
			again = time.After(awayRetry)
		}
		select {
		case <-again:
		case <-listener.C:
		case <-heartbeat.C:
			if out.comment(": still here\n\n") != nil {
				return nil
			}
		case <-s.draining:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

// send sends what the log holds after the cursor, and moves it. over says that nothing is to follow, or nobody reads; away that
// the database does not answer: then the stream stays open, since a browser that comes back to a 503 gives up for ever.
func (s *Server) send(ctx context.Context, log *engine.Listener, r *reading, out eventStream) (over, away bool) {
	for {
		page, err := readPage(ctx, log, *r, pageRead)
		switch {
		case errors.Is(err, engine.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
			return ctx.Err() != nil, true
		case err != nil:
			if ctx.Err() == nil {
				s.log.Error("a stream lost its log; its reader will resume", "session", r.session, "error", err)
			}
			return true, false
		case out.events(page.Events) != nil || page.Ended:
			return true, false
		}
		r.after = page.NextAfter
		if len(page.Events) < pageRead {
			return false, false
		}
	}
}

// eventStream writes one response. It keeps no buffer of its own: there are thousands of streams, and few write at a time.
type eventStream struct {
	response *echo.Response
	control  *http.ResponseController
	limit    time.Duration
}

func newStream(c echo.Context, limit time.Duration) eventStream {
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, "text/event-stream")
	h.Set(echo.HeaderCacheControl, "no-store, no-transform")
	h.Set("X-Accel-Buffering", "no") // nginx would collect events
	c.Response().WriteHeader(http.StatusOK)
	return eventStream{c.Response(), http.NewResponseController(c.Response().Writer), limit}
}

// events writes each event as one block, and sends them on together. Their data is JSON, which has no line breaks.
func (w eventStream) events(events []Event) error {
	if len(events) == 0 {
		return nil
	}
	var block []byte
	for _, e := range events {
		data, err := json.Marshal(e)
		if err != nil {
			return err
		}
		block = strconv.AppendInt(append(block[:0], "id: "...), e.Seq, 10)
		block = append(append(block, "\nevent: "...), e.Type...)
		block = append(append(append(block, "\ndata: "...), data...), "\n\n"...)
		if err := w.write(block); err != nil {
			return err
		}
	}
	return w.control.Flush()
}

func (w eventStream) comment(text string) error {
	if err := w.write([]byte(text)); err != nil {
		return err
	}
	return w.control.Flush()
}

// write gives each block the whole limit, so that only a reader that does not read at all is cut.
func (w eventStream) write(block []byte) error {
	if err := w.extend(); err != nil {
		return err
	}
	_, err := w.response.Write(block)
	return err
}

// extend gives what is written next its time.
func (w eventStream) extend() error {
	if err := w.control.SetWriteDeadline(time.Now().Add(w.limit)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}
