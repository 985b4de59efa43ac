package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/game"
)

func (s *Server) postObservation(c echo.Context) error {
	var o game.Observation
	if err := decode(c, &o); err != nil {
		return err
	}
	done, err := s.engine.Observe(c.Request().Context(), c.Param("id"), o)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusAccepted, done)
}
