package api

import (
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/game"
	"ringer/engine/session"
)

// GameEvent is a line of the log of a game.
type GameEvent struct {
	// Seq is the place in the log: 1, 2, 3… In a view it counts what the view shows.
	Seq     int64        `json:"seq"`
	Type    session.Type `json:"type"`
	At      time.Time    `json:"at"`
	Version int          `json:"v"`
	GameID  string       `json:"game_id"`
	// Cursor is the seq up to which the log had been read when Ringer decided this by itself. Views
	// have none.
	Cursor int64 `json:"cursor,omitempty"`
	// MessageID is the id of the message in the event.
	MessageID string `json:"message_id,omitempty"`
	// ClockShift is by how many milliseconds the server's clock had been set forward, or back if it
	// is negative, since its database was made. Subtract it from `at` to get times that never jump.
	ClockShift int64           `json:"clock_shift_ms,omitempty"`
	Data       session.Payload `json:"data"`
}

// gameEventPage is a part of the log of a game.
type gameEventPage struct {
	Events []GameEvent `json:"events"`
	// NextAfter is the after of the next page. For a whole log it is the last seq that was read.
	// For a view it is an opaque number, which only moves when the view has shown something.
	NextAfter int64 `json:"next_after"`
	// Ended says that no more events follow.
	Ended bool `json:"ended"`
}

// GamePayloads returns an empty payload for each type of event in the log of a game.
func GamePayloads() []session.Payload { return game.Payloads() }

var (
	gameTypesParameter = parameter{"types", codeInvalidParameter, func(text string) string { return checkTypes(text, gameEventTypes()) }}
	// gameStreamQuery are the parameters of the stream of a game.
	gameStreamQuery = []parameter{seqParameter("after"), gameTypesParameter, anyText(asParameter), oneOf(viewParameter, string(viewOfPublic)), anyText(tokenParameter)}
	gameEventQuery  = append(slices.Clip(gameStreamQuery), wholeNumber("limit", 1, 1000), waitParameter)
)

func gameEventTypes() (names []string) {
	for _, t := range gameTypes() {
		names = append(names, string(t))
	}
	return names
}

// getGameEvents returns what happens at the game, as a page, or as a long poll with wait: what
// people and bots say, votes, phases and the end. Skip events of types that you do not know. With
// as it shows what one seat may see, and with view=public what a person without a seat may see.
// Neither says of anybody that they are a bot: they number only what they show, and show nobody
// typing.
//
// With the header Accept: text/event-stream, the answer is the stream of `/v1/games/{id}/stream`.
//
//	@Summary	Read the events of a game
//	@Success	200	{object}	gameEventPage	"A page."
func (s *Server) getGameEvents(c echo.Context) error {
	r, err := s.parseGameQuery(c)
	if err != nil {
		return err
	}
	return s.sendEvents(c, r)
}

// streamGameEvents returns what happens at the game as server-sent events, from the beginning and
// then live. A reader that comes back sends the id of the last event that it has seen as
// Last-Event-ID, and misses nothing. Stop at the event game.ended.
//
//	@Summary	Follow the events of a game
//	@Success	200	{string}	string	"A stream."
//	@Success	204	"The game has ended, and the stream was read to its end. Do not come back."
func (s *Server) streamGameEvents(c echo.Context) error {
	r, err := s.parseGameQuery(c)
	if err != nil {
		return err
	}
	return s.stream(c, r)
}

// parseGameQuery reads the query of a game's events.
func (s *Server) parseGameQuery(c echo.Context) (logQuery, error) {
	r := logQuery{session: c.Param("id"), request: requestIDOf(c), game: true}
	row, err := s.desk.Games.Row(c.Request().Context(), r.session)
	if err != nil {
		return r, err
	}
	view, err := s.gameViewOf(c, row)
	if err != nil {
		return r, err
	}
	if view != nil { // a nil view in the interface would not be nil
		r.view = view
	}
	if err := s.parseCursor(c, &r, row); err != nil {
		return r, err
	}
	r.types = logTypes
	if text := c.QueryParam("types"); text != "" {
		r.types = parseTypes(text)
	}
	return r, nil
}

// logTypes are the types of what happens at a game, without the thoughts of its moderator.
var logTypes = slices.DeleteFunc(gameTypes(), func(t session.Type) bool { return strings.HasPrefix(string(t), "thought.") })

func gameTypes() (types []session.Type) {
	for _, p := range game.Payloads() {
		types = append(types, p.Type())
	}
	return types
}
