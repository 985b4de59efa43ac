package api

import (
	"context"
	"fmt"

	"github.com/labstack/echo/v4"

	"ringer/engine/desk"
	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/session"
)

const (
	asParameter   = "as"
	viewParameter = "view"
)

// viewName names a part of a game's log.
type viewName string

// The views.
const (
	viewOfPublic viewName = "public" // what people without a seat may see
)

// logView is what a reader sees of a log who may not see everything.
type logView interface {
	// show returns an event as the reader sees it, and whether the reader sees it at all.
	show(ctx context.Context, e session.Event) (session.Event, bool, error)
}

// gameView is what one seat, or people without a seat, see of a game.
type gameView struct {
	game.View
	desk *desk.Desk
}

func (v *gameView) show(ctx context.Context, e session.Event) (session.Event, bool, error) {
	if v.Seals != nil && e.Seq > game.MaxSealed {
		return e, false, refuse(codeInvalidCursor, "after", fmt.Sprintf("the game has more than %d events, and views show no more of it; read the whole log with the server's key", game.MaxSealed))
	}
	return v.Show(e, func(id string) (game.Vote, error) { return v.desk.Asked(ctx, v.GameID, id) })
}

// viewOf returns the view of a seat; that of people without a seat for an empty one.
func (s *Server) viewOf(ctx context.Context, row journal.Session, seat string) (*gameView, error) {
	key, err := s.desk.ViewKey(ctx, row.ID)
	return &gameView{game.View{GameID: row.ID, Roster: row.Roster, Seat: seat, Seals: game.NewSeals(key, seat)}, s.desk}, err
}

// gameViewOf returns the view that a request asks for, or that its token allows; nil for the whole
// log.
func (s *Server) gameViewOf(c echo.Context, row journal.Session) (*gameView, error) {
	seat, view := c.QueryParam(asParameter), viewName(c.QueryParam(viewParameter))
	g, _ := grantOf(c)
	switch {
	case g.role == roleSeat && (seat != "" && seat != g.seat || view != ""):
		return nil, refuse(codeTokenScope, asParameter, "is fixed by this token to "+session.Quoted(g.seat)+"; leave as and view out")
	case g.role == roleSpectator && seat != "":
		return nil, refuse(codeTokenScope, asParameter, "belongs to players, and this token is of a spectator; leave it out")
	case seat != "" && view != "":
		return nil, refuse(codeInvalidParameter, viewParameter, "is for people without a seat; send as or view")
	case g.role == roleSeat:
		seat = g.seat
	case g.role == roleSpectator:
		view = viewOfPublic
	}
	if view == viewOfPublic {
		return s.viewOf(c.Request().Context(), row, "")
	}
	if seat == "" {
		return nil, nil
	}
	if _, ok := row.Roster.Player(seat); !ok {
		return nil, refuse(session.CodeUnknownPlayer, asParameter, row.Roster.NotAPlayer(seat))
	}
	return s.viewOf(c.Request().Context(), row, seat)
}
