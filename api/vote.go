package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// postVote asks the bot for a decision.
//
//	@Summary		Ask the bot to vote
//	@Description	Asks the bot for a decision with a deadline. The answer is always an allowed
//	@Description	one, and it comes before the deadline, at the moment when a person would
//	@Description	give it. It comes as the event vote.cast, or as the answer to this request
//	@Description	if you set wait.
//	@Description
//	@Description	standing_answer is exactly what the bot answers if it finds nothing better.
//	@Description	Count it if no answer has come at the deadline.
//	@Description	Give each vote an id of your own. Then you may repeat the request: it
//	@Description	returns the vote as it is then, with duplicate: true.
//	@Description	A player who leaves meanwhile stops being an option. One who is already out is
//	@Description	one, if you name them. At most 20 votes may be open.
//	@ID				postVote
//	@Tags			Votes
//	@Accept			json
//	@Produce		json
//	@Param			id		path		string				true	"The id of the session."
//	@Param			wait	query		string				false	"How long to wait for the answer, at most 55s."	default(0s)
//	@Param			body	body		session.VoteRequest	true	"The question, the allowed answers and the deadline."
//	@Success		202		{object}	desk.Vote			"The vote is open, or it is over without an answer."
//	@Success		200		{object}	desk.Vote			"The bot has answered."
//	@Router			/v1/sessions/{id}/votes [post]
func (s *Server) postVote(c echo.Context) error {
	var q session.VoteRequest
	ctx, id := c.Request().Context(), c.Param("id")
	check := func() error { return s.desk.Check(ctx, id, s.desk.CheckVote(q)) }
	if err := decode(c, &q, check); err != nil {
		return err
	}
	v, err := s.desk.AskVote(ctx, id, q)
	if err != nil {
		return err
	}
	s.warned(v.Warnings)
	if wait := queryWait(c); wait > 0 && v.Status == session.VoteOpen {
		known, warnings := v.Duplicate, v.Warnings
		if v, err = s.engine.AwaitVote(ctx, id, v.ID, wait, s.draining); err != nil {
			return journal.AfterWrite(err)
		}
		v.Duplicate, v.Warnings = known, warnings
	}
	status := http.StatusAccepted
	if v.Cast != nil {
		status = http.StatusOK
	}
	return c.JSON(status, v)
}

// votePage is a page of the votes.
type votePage struct {
	Votes []desk.Vote `json:"votes"`
	// NextAfter is the after of the next page; absent on the last page.
	NextAfter int64 `json:"next_after,omitempty"`
}

var voteQuery = []parameter{
	oneOf("status", string(session.VoteOpen), string(session.VoteAnswered), string(session.VoteWithdrawn), string(session.VoteClosed)),
	seqParameter("after"), wholeNumber("limit", 1, 1000),
}

// listVotes returns a page of the votes.
//
//	@Summary		List the votes
//	@Description	The votes of the session, oldest first: the votes that you asked for, and
//	@Description	the bot's own accusations.
//	@ID				listVotes
//	@Tags			Votes
//	@Produce		json
//	@Param			id		path		string		true	"The id of the session."
//	@Param			status	query		string		false	"Only votes with this status."	Enums(open, cast, cancelled, closed)
//	@Param			after	query		int			false	"Return only votes after this seq; 0 returns all from the beginning."	minimum(0)	default(0)
//	@Param			limit	query		int			false	"The page size, in votes."	minimum(1)	maximum(1000)	default(100)
//	@Success		200		{object}	votePage	"One page."
//	@Router			/v1/sessions/{id}/votes [get]
func (s *Server) listVotes(c echo.Context) error {
	status := session.VoteStatus(c.QueryParam("status"))
	votes, more, err := s.desk.Votes(c.Request().Context(), c.Param("id"), status, queryNumber(c, "after", 0), int(queryNumber(c, "limit", 100)))
	if err != nil {
		return err
	}
	page := votePage{Votes: votes}
	if more {
		page.NextAfter = votes[len(votes)-1].Seq
	}
	return c.JSON(http.StatusOK, page)
}

// getVote returns a vote.
//
//	@Summary		Get a vote
//	@Description	The vote as it is now. With wait, the request returns when the vote is over
//	@Description	or the time has passed.
//	@ID				getVote
//	@Tags			Votes
//	@Produce		json
//	@Param			id		path		string		true	"The id of the session."
//	@Param			vid		path		string		true	"The id of the vote."
//	@Param			wait	query		string		false	"How long to wait until the vote is over, at most 55s."	default(0s)
//	@Success		200		{object}	desk.Vote	"The vote."
//	@Router			/v1/sessions/{id}/votes/{vid} [get]
func (s *Server) getVote(c echo.Context) error {
	v, err := s.engine.AwaitVote(c.Request().Context(), c.Param("id"), c.Param("vid"), queryWait(c), s.draining)
	return answer(c, http.StatusOK, v, err)
}

// voteChanges are the fields of an open vote that can change.
type voteChanges struct {
	// Options replace the old options.
	Options []session.Option `json:"options"`
}

// patchVote changes a vote.
//
//	@Summary		Change an open vote
//	@Description	Replaces the options of an open vote, and the bot thinks about it again. The
//	@Description	deadline stays the same. If there are now fewer options, the bounds on how
//	@Description	many to choose shrink with them. A fallback keeps only the options that are
//	@Description	still offered; chance fills up the rest.
//	@ID				updateVote
//	@Tags			Votes
//	@Accept			json
//	@Produce		json
//	@Param			id		path		string		true	"The id of the session."
//	@Param			vid		path		string		true	"The id of the vote."
//	@Param			body	body		voteChanges	true	"The new options."
//	@Success		200		{object}	desk.Vote	"The vote after the change."
//	@Router			/v1/sessions/{id}/votes/{vid} [patch]
func (s *Server) patchVote(c echo.Context) error {
	var to voteChanges
	if err := decode(c, &to, nil); err != nil {
		return err
	}
	v, err := s.desk.ChangeVote(c.Request().Context(), c.Param("id"), c.Param("vid"), to.Options)
	if err != nil {
		return err
	}
	s.warned(v.Warnings)
	return c.JSON(http.StatusOK, v)
}

// voteCancel says why a vote is cancelled.
type voteCancel struct {
	// Reason is for people who read the log.
	Reason string `json:"reason,omitempty"`
}

// cancelVote cancels a vote.
//
//	@Summary		Cancel a vote
//	@Description	The bot does not answer any more. A vote that it has answered stays
//	@Description	answered. The same request again returns the first result.
//	@ID				cancelVote
//	@Tags			Votes
//	@Accept			json
//	@Produce		json
//	@Param			id		path		string		true	"The id of the session."
//	@Param			vid		path		string		true	"The id of the vote."
//	@Param			body	body		voteCancel	false	"The reason. You may leave it out."
//	@Success		200		{object}	desk.Vote	"The vote is cancelled."
//	@Router			/v1/sessions/{id}/votes/{vid}/cancel [post]
func (s *Server) cancelVote(c echo.Context) error {
	var body voteCancel
	if err := decodeOptional(c, &body, nil); err != nil {
		return err
	}
	v, err := s.desk.CancelVote(c.Request().Context(), c.Param("id"), c.Param("vid"), body.Reason)
	return answer(c, http.StatusOK, v, err)
}

// postVoteReceipt records which answer to a vote the platform counted.
//
//	@Summary		Report what was counted as the bot's vote
//	@Description	Says which answer you counted. answer is the bot's own answer. standing is
//	@Description	its standing answer, because no answer came in time. none means that you
//	@Description	counted no answer. standing and none close an open vote.
//	@Description
//	@Description	Send none for an accusation that the rules did not allow. The bot may accuse
//	@Description	again later.
//	@Description
//	@Description	The same receipt again returns the first result. Another receipt is refused.
//	@ID				postVoteReceipt
//	@Tags			Votes
//	@Accept			json
//	@Produce		json
//	@Param			id		path		string			true	"The id of the session."
//	@Param			vid		path		string			true	"The id of a vote, or the vote_id of an accusation."
//	@Param			body	body		session.VoteUse	true	"What you counted."
//	@Success		202		{object}	desk.Posted	"The receipt is stored."
//	@Router			/v1/sessions/{id}/votes/{vid}/receipt [post]
func (s *Server) postVoteReceipt(c echo.Context) error {
	var use session.VoteUse
	check := func() error { return use.Validate() }
	if err := decode(c, &use, check); err != nil {
		return err
	}
	done, err := s.desk.VoteReceipt(c.Request().Context(), c.Param("id"), c.Param("vid"), use)
	return answer(c, http.StatusAccepted, done, err)
}

// getVoteTrace shows how the answer to a vote came about.
//
//	@Summary		Trace a vote
//	@Description	How an answer or an accusation came about. The trace has what the bot saw,
//	@Description	what it thought and why, and whom it suspected. It also has what the bot had
//	@Description	said in public, the parts of the delay, and the model calls.
//	@Description
//	@Description	The trace is for the people who run the game: players must not see it.
//	@ID				getVoteTrace
//	@Tags			Votes
//	@Produce		json
//	@Param			id		path		string				true	"The id of the session."
//	@Param			vid		path		string				true	"The id of a vote, or the vote_id of an accusation."
//	@Success		200		{object}	desk.VoteTrace	"The trace."
//	@Router			/v1/sessions/{id}/votes/{vid}/trace [get]
func (s *Server) getVoteTrace(c echo.Context) error {
	trace, err := s.desk.TraceVote(c.Request().Context(), c.Param("id"), c.Param("vid"))
	return answer(c, http.StatusOK, trace, err)
}
