package api

import (
	"encoding/json"
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/session"
)

// strategyEntry is a way to play. A session is created with one.
type strategyEntry struct {
	// Name is the value of a session's field strategy.
	Name string `json:"name"`
	// Paper is the publication that describes the strategy.
	Paper string `json:"paper"`
	// Options is the JSON schema of the strategy's options.
	Options json.RawMessage `json:"options"`
	// Paths are its ways to play, the most expensive first. A session takes cheaper paths when it
	// comes near its limits or when its model fails.
	Paths []string `json:"paths"`
	// Defaults are what a session gets that leaves the fields out, by fidelity.
	Defaults strategyDefaults `json:"defaults"`
}

// strategyDefaults holds the defaults of each fidelity.
type strategyDefaults struct {
	// Best is what measures best, and the default.
	Best fidelityDefaults `json:"best"`
	// Paper is what the strategy's paper has.
	Paper fidelityDefaults `json:"paper"`
}

// fidelityDefaults are the defaults of a session with one fidelity, in a game whose players look
// for machines. In other games suspicion is off, and accuse is on_request.
type fidelityDefaults struct {
	// Options holds every option of the strategy.
	Options     json.RawMessage     `json:"options"`
	Pace        session.Pace        `json:"pace"`         // Pace is the session's pace.
	Reading     session.ReadingMode `json:"reading"`      // Reading is the session's reading.
	Precedence  session.Precedence  `json:"precedence"`   // Precedence is the session's precedence.
	Accuse      session.AccuseMode  `json:"accuse"`       // Accuse is the session's accuse.
	AccuseAfter session.AccuseAfter `json:"accuse_after"` // AccuseAfter is the session's accuse_after.
	Suspicion   session.Switch      `json:"suspicion"`    // Suspicion is the session's suspicion.
	Reread      session.Switch      `json:"reread"`       // Reread is the session's reread.
}

// strategyList is the list of all strategies.
type strategyList struct {
	// Strategies are the strategies.
	Strategies []strategyEntry `json:"strategies"`
}

// rulesList is the list of all rules presets.
type rulesList struct {
	// Rules are the presets.
	Rules []rulesEntry `json:"rules"`
}

// rulesEntry is a rules preset.
type rulesEntry struct {
	session.Preset
	// Options is the JSON schema of a game's rules_options. It is left out for rules that Ringer
	// cannot run.
	Options json.RawMessage `json:"options,omitempty"`
	// Conceal holds the roles that bots conceal in a game that Ringer runs: bot.conceal.
	Conceal []string `json:"conceal,omitempty" example:"mafia"`
}

// listStrategies returns the strategies, each with its paper, with a JSON schema of its
// options, and with the defaults of each fidelity.
//
//	@Summary	List the strategies
//	@Success	200	{object}	strategyList	"Every strategy that a session can be created with."
func (s *Server) listStrategies(c echo.Context) error {
	list := []strategyEntry{}
	for _, e := range s.desk.Strategies() {
		paths, err := e.Paths()
		if err != nil {
			return err
		}
		entry := strategyEntry{Name: e.Name, Paper: e.Paper, Options: e.Schema, Paths: paths}
		if entry.Defaults.Best, err = s.defaults(e.Name, session.FidelityBest); err != nil {
			return err
		}
		if entry.Defaults.Paper, err = s.defaults(e.Name, session.FidelityPaper); err != nil {
			return err
		}
		list = append(list, entry)
	}
	return c.JSON(http.StatusOK, strategyList{list})
}

func (s *Server) defaults(strategy string, f session.Fidelity) (fidelityDefaults, error) {
	c, err := s.desk.Defaults(strategy, f)
	return fidelityDefaults{c.Options, c.Pace, c.Reading, c.Precedence, c.Accuse, c.AccuseAfter, c.Suspicion, c.Reread}, err
}

// listRules returns the rules presets, each with the text that the bot is told, and with what each
// role wants. Rules with options are those that Ringer can run: a game with the host ringer. No key
// is needed, since the pages of players show the rules.
//
//	@Summary	List the rules presets
//	@Success	200	{object}	rulesList	"Every set of rules that a session can be created with."
func (s *Server) listRules(c echo.Context) error {
	list := []rulesEntry{}
	for _, p := range session.Presets() {
		list = append(list, rulesEntry{p, s.desk.RulesOptions(p.ID), s.desk.HiddenRoles(p.ID)})
	}
	return c.JSON(http.StatusOK, rulesList{list})
}
