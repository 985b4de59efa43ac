package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/feed"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// DeletedEvent says that a session or game was deleted. It is in the feed alone.
type DeletedEvent struct {
	// Seq is the place behind the last event that the log had.
	Seq  int64        `json:"seq"`
	Type session.Type `json:"type"`
	At   time.Time    `json:"at"`
	// SessionID is the id of the session that was deleted.
	SessionID string `json:"session_id,omitempty"`
	// GameID is the id of the game that was deleted.
	GameID string `json:"game_id,omitempty"`
}

// feedPage is a part of the feed of a tenant.
type feedPage struct {
	// Events are the events of sessions and games. Those of one log are in the order of their seqs.
	Events []any `json:"events"`
	// Cursor is the place behind this page. Use it for the next one, also when this one is empty.
	Cursor string `json:"cursor"`
	// More says that more events can be read at once.
	More bool `json:"more"`
}

// feedQuery is what a client wants to read of the feed.
type feedQuery struct {
	at     feed.Place
	filter feed.Filter
	// awaits reports whether an event ends a wait.
	awaits func(session.Type) bool
}

const (
	cursorParameter = "cursor"
	// earliest is the cursor before all that the feed still has.
	earliest = "earliest"
	// maxFilter bounds the ids of a filter.
	maxFilter = 100
)

// getFeed returns what happens in all sessions and games of the key's tenant, as a page, or as a
// long poll with wait. It has the same events as the events of each session and game, in the same
// order, and none twice. Keep the cursor of each page. It skips no event, also when several servers
// store events at the same time. Without a cursor the feed begins now. With cursor=earliest it
// begins with the oldest event that it still has.
//
// Events of a session that belongs to a game are left out, since the game has them, unless session
// names it. When a session or game is deleted, session.deleted or game.deleted says so.
//
// With the header Accept: text/event-stream, the answer is a stream. The id of each event is its
// cursor. A reader that comes back sends the last id as Last-Event-ID, and misses nothing.
//
//	@Summary	Read the events of all sessions and games
//	@Success	200	{object}	feedPage	"A page."
func (s *Server) getFeed(c echo.Context) error {
	if media, _ := preferredMedia(c.Request().Header, eventOffers); media == mimeEventStream {
		return s.streamFeed(c)
	}
	log := s.engine.ListenTenant(tenantOf(c), nil)
	defer log.Close()
	q, err := s.parseFeedQuery(c, log)
	if err != nil {
		return err
	}
	page, err := s.pollFeed(c.Request().Context(), log, q, int(queryNumber(c, "limit", 100)), queryWait(c))
	if err != nil {
		return shownFeedError(err)
	}
	return c.JSON(http.StatusOK, page)
}

// pollFeed returns the next page. It waits for an event that ends the wait, for at most wait.
func (s *Server) pollFeed(ctx context.Context, log *feed.Tenant, q feedQuery, limit int, wait time.Duration) (feedPage, error) {
	timeout := time.NewTimer(wait)
	defer timeout.Stop()
	page := feedPage{Events: []any{}}
	awaited := false
	for {
		items, next, more, err := log.Read(ctx, q.at, q.filter, limit-len(page.Events))
		if err != nil && len(page.Events) == 0 {
			return page, err
		}
		q.at = next
		for _, item := range items {
			page.Events = append(page.Events, shownItem(item))
			awaited = awaited || q.awaits(itemType(item))
		}
		page.Cursor, page.More = q.at.String(), more
		switch {
		case err != nil, len(page.Events) == limit:
			return page, nil
		case more:
			continue
		case awaited:
			return page, nil
		}
		if grown, err := s.awaitMore(ctx, log.C, timeout.C); !grown {
			return page, err
		}
	}
}

func (s *Server) streamFeed(c echo.Context) error {
	return s.follow(c, func(st *stream) (streamSource, error) {
		source := &feedSource{server: s, request: requestIDOf(c), log: s.engine.ListenTenant(tenantOf(c), st.wake)}
		var err error
		source.query, err = s.parseFeedQuery(c, source.log)
		if err == nil { // before the head of the stream, while it can be refused
			_, _, _, err = source.log.Read(c.Request().Context(), source.query.at, source.query.filter, 1)
		}
		return source, shownFeedError(err)
	})
}

// feedSource is the feed of a tenant as a stream sends it.
type feedSource struct {
	server  *Server
	request string
	log     *feed.Tenant
	query   feedQuery
}

// feedPause is the pause after a read that has found much, so that the next one finds more: each
// takes two queries. A reader of few events does not wait.
const (
	feedPause  = 2 * time.Millisecond
	manyEvents = 8
)

// next implements streamSource. It reads the database, in a blocking section.
func (f *feedSource) next(ctx context.Context) (part streamPage, err error) {
	f.server.crew.block(func() {
		var items []feed.Item
		q := &f.query
		if items, q.at, part.more, err = f.log.Read(ctx, q.at, q.filter, eventsPerRead); err != nil {
			return
		}
		part.blocks, err = itemBlocks(items)
		if len(items) > manyEvents && !part.more {
			time.Sleep(feedPause)
		}
	})
	return part, err
}

// itemBlocks returns events as blocks to write.
func itemBlocks(items []feed.Item) (blocks [][]byte, err error) {
	var block []byte
	for i, item := range items {
		if block, err = appendBlock(block, itemType(item), shownItem(item), item.After.String()); err != nil {
			return nil, err
		}
		if len(block) >= blockSize || i == len(items)-1 {
			blocks, block = append(blocks, block), nil
		}
	}
	return blocks, nil
}

func (f *feedSource) close() { f.log.Close() }

func (f *feedSource) lose(err error) {
	f.server.log.Error("a stream lost the feed; its reader will resume", "request_id", f.request, "error", err)
}

func itemType(item feed.Item) session.Type {
	if item.Deleted {
		return feed.DeletedType(item.Kind)
	}
	return item.Data.Type()
}

// shownItem returns an event of the feed in the form in which it is sent.
func shownItem(item feed.Item) any {
	if !item.Deleted {
		e := ShowEvent(item.Log, item.Event)
		e.game = item.Kind == journal.OfGame
		return e.shown()
	}
	e := DeletedEvent{Seq: item.Seq, Type: itemType(item), At: item.At}
	if item.Kind == journal.OfGame {
		e.GameID = item.Log
	} else {
		e.SessionID = item.Log
	}
	return e
}

func shownFeedError(err error) error {
	if errors.Is(err, feed.ErrPruned) {
		return refuse(codeCursorExpired, cursorParameter, "is older than what the feed keeps; read what you have missed from the events of each session and game, and begin again without a cursor, or with cursor=earliest")
	}
	return err
}

// parseFeedQuery reads the query: the cursor, which Last-Event-ID overrides, and the filters.
func (s *Server) parseFeedQuery(c echo.Context, log *feed.Tenant) (q feedQuery, err error) {
	q.filter.Types, q.awaits = feedTypes, func(session.Type) bool { return true }
	if text := c.QueryParam("types"); text != "" {
		types := parseTypes(text)
		q.filter.Types = func(journal.LogKind) []session.Type { return types }
		if types == nil { // a wait that ends with what the client has just posted is none
			q.awaits = func(t session.Type) bool {
				return slices.Contains(feedTypes(journal.OfSession), t) || slices.Contains(feedTypes(journal.OfGame), t)
			}
		}
	}
	for _, name := range []string{"session", "game"} {
		if text := c.QueryParam(name); text != "" {
			q.filter.Logs = append(q.filter.Logs, strings.Split(text, ",")...)
		}
	}
	parameter, cursor := headerLastEventID, c.Request().Header.Get(headerLastEventID)
	if cursor == "" {
		parameter, cursor = cursorParameter, c.QueryParam(cursorParameter)
	}
	if cursor == "" {
		q.at, err = log.End(c.Request().Context())
	} else {
		q.at, err = placeOf(c.Request().Context(), log, parameter, cursor)
	}
	return q, err
}

// placeOf returns the place that a cursor names.
func placeOf(ctx context.Context, log *feed.Tenant, pointer, cursor string) (feed.Place, error) {
	if cursor == earliest {
		return log.Start(ctx)
	}
	at, err := feed.ParsePlace(cursor)
	if err != nil {
		return at, refuse(codeInvalidCursor, pointer, badCursor)
	}
	end, err := log.End(ctx)
	if err == nil && at.Behind(end.Mark) {
		err = refuse(codeInvalidCursor, pointer, "is behind the end of this feed; it belongs to another tenant or database")
	}
	return at, err
}

const badCursor = "must be the cursor of a page, the id of an event in a stream, or earliest"

// sessionFeedTypes and gameFeedTypes are the types that are shown of a log without the parameter
// types.
var (
	sessionFeedTypes = append(slices.Clip(standardTypes), feed.DeletedType(journal.OfSession))
	gameFeedTypes    = append(slices.Clip(logTypes), feed.DeletedType(journal.OfGame))
)

// feedTypes returns the types of events to show of a kind of log.
func feedTypes(kind journal.LogKind) []session.Type {
	if kind == journal.OfGame {
		return gameFeedTypes
	}
	return sessionFeedTypes
}

// feedEventTypes returns the types of events in the feed, those that a platform acts on first.
func feedEventTypes() []string {
	names := append(eventTypes(), string(feed.DeletedType(journal.OfSession)), string(feed.DeletedType(journal.OfGame)))
	for _, name := range gameEventTypes() {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// idsParameter takes ids that begin with a prefix.
func idsParameter(name, prefix string) parameter {
	return parameter{name, codeInvalidParameter, func(text string) string {
		ids := strings.Split(text, ",")
		if len(ids) > maxFilter {
			return "has more than 100 ids; leave it out, and skip what you do not want"
		}
		for _, id := range ids {
			if !strings.HasPrefix(id, prefix) {
				return "must be an id that begins with " + prefix + ", or several with commas between them"
			}
		}
		return ""
	}}
}

// feedParameters are the query parameters of the feed.
var feedParameters = []parameter{
	{cursorParameter, codeInvalidCursor, func(text string) string {
		if _, err := feed.ParsePlace(text); err != nil && text != earliest {
			return badCursor
		}
		return ""
	}},
	{"types", codeInvalidParameter, func(text string) string { return checkTypes(text, feedEventTypes()) }},
	idsParameter("session", "ses_"), idsParameter("game", gamePrefix), wholeNumber("limit", 1, 1000), waitParameter,
}
