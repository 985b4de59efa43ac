package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/journal"
)

// callList is the recorded model calls of one thought.
type callList struct {
	// Calls are in the order in which they were made.
	Calls []journal.RecordedCall `json:"calls"`
}

// maxCalls bounds an answer. Each call has some tens of kilobytes. The largest thought, FourMind's
// lookahead with five paths, makes far fewer.
const maxCalls = 50

const wantThought = "must be the id of a thought; events of the type thought.completed have it in data.began.thought_id"

var thoughtParameter = parameter{"thought", codeInvalidParameter, func(text string) string {
	if _, ok := journal.PlaceOf(text); !ok {
		return wantThought
	}
	return ""
}}

// getCalls returns prompts and answers of one thought, at most 50. The list is empty if the session
// is not recorded, if the thought made no call, and if it belongs to another session. Prompts hold
// the bot's secrets: players must not see them. Events of the types thought.completed and
// thought.failed have the id in data.began.thought_id.
//
//	@Summary	Get the model calls of a thought
//	@Success	200	{object}	callList	"The calls."
func (s *Server) getCalls(c echo.Context) error {
	thought := c.QueryParam("thought")
	if thought == "" {
		return refuse(codeInvalidParameter, "thought", wantThought)
	}
	calls, err := s.desk.CallsOf(c.Request().Context(), c.Param("id"), thought, maxCalls)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, callList{append([]journal.RecordedCall{}, calls...)})
}
