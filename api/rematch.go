package api

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/journal"
)

// createRematch opens the game that follows one that has ended: the same rules, bots and seats,
// with another seed. Where Ringer runs the rules, people who have left do not play again, and those
// who wait do. A game has one rematch: the same request again returns it.
//
//	@Summary	Play a game again
//	@Success	201	{object}	shownGame	"The rematch is open."
//	@Success	200	{object}	shownGame	"The rematch existed before."
//	@Header	201	{string}	Location	"The address of the rematch."
//	@Header	200	{string}	Location	"The address of the rematch."
func (s *Server) createRematch(c echo.Context) error {
	ctx, id := c.Request().Context(), c.Param("id")
	config, err := s.desk.Rematch(ctx, id)
	if err != nil {
		return err
	}
	tenant, err := s.desk.Games.Tenant(ctx, id) // an owner's token has none
	if err != nil {
		return err
	}
	open := func(ctx context.Context) (journal.Session, bool, error) {
		return s.desk.CreateGame(ctx, tenant, config)
	}
	return s.create(c, len(config.Bots)+len(config.StandIns()), open, func(c echo.Context, status int, row journal.Session, known bool) error {
		setLocation(c, "/v1/games/"+row.ID)
		return s.sendGame(c, status, row, known)
	})
}

// nextGame is the rematch of a game, for whoever holds a token of the game.
type nextGame struct {
	// GameID is the id of the rematch; absent while there is none.
	GameID string `json:"game_id,omitempty"`
	// Role says what the token allows there. A player without a seat there may watch.
	Role role `json:"role,omitempty"`
	// Seat is the player for whom the token speaks; absent for the other roles.
	Seat string `json:"seat,omitempty"`
	// Token opens the rematch. Only requests with the token of a game get one.
	Token string `json:"token,omitempty"`
	// ExpiresAt is when the token expires: with the token of the request.
	ExpiresAt *time.Time `json:"expires_at,omitempty"`
}

// getRematch returns the game that follows this one. A request with the token of this game gets a
// token for the same seat, or the same role, in the rematch. With the server's key, as says whose
// seat you look for.
//
//	@Summary	Get the rematch of a game
//	@Success	200	{object}	nextGame	"The rematch; empty while there is none."
func (s *Server) getRematch(c echo.Context) error {
	ctx := c.Request().Context()
	g, ok := grantOf(c)
	if !ok {
		g.seat = c.QueryParam(asParameter)
	}
	id, seat, err := s.desk.Next(ctx, c.Param("id"), g.seat)
	if err != nil || id == "" || !ok {
		return answer(c, http.StatusOK, nextGame{GameID: id, Seat: seat}, err)
	}
	if g.role == roleSeat && seat == "" {
		g.role = roleSpectator
	}
	g = grant{role: g.role, game: id, seat: seat, key: g.key, expires: g.expires}
	token, err := s.access.gameTokens.grant(ctx, g)
	expires := s.shownExpiry(g.expires)
	return answer(c, http.StatusOK, nextGame{id, g.role, g.seat, token, &expires}, err)
}
