package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/session"
)

// postSuspicion scores a transcript.
//
//	@Summary		Score a transcript
//	@Description	How much the lines of a game read like lines of a machine: for platforms that
//	@Description	screen what was said. No session is needed, and nothing is stored.
//	@Description
//	@Description	A classifier scores each message of a player, given what the sender wrote
//	@Description	before. Messages of the game master and of the host are not scored. Send all
//	@Description	messages of one game in one request, because the classifier remembers
//	@Description	nothing of the last one.
//	@ID				scoreTranscript
//	@Tags			Suspicion
//	@Accept			json
//	@Produce		json
//	@Param			body	body		session.Transcript			true	"The players, and what was said."
//	@Success		200		{object}	desk.TranscriptScores	"The scores."
//	@Router			/v1/suspicion [post]
func (s *Server) postSuspicion(c echo.Context) error {
	var t session.Transcript
	if err := decode(c, &t, func() error { return t.Complete() }); err != nil {
		return err
	}
	scores, err := s.desk.ScoreTranscript(c.Request().Context(), t)
	return answer(c, http.StatusOK, scores, err)
}
