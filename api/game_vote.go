package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// postGameVote asks all bots of the game, or the seats that you name. Each bot answers by itself,
// before the deadline. Post what people vote to the same vote. The answers come one by one as
// events, and together in the vote. The vote is cast once every seat that was asked has answered.
//
// Without options each seat may choose the other players who are in the game. Give each vote an id
// of your own. Then you may repeat the request.
//
//	@Summary	Ask a game to vote
//	@Body	desk.GameVoteRequest	"The question, the allowed answers and the deadline."
//	@Success	202	{object}	desk.GameVote	"The vote is open, or it is over without all answers."
//	@Success	200	{object}	desk.GameVote	"Every seat that was asked has answered."
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

// listGameVotes returns the votes of the game, oldest first, each with the answers so far.
// Accusations of bots and of people are among them, each as a vote of its own.
//
//	@Summary	List the votes of a game
//	@Success	200	{object}	gameVotePage	"One page."
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

// getGameVote returns the vote as it is now, with all answers. With wait, the request returns when
// the vote is over or the time has passed.
//
//	@Summary	Get a vote of a game
//	@Success	200	{object}	desk.GameVote	"The vote."
func (s *Server) getGameVote(c echo.Context) error {
	v, err := s.engine.AwaitGameVote(c.Request().Context(), c.Param("id"), c.Param("vid"), queryWait(c), s.draining)
	return answer(c, http.StatusOK, v, err)
}

// postGameCast stores what a person votes. Each person votes once. The same vote again returns the
// first result. With replace another answer takes the place of the one before, until the vote is
// over. Bots vote by themselves.
//
//	@Summary	Post the vote of a person
//	@Body	desk.GameCast	"Who votes, and what."
//	@Success	202	{object}	desk.Posted	"The vote is stored."
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

// updateGameVote changes the options and the deadline of an open vote, for all seats that are
// asked. What you leave out stays. Bots that have not answered think again about other options;
// answers that were given stay. In a game whose rules the server runs, the rules set both.
//
//	@Summary	Change an open vote of a game
//	@Body	session.VoteChanges	"The new options, the new deadline, or both."
//	@Success	200	{object}	desk.GameVote	"The vote after the change."
func (s *Server) updateGameVote(c echo.Context) error {
	var to session.VoteChanges
	if err := decode(c, &to, nil); err != nil {
		return err
	}
	v, err := s.desk.ChangeGameVote(c.Request().Context(), c.Param("id"), c.Param("vid"), to)
	if err != nil {
		return err
	}
	s.warned(v.Warnings)
	return c.JSON(http.StatusOK, v)
}

// cancelGameVote cancels a vote. Nobody answers any more. Answers that were given stay. The same
// request again returns the first result.
//
//	@Summary	Cancel a vote of a game
//	@OptionalBody	voteCancel	"The reason. You may leave it out."
//	@Success	200	{object}	desk.GameVote	"The vote is cancelled."
func (s *Server) cancelGameVote(c echo.Context) error {
	var body voteCancel
	if err := decodeOptional(c, &body, nil); err != nil {
		return err
	}
	v, err := s.desk.CancelGame(c.Request().Context(), c.Param("id"), c.Param("vid"), body.Reason)
	return answer(c, http.StatusOK, v, err)
}
