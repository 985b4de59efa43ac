package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine"
	"ringer/engine/game"
)

// postVote asks the bot for a decision.
//
//	@Summary		Ask the bot to vote
//	@Description	Asks for a decision, with a deadline. The answer is always one of those that are allowed, and comes in time, at the moment at which a person would give it: as the event vote.cast, or with wait as the answer to this request. A client that leaves meanwhile stops nothing.
//	@Description	standing_answer is exactly what the bot answers if it knows nothing better. A platform that has heard nothing at the deadline counts that.
//	@Description	Give each vote an id of your own: then the request may be repeated, and is answered with the vote as it is by then, and duplicate: true.
//	@Description	Players who go while the vote is open are no options any more; those whom you name although they are out already may be chosen. Up to 20 votes may be open at a time.
//	@ID				postVote
//	@Tags			Votes
//	@Accept			json
//	@Produce		json
//	@Param			id		path		string				true	"The id of the session."
//	@Param			wait	query		string				false	"How long to wait for the answer, at most 55s."	default(0s)
//	@Param			body	body		game.VoteRequest	true	"What is to be decided, and until when."
//	@Success		202		{object}	engine.Vote			"The vote is open; or it is over without an answer."
//	@Success		200		{object}	engine.Vote			"The bot has answered."
//	@Router			/v1/sessions/{id}/votes [post]
func (s *Server) postVote(c echo.Context) error {
	var q game.VoteRequest
	ctx, id := c.Request().Context(), c.Param("id")
	check := func() error { return s.engine.CheckVote(ctx, id, q) }
	if err := decode(c, &q, check); err != nil {
		return err
	}
	v, err := s.engine.AskVote(ctx, id, q)
	if err != nil {
		return err
	}
	if wait := queryWait(c); wait > 0 && v.Status == game.VoteOpen {
		known := v.Duplicate
		if v, err = s.engine.AwaitVote(ctx, id, v.ID, wait, s.draining); err != nil {
			return engine.Unread(err)
		}
		v.Duplicate = known
	}
	status := http.StatusAccepted
	if v.Cast != nil {
		status = http.StatusOK
	}
	return c.JSON(status, v)
}

// votePage is a page of the votes.
type votePage struct {
	Votes []engine.Vote `json:"votes"`
	// NextAfter is the after of the next page, absent on the last one.
	NextAfter int64 `json:"next_after,omitempty"`
}

var voteQuery = []parameter{
	oneOf("status", string(game.VoteOpen), string(game.VoteAnswered), string(game.VoteWithdrawn), string(game.VoteClosed)),
	seqParameter("after"), wholeNumber("limit", 1, 1000),
}

// listVotes shows the votes there are.
//
//	@Summary		List the votes
//	@Description	The votes of the session, oldest first: those that were asked for, and the bot's own accusations.
//	@ID				listVotes
//	@Tags			Votes
//	@Produce		json
//	@Param			id		path		string		true	"The id of the session."
//	@Param			status	query		string		false	"Only votes of this status."	Enums(open, cast, cancelled, closed)
//	@Param			after	query		int			false	"The seq after which the page begins; 0 for the beginning."	minimum(0)	default(0)
//	@Param			limit	query		int			false	"How many votes a page holds at most."	minimum(1)	maximum(1000)	default(100)
//	@Success		200		{object}	votePage	"One page."
//	@Router			/v1/sessions/{id}/votes [get]
func (s *Server) listVotes(c echo.Context) error {
	status := game.VoteStatus(c.QueryParam("status"))
	votes, more, err := s.engine.Votes(c.Request().Context(), c.Param("id"), status, queryNumber(c, "after", 0), int(queryNumber(c, "limit", 100)))
	if err != nil {
		return err
	}
	page := votePage{Votes: votes}
	if more {
		page.NextAfter = votes[len(votes)-1].Seq
	}
	return c.JSON(http.StatusOK, page)
}

// getVote shows a vote.
//
//	@Summary		Get a vote
//	@Description	A vote as it is now. With wait the answer to this request waits until the vote is over.
//	@ID				getVote
//	@Tags			Votes
//	@Produce		json
//	@Param			id		path		string		true	"The id of the session."
//	@Param			vid		path		string		true	"The id of the vote."
//	@Param			wait	query		string		false	"How long to wait until the vote is over, at most 55s."	default(0s)
//	@Success		200		{object}	engine.Vote	"The vote."
//	@Router			/v1/sessions/{id}/votes/{vid} [get]
func (s *Server) getVote(c echo.Context) error {
	v, err := s.engine.AwaitVote(c.Request().Context(), c.Param("id"), c.Param("vid"), queryWait(c), s.draining)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, v)
}

// voteChanges are what may be changed of an open vote.
type voteChanges struct {
	// Options take the place of those there were.
	Options []game.Option `json:"options"`
}

// patchVote changes a vote.
//
//	@Summary		Change an open vote
//	@Description	Gives an open vote other options, and the bot thinks about it again. The deadline stays. Where some are to be chosen, it chooses no more than there are; of a fallback counts what is among the options, and the rest is by chance.
//	@ID				updateVote
//	@Tags			Votes
//	@Accept			json
//	@Produce		json
//	@Param			id		path		string		true	"The id of the session."
//	@Param			vid		path		string		true	"The id of the vote."
//	@Param			body	body		voteChanges	true	"The options there are now."
//	@Success		200		{object}	engine.Vote	"The vote as it is now."
//	@Router			/v1/sessions/{id}/votes/{vid} [patch]
func (s *Server) patchVote(c echo.Context) error {
	var to voteChanges
	if err := decode(c, &to, nil); err != nil {
		return err
	}
	v, err := s.engine.ChangeVote(c.Request().Context(), c.Param("id"), c.Param("vid"), to.Options)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, v)
}

// voteCancel is why a vote is cancelled.
type voteCancel struct {
	// Reason is for people who look at the log.
	Reason string `json:"reason,omitempty"`
}

// cancelVote cancels a vote.
//
//	@Summary		Cancel a vote
//	@Description	The bot does not answer any more. A vote that it has answered stays answered. The same request again is answered as the first time.
//	@ID				cancelVote
//	@Tags			Votes
//	@Accept			json
//	@Produce		json
//	@Param			id		path		string		true	"The id of the session."
//	@Param			vid		path		string		true	"The id of the vote."
//	@Param			body	body		voteCancel	false	"Why. It may be left out."
//	@Success		200		{object}	engine.Vote	"The vote is cancelled."
//	@Router			/v1/sessions/{id}/votes/{vid}/cancel [post]
func (s *Server) cancelVote(c echo.Context) error {
	var body voteCancel
	if err := decodeOptional(c, &body, nil); err != nil {
		return err
	}
	v, err := s.engine.CancelVote(c.Request().Context(), c.Param("id"), c.Param("vid"), body.Reason)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, v)
}

// postVoteReceipt takes the word of the platform on a vote.
//
//	@Summary		Tell what was counted as the bot's vote
//	@Description	Says which answer you have counted: the bot's own, its standing answer, since nothing had come in time, or none. The last two close a vote that is open. An accusation that the rules did not allow is refused with none, and the bot may accuse again later.
//	@Description	The same receipt again is answered with the first result; another one is refused.
//	@ID				postVoteReceipt
//	@Tags			Votes
//	@Accept			json
//	@Produce		json
//	@Param			id		path		string			true	"The id of the session."
//	@Param			vid		path		string			true	"The id of a vote, or of an accusation: its vote_id."
//	@Param			body	body		game.VoteUse	true	"What was counted."
//	@Success		202		{object}	engine.Posted	"The receipt is stored."
//	@Router			/v1/sessions/{id}/votes/{vid}/receipt [post]
func (s *Server) postVoteReceipt(c echo.Context) error {
	var use game.VoteUse
	check := func() error { return use.Validate() }
	if err := decode(c, &use, check); err != nil {
		return err
	}
	done, err := s.engine.VoteReceipt(c.Request().Context(), c.Param("id"), c.Param("vid"), use)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusAccepted, done)
}

// getVoteTrace shows how an answer came about.
//
//	@Summary		Trace a vote
//	@Description	How an answer, or an accusation, came about: what the bot saw, what its thought found and why, whom its mind suspected, what it had said in public, what the delay was made of, and the model calls. It is for those who run the game: players must not see it.
//	@ID				getVoteTrace
//	@Tags			Votes
//	@Produce		json
//	@Param			id		path		string				true	"The id of the session."
//	@Param			vid		path		string				true	"The id of a vote, or of an accusation: its vote_id."
//	@Success		200		{object}	engine.VoteTrace	"The trace."
//	@Router			/v1/sessions/{id}/votes/{vid}/trace [get]
func (s *Server) getVoteTrace(c echo.Context) error {
	trace, err := s.engine.TraceVote(c.Request().Context(), c.Param("id"), c.Param("vid"))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, trace)
}
