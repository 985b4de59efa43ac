package api

import (
	"net/url"

	"github.com/labstack/echo/v4"

	"ringer/engine/session"
)

// gameReadTokenRequest asks for a read token of a game.
type gameReadTokenRequest struct {
	// ExpiresIn is the token's life in seconds, from 60 to 3600; 900 when it is left out.
	ExpiresIn *int64 `json:"expires_in_s,omitempty" minimum:"60" maximum:"3600" default:"900" example:"900"`
	// Seat binds the token to what one seat may see. Without it the token shows everything,
	// including who is a bot.
	Seat string `json:"seat,omitempty"`
	// View binds the token to what people without a seat may see.
	View viewName `json:"view,omitempty"`
}

// createGameReadToken returns a token for a browser's EventSource, which cannot send a key. Give it
// events_url. With a seat the token shows only what that seat may see, so that a player's page can
// use it. With the view public it shows what people without a seat may see.
//
//	@Summary	Create a read token for a game
//	@OptionalBody	gameReadTokenRequest	"The token's life, and the seat. You may leave it out."
//	@Success	201	{object}	readToken	"The token."
func (s *Server) createGameReadToken(c echo.Context) error {
	life := int64(tokenLife)
	asked := gameReadTokenRequest{ExpiresIn: &life}
	if err := decodeOptional(c, &asked, nil); err != nil {
		return err
	}
	var errs session.Errors
	if checkLife(&errs, life, maxTokenLife); len(errs) > 0 {
		return errs
	}
	row, err := s.desk.Games.Row(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	if err := asked.validate(&row.Roster); err != nil {
		return err
	}
	address := "/v1/games/" + row.ID + "/events?"
	if query := asked.query(); len(query) > 0 {
		address += query.Encode() + "&"
	}
	return s.sendReadToken(c, address, tokenScope(row.ID, asked.Seat, string(asked.View)), true, s.expires(c, life))
}

// validate returns an error unless the token can be made.
func (q *gameReadTokenRequest) validate(r *session.Roster) error {
	_, ok := r.Player(q.Seat)
	switch {
	case q.View != "" && q.View != viewOfPublic:
		return refuse(session.CodeInvalidValue, "/view", "must be public; leave it out for everything")
	case q.View != "" && q.Seat != "":
		return refuse(session.CodeInvalidValue, "/view", "is for people without a seat; send seat or view")
	case q.Seat != "" && !ok:
		return refuse(session.CodeUnknownPlayer, "/seat", r.NotAPlayer(q.Seat))
	}
	return nil
}

// query returns the parameters of the events that the token opens.
func (q *gameReadTokenRequest) query() url.Values {
	values := url.Values{}
	if q.Seat != "" {
		values.Set(asParameter, q.Seat)
	}
	if q.View != "" {
		values.Set(viewParameter, string(q.View))
	}
	return values
}
