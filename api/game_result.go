package api

import (
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// storedSurvey is a survey that was taken.
type storedSurvey struct {
	session.Survey
	// At is when it was taken.
	At time.Time `json:"at"`
	// Duplicate says that the same survey was taken before.
	Duplicate bool `json:"duplicate,omitempty"`
}

// postGameSurvey takes after the end whom a person took for a bot, and how each bot seemed. The
// questions are those of Time to Talk, section 4.5, on a scale from 0 to 100. Ask for the suspects
// before you reveal who was what. Each person answers once.
//
//	@Summary	Answer the survey of a game
//	@Body	session.Survey	"What the person thought."
//	@Success	201	{object}	storedSurvey	"The survey is stored."
//	@Success	200	{object}	storedSurvey	"The same survey was stored before."
func (s *Server) postGameSurvey(c echo.Context) error {
	var asked session.Survey
	ctx, id := c.Request().Context(), c.Param("id")
	check := func() error { return s.desk.Games.Check(ctx, id, asked.Validate) }
	if err := decode(c, &asked, check); err != nil {
		return err
	}
	stored, known, err := s.desk.AddSurvey(ctx, id, asked)
	if err != nil {
		return err
	}
	status := http.StatusCreated
	if known {
		status = http.StatusOK
	}
	return journal.AfterWrite(c.JSON(status, storedSurvey{stored.Survey, stored.At, known}))
}

// getGameResult returns how the game went, or how it stands: the outcome, what became of each
// player, points, votes, times, what the model calls have cost, and the survey. Where Ringer runs
// the rules, it also holds what the rules made of the votes. The token of a seat or a spectator
// shows no costs, and nobody's answers to the survey. A player sees the sums of the survey after an
// answer of their own.
//
//	@Summary	Get the result of a game
//	@Success	200	{object}	desk.GameResult	"The result."
func (s *Server) getGameResult(c echo.Context) error {
	r, err := s.desk.GameResult(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	if g, ok := grantOf(c); ok && g.role != roleOwner {
		if g.role == roleSeat && !slices.ContainsFunc(r.Survey.Answers, func(own session.Survey) bool { return own.Seat == g.seat }) {
			r.Survey = desk.SurveyResult{Suspected: map[string]int{}, Ratings: []session.Rating{}}
		}
		r.Survey.Answers, r.Spent, r.TableSpent = []session.Survey{}, session.Spent{}, session.Spent{}
		for i := range r.Players {
			r.Players[i].Spent = nil
		}
	}
	return c.JSON(http.StatusOK, r)
}
