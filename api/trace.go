package api

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// getMessageTrace returns how a message came about. The trace has what the bot saw, the texts that
// it considered, and which of them were refused by which rule. It also has the bot's plans, the
// parts of the delay, and the model calls.
//
//	@Summary	Trace a message of the bot
//	@Success	200	{object}	desk.Trace	"The trace."
func (s *Server) getMessageTrace(c echo.Context) error {
	trace, err := s.desk.Trace(c.Request().Context(), c.Param("id"), c.Param("mid"))
	return answer(c, http.StatusOK, trace, err)
}
