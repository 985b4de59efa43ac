package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/session"
)

// postObservation stores one observation.
//
//	@Summary		Post an observation
//	@Description	Stores something that happened other than a message. For example, the phase
//	@Description	changed, or a player joined, left, was eliminated or is typing. The bot may
//	@Description	also have learned something in private, or have been muted or unmuted.
//	@ID				postObservation
//	@Tags			Observations
//	@Accept			json
//	@Produce		json
//	@Param			id		path		string				true	"The id of the session."
//	@Param			body	body		session.Observation	true	"What happened."
//	@Success		202		{object}	desk.Posted		"The observation is stored."
//	@Router			/v1/sessions/{id}/observations [post]
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
