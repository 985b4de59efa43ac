package api

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// Event is an event as the API shows it.
type Event struct {
	Seq       int64        `json:"seq"`
	Type      session.Type `json:"type"`
	At        time.Time    `json:"at"`
	Version   int          `json:"v"`
	SessionID string       `json:"session_id"`
	// Cursor is the seq up to which the bot had read the log when it decided this. Events of the
	// platform have none.
	Cursor int64 `json:"cursor,omitempty"`
	// MessageID is the id of the message in the event.
	MessageID string `json:"message_id,omitempty"`
	// ClockShift is by how many milliseconds the server's clock had been set forward, or back if it
	// is negative, since its database was made. Subtract it from `at` to get times that never jump.
	ClockShift int64           `json:"clock_shift_ms,omitempty"`
	Data       session.Payload `json:"data"`
	// game says that SessionID is the id of a game.
	game bool
	// id is the cursor behind the event: its seq, or what a view has in place of it.
	id int64
}

// shown returns an event in the form in which it is sent.
func (e Event) shown() any {
	if !e.game {
		return e
	}
	return GameEvent{
		Seq: e.Seq, Type: e.Type, At: e.At, Version: e.Version, GameID: e.SessionID, Cursor: e.Cursor, MessageID: e.MessageID, ClockShift: e.ClockShift, Data: e.Data,
	}
}

// ShowEvent returns an event of a session as the API shows it.
func ShowEvent(sessionID string, e session.Event) Event {
	return Event{
		Seq: e.Seq, Type: e.Data.Type(), At: e.At, Version: session.EventVersion, SessionID: sessionID, Cursor: e.Cursor, MessageID: e.MessageID(sessionID),
		ClockShift: e.Shift.Milliseconds(), Data: e.Data, id: e.Seq,
	}
}

// eventPage is a part of a log.
type eventPage struct {
	Events []Event `json:"events"`
	// NextAfter is the last seq that was read, whether it was shown or filtered out. Use it as the
	// after of the next page.
	NextAfter int64 `json:"next_after"`
	// Ended says that no more events follow.
	Ended bool `json:"ended"`
	// read is the seq up to which the log was read, and place is how far it was shown.
	read  int64
	place game.Place
	// bytes is about how many bytes the events have.
	bytes int
	// cut says that the page is shorter than asked, since reading it takes much, and that the log
	// probably goes on.
	cut bool
}

// shown returns the page in the form in which it is sent.
func (p eventPage) shown() any {
	if len(p.Events) == 0 || !p.Events[0].game {
		return p
	}
	page := gameEventPage{NextAfter: p.NextAfter, Ended: p.Ended}
	for _, e := range p.Events {
		page.Events = append(page.Events, e.shown().(GameEvent))
	}
	return page
}

// standardTypes are the types of events that a platform acts on.
var standardTypes = []session.Type{"message.sent", "typing.started", "typing.stopped", "vote.cast", "session.ended"}

// logQuery is what a client wants to read of a log.
type logQuery struct {
	session string
	// request is the id of the request.
	request string
	after   int64
	// place is how far the reader of a view has come.
	place game.Place
	// bytes is how many bytes of events the reader has got of this part.
	bytes int
	types []session.Type // nil for all
	// awaited are the types that end a wait; nil means all that are shown.
	awaited []session.Type
	// finished says that no events follow after. logQuery holds this flag and not the whole session
	// row, since a stream keeps its arguments on its stack. The runtime shrinks that stack to 8 KiB
	// only if they are small.
	finished bool
	// ended says that the session has ended.
	ended bool
	// behind says that the log goes on after the cursor for more than one read.
	behind bool
	// snapshot says that the stream begins with a snapshot.
	snapshot bool
	// game says that the log is a game's.
	game bool
	// view is the part of the log that the reader may see; nil for all of it.
	view logView
}

// show returns an event as the reader sees it, and whether the reader may see it.
func (r logQuery) show(ctx context.Context, e session.Event) (session.Event, bool, error) {
	if r.view == nil {
		return e, true, nil
	}
	return r.view.show(ctx, e)
}

// wants reports whether the reader wants an event.
func (r logQuery) wants(e session.Event) bool {
	return r.types == nil || slices.Contains(r.types, e.Data.Type())
}

// event returns an event of the log as the API shows it. at is the place behind it.
func (r logQuery) event(e session.Event, at game.Place) Event {
	shown := ShowEvent(r.session, e)
	shown.game = r.game
	if s := r.seals(); s != nil {
		shown.Seq, shown.id = at.Number, s.Cursor(at)
	}
	return shown
}

// maxWait bounds a long poll: proxies cut a request after 60 s.
const maxWait = 55 * time.Second

// getEvents returns the log of the session, as a page, or as a long poll with wait. Skip events of
// types that you do not know: later versions add types.
//
// With the header Accept: text/event-stream, the answer is the stream of
// `/v1/sessions/{id}/stream`.
//
//	@Summary	Read the events
//	@Success	200	{object}	eventPage	"A page."
func (s *Server) getEvents(c echo.Context) error {
	r, err := s.parseLogQuery(c)
	if err != nil {
		return err
	}
	return s.sendEvents(c, r)
}

// sendEvents answers with a page of the log, or follows it as a stream.
func (s *Server) sendEvents(c echo.Context, r logQuery) error {
	if media, _ := preferredMedia(c.Request().Header, eventOffers); media == mimeEventStream {
		return s.stream(c, r)
	}
	if r.finished {
		return c.JSON(http.StatusOK, eventPage{Events: []Event{}, NextAfter: r.cursor(r.after, r.place), Ended: true})
	}
	log, limit := s.engine.Listen(r.session), int(queryNumber(c, "limit", 100))
	defer log.Close()
	page, err := s.poll(c.Request().Context(), log, r, limit, min(queryWait(c), s.tokenLife(c)))
	if err != nil {
		return err
	}
	s.reached(r, page.read, page.place)
	if !page.cut {
		return c.JSON(http.StatusOK, page.shown())
	}
	return s.sendPage(c, log, r, page, limit)
}

// parseLogQuery reads the query: the cursor, which Last-Event-ID overrides, and the types.
func (s *Server) parseLogQuery(c echo.Context) (logQuery, error) {
	r := logQuery{session: c.Param("id"), request: requestIDOf(c), types: standardTypes}
	row, err := s.desk.Row(c.Request().Context(), r.session)
	if err != nil {
		return r, err
	}
	if v := s.standardViewOf(c, row); v != nil {
		r.view = v
	}
	r.snapshot = c.QueryParam("snapshot") == "true" && c.QueryParam("after") == "" && c.Request().Header.Get(headerLastEventID) == ""
	if err := s.parseCursor(c, &r, row); err != nil {
		return r, err
	}
	if text := c.QueryParam("types"); text != "" {
		if r.types = parseTypes(text); r.types == nil { // a wait that ends with what the client has just posted is none
			r.awaited = standardTypes
		}
	}
	return r, nil
}

// parseCursor reads where the log is to be read from.
func (s *Server) parseCursor(c echo.Context, r *logQuery, row journal.Session) (err error) {
	r.after = queryNumber(c, "after", 0)
	cursor := "after"
	if id := c.Request().Header.Get(headerLastEventID); id != "" {
		cursor = headerLastEventID
		if r.after, err = parseSeq(id); err != nil {
			return err
		}
	}
	if r.seals() != nil {
		if err := s.locate(c.Request().Context(), r, cursor, row.LastSeq); err != nil {
			return err
		}
	} else if r.after > row.LastSeq {
		return refuse(codeInvalidCursor, cursor, "is after the last event; it belongs to another log")
	}
	r.ended = row.Status == journal.Ended
	r.finished = !r.snapshot && r.ended && r.after == row.LastSeq
	r.behind = !r.snapshot && row.LastSeq-r.after > eventsPerRead
	return nil
}

// parseTypes returns the types of a list; nil for all.
func parseTypes(text string) (types []session.Type) {
	for name := range strings.SplitSeq(text, ",") {
		if name == "*" || name == "" {
			continue
		}
		types = append(types, session.Type(name))
	}
	return types
}

var (
	// streamQuery are the parameters of a stream.
	streamQuery = []parameter{seqParameter("after"), typesParameter, oneOf("snapshot", "true", "false"), anyText(tokenParameter)}
	// eventQuery are the parameters of a page, which may also be asked for as a stream.
	eventQuery = append(slices.Clip(streamQuery), wholeNumber("limit", 1, 1000), waitParameter)
)

// typesParameter names the types of events to show.
var typesParameter = parameter{"types", codeInvalidParameter, func(text string) string { return checkTypes(text, eventTypes()) }}

// checkTypes returns what is wrong with a list of types; empty if each of them is known.
func checkTypes(text string, known []string) string {
	for name := range strings.SplitSeq(text, ",") {
		if text != "*" && !slices.Contains(known, name) {
			return session.NotAmong(name, "a type of event", known, "separate several with commas, or use * for all")
		}
	}
	return ""
}

// eventTypes returns the types of events, those that a platform acts on first.
func eventTypes() (names []string) {
	for _, t := range standardTypes {
		names = append(names, string(t))
	}
	for _, p := range Payloads() {
		if !slices.Contains(standardTypes, p.Type()) {
			names = append(names, string(p.Type()))
		}
	}
	return names
}

// waitParameter is how long a request waits for an event or for the end of a vote.
var waitParameter = parameter{"wait", codeInvalidParameter, func(text string) string {
	if wait, err := time.ParseDuration(text); err != nil || wait < 0 || wait > maxWait {
		return "must be a duration from 0s to 55s, such as 20s"
	}
	return ""
}}

// queryWait returns the wait of a query; zero when it is left out.
func queryWait(c echo.Context) time.Duration {
	wait, _ := time.ParseDuration(c.QueryParam("wait"))
	return wait
}
