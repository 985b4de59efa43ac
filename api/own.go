package api

import (
	"errors"
	"fmt"
	"slices"

	"github.com/labstack/echo/v4"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// ownCheck returns an error unless a body speaks for one seat alone. It comes before every check
// that knows the game: those tell who is a bot.
type ownCheck func(s *Server, c echo.Context, body any, seat string) error

// notOwn refuses a value that is not the seat's own.
func notOwn(pointer, detail string) error { return refuse(codeTokenScope, pointer, detail) }

// onlySeat refuses another seat than the token's.
func onlySeat(pointer, given, seat string) error {
	if given != seat {
		return notOwn(pointer, fmt.Sprintf("must be %s, the seat of this token", session.Quoted(seat)))
	}
	return nil
}

func ownMessages(_ *Server, _ echo.Context, body any, seat string) error {
	posts, pointer, err := body.(*messageBody).posts()
	if err != nil {
		return err
	}
	for i, p := range posts {
		if p.Kind != "" && p.Kind != session.FromPlayer {
			return notOwn(pointer(i)+"/kind", "must be player: the token of a seat says the lines of its player")
		}
		if p.History {
			return notOwn(pointer(i)+"/history", "is for the platform; a player says lines now")
		}
		if p.SentAt != nil {
			return notOwn(pointer(i)+"/sent_at", "is for the platform, since models read the time; leave it out")
		}
		if err := onlySeat(pointer(i)+"/sender", p.Sender, seat); err != nil {
			return err
		}
	}
	return nil
}

// ownObservation also keeps a player from telling others something where the player may not speak.
// A spectator, who has no seat, may only wait for the next game.
func ownObservation(s *Server, c echo.Context, body any, seat string) error {
	o := body.(*desk.GameObservation)
	if seat == "" {
		if o.Kind != session.PlayerJoined || o.Player == nil || o.Seat != "" || o.Text != "" {
			return notOwn("/kind", "must be joined, with a player, where late is next: the token of a spectator says nothing else")
		}
		return nil
	}
	if !slices.Contains([]session.ObservationKind{session.PlayerTyping, session.PlayerLeft, session.PlayerJoined}, o.Kind) || o.Seat != "" || o.Text != "" {
		return notOwn("/kind", "must be typing or left, or joined after the player was away, without a seat and a text: the token of a seat says nothing else")
	}
	if o.Player == nil {
		return notOwn("/player", fmt.Sprintf("must be %s, the seat of this token", session.Quoted(seat)))
	}
	if err := onlySeat("/player", o.Player.ID, seat); err != nil || o.Kind == session.PlayerLeft {
		return err
	}
	row, err := s.desk.Games.Row(c.Request().Context(), c.Param("id"))
	if err == nil && o.Kind == session.PlayerJoined && !s.desk.Rejoins(c.Request().Context(), &row, *o) {
		return notOwn("/kind", "is for a player who is away, and this one is not; go on without it")
	}
	if err == nil && o.Kind == session.PlayerTyping && row.Status == journal.Open && !row.Roster.MaySpeak(seat) {
		return refuse(session.CodeMayNotSpeak, "/player", "may not speak now, so nobody sees them typing; wait for the next phase")
	}
	return err
}

// ownCast also hides votes in which the seat is not asked, such as those of a night. Everybody
// knows of accusations, and whoever has accused may say so again.
func ownCast(s *Server, c echo.Context, body any, seat string) error {
	if err := onlySeat("/seat", body.(*desk.GameCast).Seat, seat); err != nil {
		return err
	}
	v, err := s.desk.GameVote(c.Request().Context(), c.Param("id"), c.Param("vid"))
	if errs, ok := errors.AsType[session.Errors](err); ok && errs[0] == desk.ErrNoGameVote[0] {
		return nil // an accusation, or the handler refuses it
	}
	if err == nil && !slices.Contains(v.Seats, seat) && !desk.IsAccusation(v.ID) {
		return desk.ErrNoGameVote
	}
	return err
}

func ownSurvey(_ *Server, _ echo.Context, body any, seat string) error {
	return onlySeat("/seat", body.(*session.Survey).Seat, seat)
}
