package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"ringer/engine/journal"
	"ringer/engine/study"
)

// Study is the study that a server runs. study.Study implements it, and says what each method does.
// The methods may be called at once.
type Study interface {
	About() study.About
	Join(ctx context.Context, j study.Joining) (study.Membership, error)
	View(ctx context.Context, key string) (study.View, error)
	Answer(ctx context.Context, key string, r study.Reply) error
	Leave(ctx context.Context, key string) error
}

const studyRoute = "/playground/study"

// withStudy returns a handler that is not found on a server without a study. People of a study have
// no key of the server, so its routes are open. Each person has a key of their own.
func (s *Server) withStudy(handler func(echo.Context, Study) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		if s.options.Study == nil {
			return echo.ErrNotFound
		}
		return handler(c, s.options.Study)
	}
}

// personKey returns the key of the person who sends a request.
func personKey(c echo.Context) string {
	_, key, _ := strings.Cut(c.Request().Header.Get(echo.HeaderAuthorization), " ")
	return strings.TrimSpace(key)
}

func (s *Server) getStudy(c echo.Context, x Study) error {
	return c.JSON(http.StatusOK, x.About())
}

func (s *Server) joinStudy(c echo.Context, x Study) error {
	var j study.Joining
	if err := decode(c, &j, nil); err != nil {
		return err
	}
	m, err := x.Join(c.Request().Context(), j)
	if err != nil {
		return err
	}
	return journal.AfterWrite(c.JSON(http.StatusCreated, m))
}

// getStudyView shows a person how the study is. Whoever plays gets a token for the seat.
func (s *Server) getStudyView(c echo.Context, x Study) error {
	ctx := c.Request().Context()
	v, err := x.View(ctx, personKey(c))
	if err == nil && v.Game != "" {
		v.Token, err = s.access.gameTokens.grant(ctx, grant{role: roleSeat, game: v.Game, seat: v.Seat, expires: s.expires(c, gameTokenLife)})
	}
	return answer(c, http.StatusOK, v, err)
}

func (s *Server) answerStudy(c echo.Context, x Study) error {
	var r study.Reply
	if err := decode(c, &r, nil); err != nil {
		return err
	}
	if err := x.Answer(c.Request().Context(), personKey(c), r); err != nil {
		return err
	}
	return journal.AfterWrite(s.getStudyView(c, x))
}

func (s *Server) leaveStudy(c echo.Context, x Study) error {
	if err := x.Leave(c.Request().Context(), personKey(c)); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
