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
	// Paths are its ways to play, the dearest first; a session takes cheaper ones when its limits near or its model fails.
	Paths []string `json:"paths"`
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
	for _, e := range s.desk.Strategies() {
		paths, err := e.Paths()
		if err != nil {
			return err
		}
		list = append(list, strategyEntry{e.Name, e.Paper, e.Schema, paths})
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
