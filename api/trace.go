package api

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// getTrace shows how a message came about.
//
//	@Summary		Trace a message of the bot
//	@Description	How a message came about. The trace has what the bot saw, the texts that it
//	@Description	considered, and which of them were refused by which rule. It also has the
//	@Description	bot's plans, the parts of the delay, and the model calls.
//	@ID				getMessageTrace
//	@Tags			Bot
//	@Produce		json
//	@Param			id		path		string	true	"The id of the session."
//	@Param			mid		path		string	true	"The id of a message that the bot sent."
//	@Success		200		{object}	desk.Trace	"The trace."
//	@Router			/v1/sessions/{id}/messages/{mid}/trace [get]
func (s *Server) getTrace(c echo.Context) error {
	trace, err := s.desk.Trace(c.Request().Context(), c.Param("id"), c.Param("mid"))
	return answer(c, http.StatusOK, trace, err)
}
