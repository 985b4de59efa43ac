package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/session"
)

// planSlot is the bot's plan, as of an event.
type planSlot struct {
	SessionID string `json:"session_id"`
	Seq       int64  `json:"seq"`
	// Plan is null when the bot has no plan.
	Plan *session.Plan `json:"plan"`
}

// getPlan returns the one message that the bot plans to send, and when it is due. The plan is null
// when the bot does not plan to send a message.
//
//	@Summary	Get the plan
//	@Success	200	{object}	planSlot	"The plan."
func (s *Server) getPlan(c echo.Context) error {
	state, err := s.desk.StateAt(c.Request().Context(), c.Param("id"), 0)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, planSlot{SessionID: state.Session, Seq: state.Seq, Plan: state.Plan})
}

// planCommand names the plan that a command is for.
type planCommand struct {
	// PlanID is the plan that the command is for; left out, it is the current plan.
	PlanID string `json:"plan_id"`
}

// commandedPlan is a command as it is stored in the log.
type commandedPlan struct {
	PlanID  string          `json:"plan_id"`
	Command session.Command `json:"command"`
	Seq     int64           `json:"seq"`
}

// cancelPlan keeps the bot from sending its planned message. The bot goes on thinking. The events
// show the result of the command. The command has no effect on a plan that was sent or replaced
// meanwhile.
//
//	@Summary	Cancel the plan
//	@OptionalBody	planCommand	"The plan to cancel. You may leave it out."
//	@Success	202	{object}	commandedPlan	"The command is stored."
func (s *Server) cancelPlan(c echo.Context) error { return s.commandPlan(c, session.CancelPlan) }

// sendPlan has the bot send its planned message at once, if the bot may speak and the message is
// allowed. With timing manual the bot sends messages only after this command. The events show the
// result of the command. The command has no effect on a plan that was sent or replaced meanwhile.
//
//	@Summary	Send the plan now
//	@OptionalBody	planCommand	"The plan to send. You may leave it out."
//	@Success	202	{object}	commandedPlan	"The command is stored."
func (s *Server) sendPlan(c echo.Context) error { return s.commandPlan(c, session.SendPlan) }

func (s *Server) commandPlan(c echo.Context, command session.Command) error {
	var body planCommand
	if err := decodeOptional(c, &body, nil); err != nil {
		return err
	}
	done, seq, err := s.desk.Command(c.Request().Context(), c.Param("id"), body.PlanID, command, idempotencyKey(c.Request().Header))
	return answer(c, http.StatusAccepted, commandedPlan{done.PlanID, done.Command, seq}, err)
}
