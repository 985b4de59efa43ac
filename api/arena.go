package api

import (
	"context"
	"io"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"ringer/engine/contest"
)

// Arena plays contests of bots against bots for the playground. contest.Stage implements it, and
// says what each method does. The methods may be called at once.
type Arena interface {
	Begin(r contest.Request) (contest.View, error)
	Plan(r contest.Request) (contest.Plan, error)
	Contests() []contest.View
	Contest(id string) (contest.View, error)
	Game(id string, number int) (*contest.Game, error)
	WriteFile(id string, to io.Writer) error
	Stop(ctx context.Context, id string) error
	Ratings(ctx context.Context) ([]contest.Rating, error)
	Report(ctx context.Context, file io.Reader) (*contest.Report, error)
}

// contestList is the list of the contests.
type contestList struct {
	// Models says which models play. ModelNote is a remark on them; the offline model has one.
	Models    string         `json:"models"`
	ModelNote string         `json:"model_note,omitempty"`
	Contests  []contest.View `json:"contests"`
}

// withArena returns a handler that is not found on a server without an arena, and for tenants other
// than the default: contests spend the money of the server, and all their readers see each other's.
func (s *Server) withArena(handler func(echo.Context, Arena) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		if s.options.Arena == nil || tenantOf(c) != "" {
			return echo.ErrNotFound
		}
		return handler(c, s.options.Arena)
	}
}

func (s *Server) postContest(c echo.Context, a Arena) error {
	var r contest.Request
	if err := decode(c, &r, nil); err != nil {
		return err
	}
	shown, err := a.Begin(r)
	if err != nil {
		return err
	}
	setLocation(c, arenaRoute+"/"+shown.ID)
	return c.JSON(http.StatusCreated, shown)
}

func (s *Server) planContest(c echo.Context, a Arena) error {
	var r contest.Request
	if err := decode(c, &r, nil); err != nil {
		return err
	}
	plan, err := a.Plan(r)
	return answer(c, http.StatusOK, plan, err)
}

func (s *Server) listContests(c echo.Context, a Arena) error {
	return c.JSON(http.StatusOK, contestList{s.options.Model, s.options.ModelNote, a.Contests()})
}

// getRatings rates the players of all games that the server has.
func (s *Server) getRatings(c echo.Context, a Arena) error {
	ratings, err := a.Ratings(c.Request().Context())
	return answer(c, http.StatusOK, append([]contest.Rating{}, ratings...), err)
}

func (s *Server) getContest(c echo.Context, a Arena) error {
	shown, err := a.Contest(c.Param("id"))
	return answer(c, http.StatusOK, shown, err)
}

func (s *Server) stopContest(c echo.Context, a Arena) error {
	if err := a.Stop(c.Request().Context(), c.Param("id")); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

func (s *Server) getContestGame(c echo.Context, a Arena) error {
	number, err := strconv.Atoi(c.Param("number"))
	if err != nil {
		return refuse(contest.CodeNoContest, "", "the number of a game is a whole number, from 1")
	}
	played, err := a.Game(c.Param("id"), number)
	return answer(c, http.StatusOK, played, err)
}

// getContestFile sends the games as ringer arena --out writes them.
func (s *Server) getContestFile(c echo.Context, a Arena) error {
	c.Response().Header().Set(echo.HeaderContentType, mimeNDJSON)
	return a.WriteFile(c.Param("id"), c.Response())
}

// postContestReport answers with the report of a file of games.
func (s *Server) postContestReport(c echo.Context, a Arena) error {
	return s.answerFile(c, "for more games make the report with ringer arena --report", func(file io.Reader) (any, error) {
		return a.Report(c.Request().Context(), file)
	})
}
