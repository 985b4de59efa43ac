package api

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/session"
)

const (
	// gameTokenLife is the life of a game token by default, in seconds: four hours. A link is sent
	// before the game, and must outlive it.
	gameTokenLife    = 14400
	maxGameTokenLife = 86400
)

// gameTokenRequest asks for a game token.
type gameTokenRequest struct {
	// Role says what the token allows.
	Role role `json:"role"`
	// Seat is the player who gets the token, for the role seat: the id of a person.
	Seat string `json:"seat,omitempty"`
	// ExpiresIn is the token's life in seconds, from 60 to 86400; 14400 when it is left out.
	ExpiresIn *int64 `json:"expires_in_s,omitempty" minimum:"60" maximum:"86400" default:"14400" example:"14400"`
}

// gameToken opens a part of the API for one game, without the key.
type gameToken struct {
	Token string `json:"token" validate:"required" example:"gt_AAAAAGl-gIgBSiUnw7AfnXFUHXFVeMUs4qQvOv-tzcvZ2PGFzoGpTUdnYW1fN20yeDVxNnQ0dmtnM3dyYQBHcmVlbg"`
	Role  role   `json:"role" validate:"required"`
	// Seat is the player for whom it speaks; absent for the other roles.
	Seat string `json:"seat,omitempty"`
	// ExpiresAt is when it expires. A token does not outlive the one that asked for it.
	ExpiresAt time.Time `json:"expires_at" validate:"required"`
}

// createGameToken returns a token for a game. Somebody who joins a game by a link must not hold the
// server's key. Give them a token. They send it as Authorization: Bearer, and it opens only the
// routes of this game that their role needs.
//
// A seat reads what it may see. It posts its own lines, votes, signs of typing and survey, and says
// that it leaves. A spectator reads what people without a seat may see. Both read the result after
// the end. An owner may do everything in the game and in the sessions of its bots.
//
// Nothing is stored, so a single token cannot be taken back. It ends when it expires, when the game
// is deleted, or when the key that made it is revoked. After a rotation of the key it lives on.
//
//	@Summary	Create a token for a game
//	@Body	gameTokenRequest	"Who gets the token, and its life."
//	@Success	201	{object}	gameToken	"The token."
func (s *Server) createGameToken(c echo.Context) error {
	life := int64(gameTokenLife)
	asked := gameTokenRequest{ExpiresIn: &life}
	ctx, id := c.Request().Context(), c.Param("id")
	check := func() error {
		row, err := s.desk.Games.Row(ctx, id)
		if err != nil {
			return err
		}
		return asked.validate(&row.Roster)
	}
	if err := decode(c, &asked, check); err != nil {
		return err
	}
	if err := check(); err != nil {
		return err
	}
	g := grant{role: asked.Role, game: id, seat: asked.Seat, key: makerOf(c), expires: s.expires(c, *asked.ExpiresIn)}
	token, err := s.access.gameTokens.grant(ctx, g)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, gameToken{token, g.role, g.seat, s.shownExpiry(g.expires)})
}

// heldAccess is what a request may do with a game.
type heldAccess struct {
	// Role says what the token of the request allows. The server's key is like an owner.
	Role role `json:"role" validate:"required"`
	// Seat is the player for whom the token speaks; absent for the other roles.
	Seat string `json:"seat,omitempty"`
	// ExpiresAt is when the token expires; absent without a token.
	ExpiresAt time.Time `json:"expires_at,omitzero"`
}

// getGameToken returns what the token of this request allows in the game: its role, its seat, and
// how long it lasts. The page that a link opens learns here for whom it speaks.
//
//	@Summary	Get the role of a token
//	@Success	200	{object}	heldAccess	"The role."
func (s *Server) getGameToken(c echo.Context) error {
	if _, err := s.desk.Games.Row(c.Request().Context(), c.Param("id")); err != nil {
		return err
	}
	held := heldAccess{Role: roleOwner}
	if g, ok := grantOf(c); ok {
		held = heldAccess{g.role, g.seat, s.shownExpiry(g.expires)}
	}
	return c.JSON(http.StatusOK, held)
}

// validate returns an error for each value with which no token can be made.
func (q *gameTokenRequest) validate(r *session.Roster) error {
	var errs session.Errors
	switch q.Role {
	case "":
		errs.Add(session.CodeRequired, "/role", "say what the token allows: owner, seat or spectator")
	case roleSeat:
		r.CheckPerson(&errs, q.Seat, "say who gets the token: the id of a player", ", which plays by itself; name the seat of a person")
	case roleOwner, roleSpectator:
		if q.Seat != "" {
			errs.Add(session.CodeInvalidValue, "/seat", "belongs to the role seat only; remove it")
		}
	default:
		errs.Add(session.CodeInvalidValue, "/role", "must be owner, seat or spectator")
	}
	if q.ExpiresIn != nil { // a life of a wrong type was taken out before
		checkLife(&errs, *q.ExpiresIn, maxGameTokenLife)
	}
	return errs.Err()
}
