package api

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine"
)

// sendPage sends a page of many bytes part by part, so that a client that does not read holds
// little memory. When a read fails, the page ends early: its next_after is the last event sent.
func (s *Server) sendPage(c echo.Context, log *engine.Listener, r logQuery, page eventPage, limit int) error {
	c.Response().Header().Set(echo.HeaderContentType, echo.MIMEApplicationJSON)
	out := newHandlerWriter(c, http.StatusOK, s.writeLimit)
	defer out.close(true)
	ctx, sent := c.Request().Context(), 0
	block, err := appendList([]byte(`{"events":[`), page.Events, true)
	for err == nil {
		sent += len(page.Events)
		if page.Events = nil; !page.cut || sent == limit {
			return out.write(fmt.Appendf(block, `],"next_after":%d,"ended":%t}`+"\n", page.NextAfter, page.Ended))
		}
		if err = out.write(block); err != nil {
			break
		}
		r.after, r.place = page.read, page.place
		block, page = nil, eventPage{NextAfter: page.NextAfter}
		r.behind = true
		if next, err := s.readPart(ctx, log, r, limit-sent); err == nil {
			page = next
		}
		block, err = appendList(nil, page.Events, false)
	}
	return err
}

// appendList adds events to a JSON array. first says that the array is empty so far.
func appendList(block []byte, events []Event, first bool) ([]byte, error) {
	for i, e := range events {
		line, err := jsonLine(e.shown())
		if err != nil {
			return nil, err
		}
		if !first || i > 0 {
			block = append(block, ',')
		}
		block = append(block, line...)
	}
	return block, nil
}
