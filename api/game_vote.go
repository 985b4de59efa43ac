package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// postGameVote asks the bots of a game for a decision.
//
//	@Summary		Ask a game to vote
//	@Description	Asks all bots of the game, or the seats that you name. Each bot answers by
//	@Description	itself, before the deadline. Post what people vote to the same vote. The
//	@Description	answers come one by one as events, and together in the vote. The vote is cast
//	@Description	once every seat that was asked has answered.
//	@Description
//	@Description	Without options each seat may choose the other players who are in the game.
//	@Description	Give each vote an id of your own. Then you may repeat the request.
//	@ID				postGameVote
//	@Tags			Games
//	@Accept			json
//	@Produce		json
//	@Param			id		path		string					true	"The id of the game."
//	@Param			wait	query		string					false	"How long to wait for all answers, at most 55s."	default(0s)
//	@Param			body	body		desk.GameVoteRequest	true	"The question, the allowed answers and the deadline."
//	@Success		202		{object}	desk.GameVote			"The vote is open, or it is over without all answers."
//	@Success		200		{object}	desk.GameVote			"Every seat that was asked has answered."
//	@Router			/v1/games/{id}/votes [post]
func (s *Server) postGameVote(c echo.Context) error {
	var q desk.GameVoteRequest
	ctx, id := c.Request().Context(), c.Param("id")
	check := func() error { return s.desk.Games.Check(ctx, id, s.desk.CheckGameVote(q)) }
	if err := decode(c, &q, check); err != nil {
		return err
	}
	v, err := s.desk.AskGame(ctx, id, q)
	if err != nil {
		return err
	}
	s.warned(v.Warnings)
	if wait := queryWait(c); wait > 0 && v.Status == session.VoteOpen {
		known, warnings := v.Duplicate, v.Warnings
		if v, err = s.engine.AwaitGameVote(ctx, id, v.ID, wait, s.draining); err != nil {
			return journal.AfterWrite(err)
		}
		v.Duplicate, v.Warnings = known, warnings
	}
	status := http.StatusAccepted
	if v.Status == session.VoteAnswered {
		status = http.StatusOK
	}
	return c.JSON(status, v)
}

// gameVotePage is a page of the votes of a game.
type gameVotePage struct {
	Votes []desk.GameVote `json:"votes"`
	// NextAfter is the after of the next page; absent on the last page.
	NextAfter int64 `json:"next_after,omitempty"`
}

// listGameVotes returns a page of the votes.
//
//	@Summary		List the votes of a game
//	@Description	The votes of the game, oldest first, each with the answers so far. Accusations
//	@Description	of bots and of people are among them, each as a vote of its own.
//	@ID				listGameVotes
//	@Tags			Games
//	@Produce		json
//	@Param			id		path		string			true	"The id of the game."
//	@Param			status	query		string			false	"Only votes with this status."	Enums(open, cast, cancelled, closed)
//	@Param			after	query		int				false	"Return only votes after this seq; 0 returns all from the beginning."	minimum(0)	default(0)
//	@Param			limit	query		int				false	"The page size, in votes."	minimum(1)	maximum(1000)	default(100)
//	@Success		200		{object}	gameVotePage	"One page."
//	@Router			/v1/games/{id}/votes [get]
func (s *Server) listGameVotes(c echo.Context) error {
	status := session.VoteStatus(c.QueryParam("status"))
	votes, more, err := s.desk.GameVotes(c.Request().Context(), c.Param("id"), status, queryNumber(c, "after", 0), int(queryNumber(c, "limit", 100)))
	if err != nil {
		return err
	}
	page := gameVotePage{Votes: votes}
	if more {
		page.NextAfter = votes[len(votes)-1].Seq
	}
	return c.JSON(http.StatusOK, page)
}

// getGameVote returns a vote.
//
//	@Summary		Get a vote of a game
//	@Description	The vote as it is now, with all answers. With wait, the request returns when the
//	@Description	vote is over or the time has passed.
//	@ID				getGameVote
//	@Tags			Games
//	@Produce		json
//	@Param			id		path		string			true	"The id of the game."
//	@Param			vid		path		string			true	"The id of the vote."
//	@Param			wait	query		string			false	"How long to wait until the vote is over, at most 55s."	default(0s)
//	@Success		200		{object}	desk.GameVote	"The vote."
//	@Router			/v1/games/{id}/votes/{vid} [get]
func (s *Server) getGameVote(c echo.Context) error {
	v, err := s.engine.AwaitGameVote(c.Request().Context(), c.Param("id"), c.Param("vid"), queryWait(c), s.draining)
	return answer(c, http.StatusOK, v, err)
}

// postGameCast stores the vote of a person.
//
//	@Summary		Post the vote of a person
//	@Description	Stores what a person votes. Each person votes once. The same vote again returns
//	@Description	the first result. Bots vote by themselves.
//	@ID				postGameCast
//	@Tags			Games
//	@Accept			json
//	@Produce		json
//	@Param			id		path		string			true	"The id of the game."
//	@Param			vid		path		string			true	"The id of the vote."
//	@Param			body	body		desk.GameCast	true	"Who votes, and what."
//	@Success		202		{object}	desk.Posted		"The vote is stored."
//	@Router			/v1/games/{id}/votes/{vid}/casts [post]
func (s *Server) postGameCast(c echo.Context) error {
	var cast desk.GameCast
	ctx, id, vote := c.Request().Context(), c.Param("id"), c.Param("vid")
	check := func() error { return s.desk.CheckCastGame(ctx, id, vote, cast) }
	if err := decode(c, &cast, check); err != nil {
		return err
	}
	done, err := s.desk.CastGame(ctx, id, vote, cast)
	if err != nil {
		return err
	}
	return s.sendSeen(c, done)
}

// cancelGameVote cancels a vote.
//
//	@Summary		Cancel a vote of a game
//	@Description	Nobody answers any more. Answers that were given stay. The same request again
//	@Description	returns the first result.
//	@ID				cancelGameVote
//	@Tags			Games
//	@Accept			json
//	@Produce		json
//	@Param			id		path		string			true	"The id of the game."
//	@Param			vid		path		string			true	"The id of the vote."
//	@Param			body	body		voteCancel		false	"The reason. You may leave it out."
//	@Success		200		{object}	desk.GameVote	"The vote is cancelled."
//	@Router			/v1/games/{id}/votes/{vid}/cancel [post]
func (s *Server) cancelGameVote(c echo.Context) error {
	var body voteCancel
	if err := decodeOptional(c, &body, nil); err != nil {
		return err
	}
	v, err := s.desk.CancelGame(c.Request().Context(), c.Param("id"), c.Param("vid"), body.Reason)
	return answer(c, http.StatusOK, v, err)
}
