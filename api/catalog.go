package api

import (
	"encoding/json"
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/game"
)

// strategyEntry is a way to play that a session can be created with.
type strategyEntry struct {
	// Name is what a session's strategy is set to.
	Name string `json:"name"`
	// Paper is where it was published.
	Paper string `json:"paper"`
	// Options is the JSON schema of its options.
	Options json.RawMessage `json:"options"`
}

// strategyList is every strategy that there is.
type strategyList struct {
	// Strategies are the ways to play.
	Strategies []strategyEntry `json:"strategies"`
}

// rulesList is every rules preset that there is.
type rulesList struct {
	// Rules are the presets.
	Rules []game.Preset `json:"rules"`
}

// health says that the process is up.
type health struct {
	// Status is ok.
	Status string `json:"status"`
}

// readiness says that sessions can be served.
type readiness struct {
	// Status is ready.
	Status string `json:"status"`
	// Model is the name of the model that answers.
	Model string `json:"model"`
}

// listStrategies shows the strategies.
//
//	@Summary	List the strategies
//	@ID			listStrategies
//	@Tags		Catalog
//	@Produce	json
//	@Success	200	{object}	strategyList	"Every strategy that a session can be created with."
//	@Router		/v1/strategies [get]
func (s *Server) listStrategies(c echo.Context) error {
	list := []strategyEntry{}
	for _, e := range s.engine.Strategies() {
		list = append(list, strategyEntry{e.Name, e.Paper, e.Schema})
	}
	return c.JSON(http.StatusOK, strategyList{list})
}

// listRules shows the rules presets.
//
//	@Summary	List the rules presets
//	@ID			listRules
//	@Tags		Catalog
//	@Produce	json
//	@Success	200	{object}	rulesList	"Every set of rules that a session can be created with."
//	@Router		/v1/rules [get]
func (s *Server) listRules(c echo.Context) error {
	return c.JSON(http.StatusOK, rulesList{game.Presets()})
}

// healthz answers as long as the process lives.
//
//	@Summary	Whether the process is alive
//	@ID			getHealth
//	@Tags		Service
//	@Produce	json
//	@Success	200	{object}	health	"It is."
//	@Router		/healthz [get]
func (s *Server) healthz(c echo.Context) error {
	return c.JSON(http.StatusOK, health{"ok"})
}

// readyz answers when the database does.
//
//	@Summary	Whether sessions can be served
//	@ID			getReadiness
//	@Tags		Service
//	@Produce	json
//	@Success	200	{object}	readiness	"The database answers."
//	@Router		/readyz [get]
func (s *Server) readyz(c echo.Context) error {
	if err := s.engine.Ready(c.Request().Context()); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, readiness{"ready", s.options.Model})
}
