package api

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/session"
)

// Arena plays contests of bots against bots for the playground. Its methods may be called at once.
type Arena interface {
	// Begin starts a contest. It returns session.Errors for what cannot be played, with
	// pointers into the request, and CodeContestRunning while another contest runs.
	Begin(r ContestRequest) (Contest, error)
	// Plan returns what Begin would play. It refuses the same requests, but it does not mind that
	// another contest runs.
	Plan(r ContestRequest) (ContestPlan, error)
	// Contests returns the contests that are kept, the newest first, without reports.
	Contests() []Contest
	// Contest returns one contest with its report. It returns CodeNoContest if there is none.
	Contest(id string) (Contest, error)
	// Game returns one game of a contest with its lines. It returns CodeNoContest if there is none.
	Game(id string, number int) (any, error)
	// WriteFile writes the games of a contest so that Report reads them. It returns CodeNoContest
	// before it writes anything.
	WriteFile(id string, to io.Writer) error
	// Stop stops a contest and returns when it has stopped. It keeps the games so far. It does
	// nothing to a contest that has ended, and returns CodeNoContest if there is none.
	Stop(ctx context.Context, id string) error
	// Report returns the report of a file of games. It ends with its context. Clients see the text
	// of the error.
	Report(ctx context.Context, file io.Reader) (any, error)
}

// The codes of contests.
const (
	CodeContestRunning session.Code = "contest_running"
	CodeNoContest      session.Code = "contest_not_found"
)

// ContestRequest says which games are played.
type ContestRequest struct {
	// Rules is the id of the rules.
	Rules string `json:"rules"`
	// Seats are the variants of the bots. Fewer than players repeat in turn.
	Seats []ContestSeat `json:"seats"`
	// Players is how many players a game has. By default it follows from seats and rules.
	Players int `json:"players,omitempty" zero:"default"`
	// Teams gives each side to one variant, in every combination.
	Teams bool `json:"teams,omitempty"`
	// Games is how many games are played. It is rounded up to whole deals.
	Games int `json:"games"`
	// Seed is the seed of the first deal, 1 by default.
	Seed *int64 `json:"seed,omitempty"`
	// Options are the options of the rules.
	Options map[string]any `json:"options,omitempty"`
	// Language is the language of the chat, as a tag.
	Language string `json:"language,omitempty"`
	// Floor says which bots may speak.
	Floor session.FloorMode `json:"floor,omitempty"`
}

// ContestSeat is a variant of a bot. A bare string is its Variant.
type ContestSeat struct {
	// Variant is a strategy as the command line takes it: tom×2 or scheduler:order=every_n.
	Variant string `json:"variant"`
	// Options are more options. Their texts may have any characters.
	Options map[string]any `json:"options,omitempty"`
}

// Shorthand returns the field that a bare string sets.
func (*ContestSeat) Shorthand() string { return "variant" }

// UnmarshalJSON implements json.Unmarshaler.
func (s *ContestSeat) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, &s.Variant)
	}
	type object ContestSeat
	return json.Unmarshal(b, (*object)(s))
}

// ContestPlan says how many games a contest has: every deal with every arrangement.
type ContestPlan struct {
	Games        int `json:"games"`
	Deals        int `json:"deals"`
	Arrangements int `json:"arrangements"`
}

// ContestState says how far a contest is.
type ContestState string

// The states of a contest.
const (
	ContestRunning ContestState = "running"
	ContestDone    ContestState = "done"
	ContestFailed  ContestState = "failed"
	ContestStopped ContestState = "stopped"
)

// Contest is a contest and how far it is.
type Contest struct {
	ID        string         `json:"id"`
	State     ContestState   `json:"state"`
	StartedAt time.Time      `json:"started_at"`
	Request   ContestRequest `json:"request"`
	// Done counts the games that have been played, of all Games.
	Done  int `json:"done"`
	Games int `json:"games"`
	// SecondsLeft is how long the other games will take; nil while nobody knows.
	SecondsLeft *int `json:"seconds_left,omitempty"`
	// Problem says why the contest failed.
	Problem string `json:"problem,omitempty"`
	// Report sums up the games so far.
	Report any `json:"report,omitempty"`
}

// contestList is the list of the contests.
type contestList struct {
	// Models says which models play. ModelNote is a remark on them; the offline model has one.
	Models    string    `json:"models"`
	ModelNote string    `json:"model_note,omitempty"`
	Contests  []Contest `json:"contests"`
}

// withArena returns a handler that is not found on a server without an arena.
func (s *Server) withArena(handler func(echo.Context, Arena) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		if s.options.Arena == nil {
			return echo.ErrNotFound
		}
		return handler(c, s.options.Arena)
	}
}

func (s *Server) postContest(c echo.Context, a Arena) error {
	var r ContestRequest
	if err := decode(c, &r, nil); err != nil {
		return err
	}
	contest, err := a.Begin(r)
	if err != nil {
		return err
	}
	setLocation(c, arenaRoute+"/"+contest.ID)
	return c.JSON(http.StatusCreated, contest)
}

func (s *Server) planContest(c echo.Context, a Arena) error {
	var r ContestRequest
	if err := decode(c, &r, nil); err != nil {
		return err
	}
	plan, err := a.Plan(r)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, plan)
}

func (s *Server) listContests(c echo.Context, a Arena) error {
	return c.JSON(http.StatusOK, contestList{s.options.Model, s.options.ModelNote, a.Contests()})
}

func (s *Server) getContest(c echo.Context, a Arena) error {
	contest, err := a.Contest(c.Param("id"))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, contest)
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
		return refuse(CodeNoContest, "", "the number of a game is a whole number, from 1")
	}
	played, err := a.Game(c.Param("id"), number)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, played)
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
