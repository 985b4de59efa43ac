package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/session"
)

// postReceipt records what the platform did with a message of the bot.
//
//	@Summary		Report what became of a message of the bot
//	@Description	A message that was sent counts as shown. If the platform did not show it,
//	@Description	report that: then the bot no longer sees the message in its transcript. The
//	@Description	bot does not send the parts that were to follow it, and does not try it
//	@Description	again.
//	@Description
//	@Description	The same receipt again returns the first result.
//	@ID				postMessageReceipt
//	@Tags			Messages
//	@Accept			json
//	@Produce		json
//	@Param			id		path		string	true	"The id of the session."
//	@Param			mid		path		string	true	"The id of a message that the bot sent."
//	@Param			body	body		session.Receipt	true	"What became of it."
//	@Success		202		{object}	desk.Posted	"The receipt is stored."
//	@Router			/v1/sessions/{id}/messages/{mid}/receipt [post]
func (s *Server) postReceipt(c echo.Context) error {
	var r session.Receipt
	check := func() error { return r.Validate() }
	if err := decode(c, &r, check); err != nil {
		return err
	}
	done, err := s.desk.Receipt(c.Request().Context(), c.Param("id"), c.Param("mid"), r)
	return answer(c, http.StatusAccepted, done, err)
}
