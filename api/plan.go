package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/game"
)

// slot is the plan slot.
type slot struct {
	SessionID string `json:"session_id"`
	Seq       int64  `json:"seq"`
	// Plan is null when the bot intends to send nothing.
	Plan *game.Plan `json:"plan"`
}

func (s *Server) getPlan(c echo.Context) error {
	state, _, err := s.engine.Look(c.Request().Context(), c.Param("id"), 0)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, slot{SessionID: state.Session, Seq: state.Seq, Plan: state.Plan})
}

// planCommand names the plan that a command is for.
type planCommand struct {
	// PlanID is the plan that is meant; left out it is the one that is there.
	PlanID string `json:"plan_id"`
}

// commandedPlan is a command as the log has it.
type commandedPlan struct {
	PlanID  string       `json:"plan_id"`
	Command game.Command `json:"command"`
	Seq     int64        `json:"seq"`
}

func (s *Server) cancelPlan(c echo.Context) error { return s.commandPlan(c, game.CancelPlan) }

func (s *Server) sendPlan(c echo.Context) error { return s.commandPlan(c, game.SendPlan) }

func (s *Server) commandPlan(c echo.Context, command game.Command) error {
	var body planCommand
	if err := decodeOptional(c, &body); err != nil {
		return err
	}
	done, seq, err := s.engine.Command(c.Request().Context(), c.Param("id"), body.PlanID, command)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusAccepted, commandedPlan{done.PlanID, done.Command, seq})
}
