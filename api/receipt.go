package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/session"
)

// postMessageReceipt records what the platform did with a message of the bot. A message that was
// sent counts as shown. If the platform did not show it, report that: then the bot no longer sees
// the message in its transcript. The bot does not send the parts that were to follow it, and does
// not try it again.
//
// The same receipt again returns the first result.
//
//	@Summary	Report what became of a message of the bot
//	@Body	session.Receipt	"What became of it."
//	@Success	202	{object}	desk.Posted	"The receipt is stored."
func (s *Server) postMessageReceipt(c echo.Context) error {
	var r session.Receipt
	check := func() error { return r.Validate() }
	if err := decode(c, &r, check); err != nil {
		return err
	}
	done, err := s.desk.Receipt(c.Request().Context(), c.Param("id"), c.Param("mid"), r)
	return answer(c, http.StatusAccepted, done, err)
}
