package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine"
	"ringer/engine/game"
)

// Event is an event as the API shows it.
type Event struct {
	Seq       int64     `json:"seq"`
	Type      game.Type `json:"type"`
	At        time.Time `json:"at"`
	Version   int       `json:"v"`
	SessionID string    `json:"session_id"`
	// Cursor is, of what the bot did, the seq up to which it had read the log when it decided that, at the time of the event. What
	// the platform did has none.
	Cursor int64 `json:"cursor,omitempty"`
	// MessageID is the id of the message that the event brings.
	MessageID string       `json:"message_id,omitempty"`
	Data      game.Payload `json:"data"`
}

// ShowEvent returns an event of a session as the API shows it.
func ShowEvent(session string, e game.Event) Event {
	return Event{
		Seq: e.Seq, Type: e.Data.Type(), At: e.At, Version: game.Version, SessionID: session, Cursor: e.Cursor, MessageID: e.MessageID(session), Data: e.Data,
	}
}

// eventPage is a part of a log, and where to go on.
type eventPage struct {
	Events []Event `json:"events"`
	// NextAfter is the last seq examined, whether it was shown or filtered out: the after of the next page.
	NextAfter int64 `json:"next_after"`
	// Ended says that nothing follows.
	Ended bool `json:"ended"`
}

// standardTypes is what a platform acts on.
var standardTypes = []game.Type{"message.sent", "typing.started", "typing.stopped", "vote.cast", "session.ended"}

// reading is how a client wants to read a log.
type logQuery struct {
	session string
	// request is the id of the request that asked for it.
	request string
	after   int64
	types   []game.Type // nil for all
	// over says that nothing follows after. (The row itself is no part of this: a stream keeps what it is called with on its
	// stack, and what is small enough the runtime shrinks to 8 KiB.)
	finished bool
	// snapshot says that a stream begins with one.
	snapshot bool
}

func (r logQuery) shows(t game.Type) bool { return r.types == nil || slices.Contains(r.types, t) }

// maxWait bounds a long poll: proxies cut at 60 s.
const maxWait = 55 * time.Second

// getEvents reads the log, as a page or as a stream.
//
//	@Summary		Read the events, or follow them
//	@Description	The log of the session: as a page, as a long poll with wait, or with Accept: text/event-stream as server-sent events.
//	@Description	A stream begins with what is in the log and goes on live; it ends after session.ended. A reader that comes back sends the id of the last event it has seen as Last-Event-ID, and misses nothing. Pass over events of types that you do not know: there will be more.
//	@Description	Swagger UI shows pages only, for it waits for the end of an answer: follow a stream with curl -N or with an EventSource.
//	@ID				getEvents
//	@Tags			Events
//	@Produce		json
//	@Produce		text/event-stream
//	@Param			id				path		string		true	"The id of the session."
//	@Param			after			query		int			false	"The seq of the last event that you know; 0 for the beginning."	minimum(0)	default(0)
//	@Param			types			query		string		false	"The types of events to show, separated by commas, as in message.sent,plan.created, or * for all. Left out, those that a platform acts on: message.sent, typing.started, typing.stopped, vote.cast and session.ended."
//	@Param			limit			query		int			false	"How many events a page holds at most."	minimum(1)	maximum(1000)	default(100)
//	@Param			wait			query		string		false	"How long to wait for an event when there is none yet, at most 55s. For pages only."	default(0s)
//	@Param			Last-Event-ID	header		string		false	"The id of the last event of a stream that was cut. It overrides after."
//	@Param			snapshot		query		boolean		false	"Begin a stream that does not resume with the event session.snapshot: how the session is now, in place of how it came to that."	default(false)
//	@Success		200				{object}	eventPage	"A page, or a stream."
//	@Success		204				"The session has ended and the stream was read to its end: do not come back. Streams only."
//	@Router			/v1/sessions/{id}/events [get]
func (s *Server) getEvents(c echo.Context) error {
	r, err := s.logQuery(c)
	if err != nil {
		return err
	}
	if media, _ := preferredMedia(c.Request().Header, eventOffers); media == mimeEventStream {
		return s.stream(c, r)
	}
	if r.finished {
		return c.JSON(http.StatusOK, eventPage{Events: []Event{}, NextAfter: r.after, Ended: true})
	}
	page, err := s.poll(c.Request().Context(), r, int(queryNumber(c, "limit", 100)), queryWait(c))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, page)
}

// reading reads the query: the cursor, which Last-Event-ID overrides, and the types.
func (s *Server) logQuery(c echo.Context) (logQuery, error) {
	r := logQuery{session: c.Param("id"), request: requestIDOf(c), types: standardTypes}
	row, err := s.engine.Session(c.Request().Context(), r.session)
	if err != nil {
		return r, err
	}
	r.after = queryNumber(c, "after", 0)
	r.snapshot = c.QueryParam("snapshot") == "true" && c.QueryParam("after") == "" && c.Request().Header.Get(headerLastEventID) == ""
	cursor := "after"
	if id := c.Request().Header.Get(headerLastEventID); id != "" {
		cursor = headerLastEventID
		if r.after, err = parseSeq(id); err != nil {
			return r, err
		}
	}
	if r.finished = !r.snapshot && row.Status == engine.Ended && r.after >= row.LastSeq; r.after > row.LastSeq && !r.finished {
		return r, refuse(codeInvalidCursor, cursor, "lies beyond the session's last event; it belongs to another session")
	}
	if text := c.QueryParam("types"); text != "" {
		r.types = nil
		for name := range strings.SplitSeq(text, ",") {
			if name != "*" {
				r.types = append(r.types, game.Type(name))
			}
		}
	}
	return r, nil
}

var eventQuery = []parameter{
	seqParameter("after"), wholeNumber("limit", 1, 1000), oneOf("snapshot", "true", "false"), anyText(tokenParameter),
	{"types", codeInvalidParameter, func(text string) string {
		for name := range strings.SplitSeq(text, ",") {
			if text != "*" && !game.KnownType(game.Type(name)) {
				return fmt.Sprintf("%q is no type of event; name some with commas between them, such as message.sent,plan.created, or * for all", name)
			}
		}
		return ""
	}},
	waitParameter,
}

// waiting is how long to wait for what there is not yet.
var waitParameter = parameter{"wait", codeInvalidParameter, func(text string) string {
	if wait, err := time.ParseDuration(text); err != nil || wait < 0 || wait > maxWait {
		return "must be a duration from 0s to 55s, such as 20s"
	}
	return ""
}}

// waitOf returns the wait of a query, none when it is left out.
func queryWait(c echo.Context) time.Duration {
	wait, _ := time.ParseDuration(c.QueryParam("wait"))
	return wait
}

// poll returns the next page. If it would be empty it waits for an event, up to wait.
func (s *Server) poll(ctx context.Context, r logQuery, limit int, wait time.Duration) (eventPage, error) {
	listener := s.engine.Listen(r.session)
	defer listener.Close()
	timeout := time.NewTimer(wait)
	defer timeout.Stop()
	for {
		page, err := readPage(ctx, listener, r, limit)
		if err != nil || len(page.Events) > 0 || page.Ended {
			return page, err
		}
		r.after = page.NextAfter
		select {
		case <-listener.C:
		case <-timeout.C:
			return page, nil
		case <-s.draining:
			return page, nil
		case <-ctx.Done():
			return page, ctx.Err()
		}
	}
}

// pageRead is how many events one read of the log brings, however few of them are asked for: a rare type must not cost a
// query for each event before it.
const pageRead = 200

// readPage reads until limit events are found or the log ends.
func readPage(ctx context.Context, log *engine.Listener, r logQuery, limit int) (eventPage, error) {
	page := eventPage{Events: []Event{}, NextAfter: r.after}
	for len(page.Events) < limit && !page.Ended {
		events, err := log.Events(ctx, page.NextAfter, pageRead)
		if err != nil {
			return page, err
		}
		for _, e := range events {
			if len(page.Events) == limit {
				break
			}
			page.NextAfter = e.Seq
			_, page.Ended = e.Data.(*game.SessionEnded)
			if r.shows(e.Data.Type()) {
				page.Events = append(page.Events, ShowEvent(r.session, e))
			}
		}
		if len(events) < pageRead {
			break
		}
	}
	return page, nil
}
