package api

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// postGameMessages stores one message, or up to 100 as `messages`, all or none. Each bot that may
// see a message gets it in the same step. The bots' own messages need no post: the echo of one
// stores nothing.
//
//	@Summary	Post messages to a game
//	@Body	messageBody	"One message, or several as messages."
//	@Success	202	{object}	postedMessages	"The messages are stored, in the order of the request."
func (s *Server) postGameMessages(c echo.Context) error {
	post, checkPosts := s.desk.Games.Post, desk.CheckPosts
	if g, ok := grantOf(c); ok && g.role == roleSeat {
		post, checkPosts = s.desk.PostPerson, desk.CheckPersonPosts // no platform has judged whether the player may speak
	}
	posts, pointer, err := readPosts(c, s.desk.Games, checkPosts)
	if err == nil {
		err = allowanceOf(c).use(c, useLines, len(posts))
	}
	if err == nil {
		err = s.countPosts(c, s.desk.Games, len(posts))
	}
	if err != nil {
		return err
	}
	began := time.Now()
	done, err := post(c.Request().Context(), c.Param("id"), posts, pointer)
	if err != nil {
		return err
	}
	s.tracePosts(c, began, done)
	if err := s.asSeen(c, done); err != nil {
		return err
	}
	return c.JSON(http.StatusAccepted, s.posted(done))
}

// postGameObservation stores something that happened other than a message. Every bot that it
// concerns gets it in the same step. The kind private_info needs the seat of the bot that learned
// it. With the kinds muted and unmuted a seat names one bot.
//
//	@Summary	Post an observation to a game
//	@Body	desk.GameObservation	"What happened."
//	@Success	202	{object}	desk.Posted	"The observation is stored."
func (s *Server) postGameObservation(c echo.Context) error {
	var o desk.GameObservation
	ctx, id := c.Request().Context(), c.Param("id")
	check := func() error { return s.desk.Games.Check(ctx, id, o.Validate) }
	if err := decode(c, &o, check); err != nil {
		return err
	}
	if o.Kind == session.PlayerTyping {
		if err := allowanceOf(c).use(c, useTyping, 1); err != nil {
			return err
		}
	}
	observe := s.desk.Games.Observe
	g, ok := grantOf(c)
	switch {
	case ok && g.role == roleSeat:
		observe = s.desk.ObservePerson
	case ok && g.role == roleSpectator:
		observe = s.desk.Wait
	}
	done, err := observe(ctx, id, o)
	if err == nil && ok && g.role == roleSpectator {
		done.Token, err = s.access.gameTokens.grant(ctx, grant{role: roleSeat, game: id, seat: o.Player.ID, key: g.key, expires: g.expires})
		err = journal.AfterWrite(err)
	}
	if err != nil {
		return err
	}
	s.warned(done.Warnings)
	return s.sendSeen(c, done)
}
