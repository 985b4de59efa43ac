package api

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

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

// postGameSurvey takes what a person thought of a game.
//
//	@Summary		Answer the survey of a game
//	@Description	After the end: whom a person took for a bot, and how each bot seemed. The
//	@Description	questions are those of Time to Talk, section 4.5, on a scale from 0 to 100. Ask
//	@Description	for the suspects before you reveal who was what. Each person answers once.
//	@ID				postGameSurvey
//	@Tags			Games
//	@Accept			json
//	@Produce		json
//	@Param			id		path		string			true	"The id of the game."
//	@Param			body	body		session.Survey		true	"What the person thought."
//	@Success		201		{object}	storedSurvey	"The survey is stored."
//	@Success		200		{object}	storedSurvey	"The same survey was stored before."
//	@Router			/v1/games/{id}/survey [post]
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

// getGameResult shows how a game went.
//
//	@Summary		Get the result of a game
//	@Description	How the game went, or how it stands: the outcome, what became of each player,
//	@Description	points, votes, times, what the model calls have cost, and the survey. Where
//	@Description	Ringer runs the rules, it also holds what the rules made of the votes. The token
//	@Description	of a seat or a spectator shows no costs, and nobody's answers to the survey.
//	@ID				getGameResult
//	@Tags			Games
//	@Produce		json
//	@Param			id	path		string				true	"The id of the game."
//	@Success		200	{object}	desk.GameResult	"The result."
//	@Router			/v1/games/{id}/result [get]
func (s *Server) getGameResult(c echo.Context) error {
	r, err := s.desk.GameResult(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	if g, ok := grantOf(c); ok && g.role != roleOwner {
		r.Survey.Answers, r.Spent, r.TableSpent = []session.Survey{}, session.Spent{}, session.Spent{}
		for i := range r.Players {
			r.Players[i].Spent = nil
		}
	}
	return c.JSON(http.StatusOK, r)
}
