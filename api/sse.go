package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine"
)

const (
	// writeLimit cuts a reader that does not read.
	writeLimit = 10 * time.Second
	// retryMillis is how soon a browser comes back after a stream has ended.
	retryMillis = 1000
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
func (s *Server) stream(c echo.Context, r reading, row engine.Session) error {
	if row.Status == engine.Ended && r.after >= row.LastSeq {
		return c.NoContent(http.StatusNoContent) // the one answer that tells a browser to stop asking
	}
	listener := s.engine.Listen(r.session)
	defer listener.Close()
	out := newStream(c)
	defer out.extend() // the response's last chunk goes out after this returns, perhaps long after the last event
	if err := out.write(fmt.Sprintf("retry: %d\n\n", retryMillis)); err != nil {
		return nil
	}
	heartbeat := time.NewTicker(s.heartbeat)
	defer heartbeat.Stop()
	ctx := c.Request().Context()
	for {
		for {
			page, err := s.page(ctx, r, readPage)
			if err != nil {
				if ctx.Err() == nil {
					s.log.Error("a stream lost its log; its reader will resume", "session", r.session, "error", err)
				}
				return nil
			}
			if out.events(page.Events) != nil || page.Ended {
				return nil
			}
			r.after = page.NextAfter
			if len(page.Events) < readPage {
				break
			}
		}
		select {
		case <-listener.C:
		case <-heartbeat.C:
			if out.write(": still here\n\n") != nil {
				return nil
			}
		case <-s.draining:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

// eventStream writes one response.
type eventStream struct {
	response *echo.Response
	control  *http.ResponseController
}

func newStream(c echo.Context) eventStream {
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, "text/event-stream")
	h.Set(echo.HeaderCacheControl, "no-store, no-transform")
	h.Set("X-Accel-Buffering", "no") // nginx would collect events
	c.Response().WriteHeader(http.StatusOK)
	return eventStream{c.Response(), http.NewResponseController(c.Response().Writer)}
}

// events writes each event as one block. Its data is JSON, which has no line breaks.
func (w eventStream) events(events []Event) error {
	for _, e := range events {
		data, err := json.Marshal(e)
		if err != nil {
			return err
		}
		if err := w.write(fmt.Sprintf("id: %d\nevent: %s\ndata: %s\n\n", e.Seq, e.Type, data)); err != nil {
			return err
		}
	}
	return nil
}

// extend gives what is written next its time.
func (w eventStream) extend() error {
	if err := w.control.SetWriteDeadline(time.Now().Add(writeLimit)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}

func (w eventStream) write(block string) error {
	if err := w.extend(); err != nil {
		return err
	}
	if _, err := w.response.Write([]byte(block)); err != nil {
		return err
	}
	return w.control.Flush()
}
