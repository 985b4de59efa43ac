package api

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// health says that the process is alive.
type health struct {
	// Status is ok.
	Status string `json:"status"`
}

// readiness says that the server can serve sessions.
type readiness struct {
	// Status is ready.
	Status string `json:"status"`
	// Model is the name of the configured model.
	Model string `json:"model"`
}

// healthz answers as long as the process is alive.
//
//	@Summary	Check whether the process is alive
//	@ID			getHealth
//	@Tags		Service
//	@Produce	json
//	@Success	200	{object}	health	"The process is alive."
//	@Router		/healthz [get]
func (s *Server) healthz(c echo.Context) error {
	return c.JSON(http.StatusOK, health{"ok"})
}

// readyz answers 200 while the database answers.
//
//	@Summary	Check whether the server can serve sessions
//	@ID			getReadiness
//	@Tags		Service
//	@Produce	json
//	@Success	200	{object}	readiness	"The database answers."
//	@Router		/readyz [get]
func (s *Server) readyz(c echo.Context) error {
	if err := s.desk.Ready(c.Request().Context()); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, readiness{"ready", s.options.Model})
}
