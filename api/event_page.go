package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/feed"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// sendPage sends a page of many bytes part by part, so that a client that does not read holds
// little memory. When a read fails, the page ends early: its next_after is the last event sent.
func (s *Server) sendPage(c echo.Context, log *feed.Listener, r logQuery, page eventPage, limit int) error {
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

// awaits reports whether an event ends a wait.
func (r logQuery) awaits(e Event) bool { return r.awaited == nil || slices.Contains(r.awaited, e.Type) }

// poll returns the next page. It waits for an event that the query awaits, for at most wait.
func (s *Server) poll(ctx context.Context, listener *feed.Listener, r logQuery, limit int, wait time.Duration) (eventPage, error) {
	timeout := time.NewTimer(wait)
	defer timeout.Stop()
	for {
		page, err := s.readPart(ctx, listener, r, limit)
		switch found := len(page.Events); {
		case err != nil, page.Ended, found == limit, page.cut && found > 0, slices.ContainsFunc(page.Events, r.awaits):
			return page, err
		case found == 0:
			r.after, r.place, r.behind = page.read, page.place, page.cut
		}
		if page.cut {
			continue
		}
		if grown, err := s.awaitMore(ctx, listener.C, timeout.C); !grown {
			return page, err
		}
	}
}

// awaitMore waits until a log has grown. It reports false when the wait is over: after its time, or
// because the server stops.
func (s *Server) awaitMore(ctx context.Context, grown <-chan struct{}, timeout <-chan time.Time) (bool, error) {
	select {
	case <-grown:
		return true, nil
	case <-timeout:
		return false, nil
	case <-s.draining:
		return false, nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// eventsPerRead is how many events one read of the log returns, even when a client asks for fewer.
// Otherwise a rare type would cost a query for each event before it.
const eventsPerRead = 200

// eventBytes is about how many bytes an event has besides its payload.
const eventBytes = 200

// eventReader returns the events after a seq, at most limit.
type eventReader interface {
	Events(ctx context.Context, after int64, limit int) ([]session.Event, error)
}

// readsPerPart is how many reads of the log make one part of a page at most. So a reader of a rare
// type gives its slot to others while it searches a long log.
const readsPerPart = 5

// readPart reads a page or a part of one. A view is read on until what it shows fills the part:
// else its end would tell how much is hidden.
func (s *Server) readPart(ctx context.Context, log eventReader, r logQuery, limit int) (page eventPage, err error) {
	page.Events = []Event{}
	for {
		next, err := s.readOnce(ctx, log, r, limit-len(page.Events))
		if len(page.Events) > 0 {
			next.Events = append(page.Events, next.Events...)
		}
		if page = next; err != nil || !page.cut || page.bytes >= journal.PageBytes || r.seals() == nil || !r.behind {
			return page, err
		}
		r.after, r.place, r.bytes = page.read, page.place, page.bytes
	}
}

// readOnce is readPage. A reader who is behind waits for a slot for long reads.
func (s *Server) readOnce(ctx context.Context, log eventReader, r logQuery, limit int) (page eventPage, err error) {
	if !r.behind {
		return readPage(ctx, log, r, limit)
	}
	err = s.desk.LongRead(ctx, func() (err error) {
		page, err = readPage(ctx, log, r, limit)
		return err
	})
	return page, err
}

// readPage reads until it has found limit events, or as many bytes as one read of the log may have,
// or the log ends. It also stops after some reads, even if it has found nothing.
func readPage(ctx context.Context, log eventReader, r logQuery, limit int) (page eventPage, err error) {
	page = eventPage{Events: []Event{}, read: r.after, place: r.place, bytes: r.bytes}
	defer func() { page.NextAfter = r.cursor(page.read, page.place) }()
	for reads := 0; len(page.Events) < limit && !page.Ended; reads++ {
		if page.cut = page.bytes >= journal.PageBytes || reads == readsPerPart; page.cut {
			break
		}
		events, err := log.Events(ctx, page.read, eventsPerRead)
		if err != nil {
			return page, err
		}
		for _, e := range events {
			if len(page.Events) == limit {
				break
			}
			shown, visible, err := r.show(ctx, e)
			if err != nil {
				return page, err
			}
			page.read, page.Ended = e.Seq, page.Ended || session.Ends(e.Data)
			if visible {
				page.place = page.place.Then(shown)
			}
			if visible && r.wants(shown) {
				page.Events = append(page.Events, r.event(shown, page.place))
				page.bytes += e.Size + eventBytes
			}
		}
		if n := len(events); journal.AtEnd(events, eventsPerRead) {
			page.Ended = page.Ended || r.ended && (n == 0 || page.read == events[n-1].Seq)
			break
		}
	}
	return page, nil
}
