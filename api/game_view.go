package api

import (
	"context"

	"github.com/labstack/echo/v4"

	"ringer/engine/game"
	"ringer/engine/journal"
	tables "ringer/engine/table"
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
	show(ctx context.Context, e game.Event) (game.Event, bool)
}

// seatView is what one seat sees of a game.
type seatView struct {
	game, seat string
	roster     game.Roster
}

func (v *seatView) show(_ context.Context, e game.Event) (game.Event, bool) {
	return tables.Show(v.game, &v.roster, v.seat, e)
}

// spectatorView is what people without a seat see of a game.
type spectatorView struct {
	game   string
	roster game.Roster
	// state returns the state of the game now. It says of which votes all players know.
	state func(ctx context.Context, id string) (*tables.State, error)
}

func (v *spectatorView) show(ctx context.Context, e game.Event) (game.Event, bool) {
	return tables.ShowPublic(v.game, &v.roster, func(vote string) bool {
		state, err := v.state(ctx, v.game)
		if err != nil {
			return false // rather no vote than one of a few
		}
		found, _ := state.Vote(vote)
		return found.Public
	}, e)
}

// gameViewOf returns the view that a request asks for, or that its token allows; nil for the whole
// log.
func (s *Server) gameViewOf(c echo.Context, row journal.Session) (logView, error) {
	seat, view := c.QueryParam(asParameter), viewName(c.QueryParam(viewParameter))
	g, _ := grantOf(c)
	switch {
	case g.role == roleSeat && (seat != "" && seat != g.seat || view != ""):
		return nil, refuse(codeTokenScope, asParameter, "is fixed by this token to "+game.Quoted(g.seat)+"; leave as and view out")
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
		return &spectatorView{row.ID, row.Roster, s.desk.TableState}, nil
	}
	if seat == "" {
		return nil, nil
	}
	if _, ok := row.Roster.Player(seat); !ok {
		return nil, refuse(game.CodeUnknownPlayer, asParameter, row.Roster.NotAPlayer(seat))
	}
	return &seatView{row.ID, seat, row.Roster}, nil
}
