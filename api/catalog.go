package api

import (
	"encoding/json"
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/game"
)

type strategyEntry struct {
	Name  string `json:"name"`
	Paper string `json:"paper"`
	// Options is the JSON schema of its options.
	Options json.RawMessage `json:"options"`
}

func (s *Server) listStrategies(c echo.Context) error {
	list := []strategyEntry{}
	for _, e := range s.engine.Strategies() {
		list = append(list, strategyEntry{e.Name, e.Paper, e.Schema})
	}
	return c.JSON(http.StatusOK, map[string]any{"strategies": list})
}

func (s *Server) listRules(c echo.Context) error {
	return c.JSON(http.StatusOK, map[string]any{"rules": game.Presets()})
}

func (s *Server) healthz(c echo.Context) error {
	return c.JSON(http.StatusOK, map[string]string{"status": "ok"})
}

func (s *Server) readyz(c echo.Context) error {
	if err := s.engine.Ready(c.Request().Context()); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]string{"status": "ready", "model": s.options.Model})
}
