package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// postVote asks the bot for a decision with a deadline. The answer is always an allowed one, and it
// comes before the deadline, at the moment when a person would give it. It comes as the event
// vote.cast, or as the answer to this request if you set wait.
//
// standing_answer is exactly what the bot answers if it finds nothing better. Count it if no answer
// has come at the deadline. Give each vote an id of your own. Then you may repeat the request: it
// returns the vote as it is then, with duplicate: true. A player who leaves meanwhile stops being
// an option. One who is already out is one, if you name them. At most 20 votes may be open.
//
//	@Summary	Ask the bot to vote
//	@Body	session.VoteRequest	"The question, the allowed answers and the deadline."
//	@Success	202	{object}	desk.Vote	"The vote is open, or it is over without an answer."
//	@Success	200	{object}	desk.Vote	"The bot has answered."
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

// listVotes returns the votes of the session, oldest first: the votes that you asked for, and the
// bot's own accusations.
//
//	@Summary	List the votes
//	@Success	200	{object}	votePage	"One page."
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

// getVote returns the vote as it is now. With wait, the request returns when the vote is over or
// the time has passed.
//
//	@Summary	Get a vote
//	@Success	200	{object}	desk.Vote	"The vote."
func (s *Server) getVote(c echo.Context) error {
	v, err := s.engine.AwaitVote(c.Request().Context(), c.Param("id"), c.Param("vid"), queryWait(c), s.draining)
	return answer(c, http.StatusOK, v, err)
}

// updateVote changes the options and the deadline of an open vote. What you leave out stays. About
// other options the bot thinks again. If there are now fewer options, the bounds on how many to
// choose shrink with them. A fallback keeps only the options that are still offered; chance fills
// up the rest.
//
//	@Summary	Change an open vote
//	@Body	session.VoteChanges	"The new options, the new deadline, or both."
//	@Success	200	{object}	desk.Vote	"The vote after the change."
func (s *Server) updateVote(c echo.Context) error {
	var to session.VoteChanges
	if err := decode(c, &to, nil); err != nil {
		return err
	}
	v, err := s.desk.ChangeVote(c.Request().Context(), c.Param("id"), c.Param("vid"), to)
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

// cancelVote cancels a vote. The bot does not answer any more. A vote that it has answered stays
// answered. The same request again returns the first result.
//
//	@Summary	Cancel a vote
//	@OptionalBody	voteCancel	"The reason. You may leave it out."
//	@Success	200	{object}	desk.Vote	"The vote is cancelled."
func (s *Server) cancelVote(c echo.Context) error {
	var body voteCancel
	if err := decodeOptional(c, &body, nil); err != nil {
		return err
	}
	v, err := s.desk.CancelVote(c.Request().Context(), c.Param("id"), c.Param("vid"), body.Reason)
	return answer(c, http.StatusOK, v, err)
}

// postVoteReceipt says which answer you counted. answer is the bot's own answer. standing is its
// standing answer, because no answer came in time. none means that you counted no answer. standing
// and none close an open vote.
//
// Send none for an accusation that the rules did not allow. The bot may accuse again later.
//
// The same receipt again returns the first result. Another receipt is refused.
//
//	@Summary	Report what was counted as the bot's vote
//	@Body	session.VoteUse	"What you counted."
//	@Success	202	{object}	desk.Posted	"The receipt is stored."
func (s *Server) postVoteReceipt(c echo.Context) error {
	var use session.VoteUse
	check := func() error { return use.Validate() }
	if err := decode(c, &use, check); err != nil {
		return err
	}
	done, err := s.desk.VoteReceipt(c.Request().Context(), c.Param("id"), c.Param("vid"), use)
	return answer(c, http.StatusAccepted, done, err)
}

// getVoteTrace returns how an answer or an accusation came about. The trace has what the bot saw,
// what it thought and why, and whom it suspected. It also has what the bot had said in public, the
// parts of the delay, and the model calls.
//
// The trace is for the people who run the game: players must not see it.
//
//	@Summary	Trace a vote
//	@Success	200	{object}	desk.VoteTrace	"The trace."
func (s *Server) getVoteTrace(c echo.Context) error {
	trace, err := s.desk.TraceVote(c.Request().Context(), c.Param("id"), c.Param("vid"))
	return answer(c, http.StatusOK, trace, err)
}
