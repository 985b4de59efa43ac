package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/game"
)

func (s *Server) postReceipt(c echo.Context) error {
	var r game.Receipt
	if err := decode(c, &r); err != nil {
		return err
	}
	done, err := s.engine.Receipt(c.Request().Context(), c.Param("id"), c.Param("mid"), r)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusAccepted, done)
}
