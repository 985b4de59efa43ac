package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/session"
)

// scoreTranscript returns how much the lines of a game read like lines of a machine: for platforms
// that screen what was said. No session is needed, and nothing is stored.
//
// A classifier scores each message of a player, given what the sender wrote before. Messages of the
// game master and of the host are not scored. Send all messages of one game in one request, because
// the classifier remembers nothing of the last one.
//
//	@Summary	Score a transcript
//	@Body	session.Transcript	"The players, and what was said."
//	@Success	200	{object}	desk.TranscriptScores	"The scores."
func (s *Server) scoreTranscript(c echo.Context) error {
	var t session.Transcript
	if err := decode(c, &t, func() error { return t.Complete() }); err != nil {
		return err
	}
	scores, err := s.desk.ScoreTranscript(c.Request().Context(), t)
	return answer(c, http.StatusOK, scores, err)
}
