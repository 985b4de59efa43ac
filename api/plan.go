package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/game"
)

// slot is what the bot intends to send, as of an event.
type planSlot struct {
	SessionID string `json:"session_id"`
	Seq       int64  `json:"seq"`
	// Plan is null when the bot intends to send nothing.
	Plan *game.Plan `json:"plan"`
}

// getPlan shows the plan.
//
//	@Summary		Get the plan
//	@Description	The one message that the bot intends to send, and when; null when it intends to send nothing.
//	@ID				getPlan
//	@Tags			Bot
//	@Produce		json
//	@Param			id		path		string	true	"The id of the session."
//	@Success		200		{object}	planSlot	"The plan."
//	@Router			/v1/sessions/{id}/plan [get]
func (s *Server) getPlan(c echo.Context) error {
	state, err := s.engine.Look(c.Request().Context(), c.Param("id"), 0)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, planSlot{SessionID: state.Session, Seq: state.Seq, Plan: state.Plan})
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

// cancelPlan passes the command on.
//
//	@Summary		Cancel the plan
//	@Description	The bot does not send what it intends to send. It goes on thinking. What became of the command the events tell: a plan that was sent or replaced meanwhile is left alone.
//	@ID				cancelPlan
//	@Tags			Bot
//	@Accept			json
//	@Produce		json
//	@Param			id		path		string	true	"The id of the session."
//	@Param			body	body		planCommand		false	"The plan that is meant. It may be left out."
//	@Success		202		{object}	commandedPlan	"The command is stored."
//	@Router			/v1/sessions/{id}/plan/cancel [post]
func (s *Server) cancelPlan(c echo.Context) error { return s.commandPlan(c, game.CancelPlan) }

// sendPlan passes the command on.
//
//	@Summary		Send the plan now
//	@Description	The bot sends what it intends to send at once, if it may say it at all. With timing manual it sends nothing without this. What became of the command the events tell: a plan that was sent or replaced meanwhile is left alone.
//	@ID				sendPlan
//	@Tags			Bot
//	@Accept			json
//	@Produce		json
//	@Param			id		path		string	true	"The id of the session."
//	@Param			body	body		planCommand		false	"The plan that is meant. It may be left out."
//	@Success		202		{object}	commandedPlan	"The command is stored."
//	@Router			/v1/sessions/{id}/plan/send [post]
func (s *Server) sendPlan(c echo.Context) error { return s.commandPlan(c, game.SendPlan) }

func (s *Server) commandPlan(c echo.Context, command game.Command) error {
	var body planCommand
	if err := decodeOptional(c, &body, nil); err != nil {
		return err
	}
	done, seq, err := s.engine.Command(c.Request().Context(), c.Param("id"), body.PlanID, command)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusAccepted, commandedPlan{done.PlanID, done.Command, seq})
}
