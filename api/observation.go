package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/session"
)

// postObservation stores something that happened other than a message. For example, the phase
// changed, or a player joined, left, was eliminated or is typing. The bot may also have learned
// something in private, or have been muted or unmuted.
//
//	@Summary	Post an observation
//	@Body	session.Observation	"What happened."
//	@Success	202	{object}	desk.Posted	"The observation is stored."
func (s *Server) postObservation(c echo.Context) error {
	var o session.Observation
	ctx, id := c.Request().Context(), c.Param("id")
	check := func() error { return s.desk.Check(ctx, id, o.Validate) }
	if err := decode(c, &o, check); err != nil {
		return err
	}
	done, err := s.desk.Observe(ctx, id, o)
	if err != nil {
		return err
	}
	s.warned(done.Warnings)
	return c.JSON(http.StatusAccepted, done)
}
