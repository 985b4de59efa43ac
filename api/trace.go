package api

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

func (s *Server) getTrace(c echo.Context) error {
	trace, err := s.engine.Trace(c.Request().Context(), c.Param("id"), c.Param("mid"))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, trace)
}
