package api

import (
	"context"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// health says that the process is alive.
type health struct {
	// Status is ok.
	Status string `json:"status"`
}

// readiness says that the server can serve sessions.
type readiness struct {
	// Status is ready.
	Status string `json:"status"`
	// Model is the name of the configured model.
	Model string `json:"model"`
	// Warnings say what an operator should change although the server can serve sessions.
	Warnings []string `json:"warnings,omitempty"`
}

// getHealth answers as long as the process is alive, for liveness probes. It asks neither the
// database nor a model.
//
//	@Summary	Check whether the process is alive
//	@Success	200	{object}	health	"The process is alive."
func (s *Server) getHealth(c echo.Context) error {
	return c.JSON(http.StatusOK, health{"ok"})
}

// getReadiness answers 200 while the server can do what a post does, which it tries at most four
// times a second. The code of a 503 says why nothing can be stored, or that the server is shutting
// down.
//
//	@Summary	Check whether the server can serve sessions
//	@Success	200	{object}	readiness	"The database stores what is sent to it."
func (s *Server) getReadiness(c echo.Context) error {
	ctx := c.Request().Context()
	if err := s.Ready(ctx); err != nil {
		return notReady{err}
	}
	return c.JSON(http.StatusOK, readiness{"ready", s.options.Model, s.options.Warnings(ctx)})
}

// Ready returns why the server cannot serve sessions, or nil.
func (s *Server) Ready(ctx context.Context) error {
	if s.retired.Load() {
		return refuseAs(codeShuttingDown)
	}
	if err := s.engine.Ready(ctx); err != nil {
		return explain(err)
	}
	return nil
}

// notReady is the answer of a server that is not ready. Load balancers ask every second, and the
// log has said already that the database is away. So such an answer is logged at debug.
type notReady struct{ error }

// Unwrap returns the reason.
func (n notReady) Unwrap() error { return n.error }

// causes are the codes of why nothing can be stored, by the cause that the store names.
var causes = map[error]session.Code{
	journal.ErrFull: codeDatabaseFull, journal.ErrReadOnly: codeDatabaseReadOnly, journal.ErrLocked: codeDatabaseLocked,
	journal.ErrReplaced: codeDatabaseReplaced,
}

// explain returns the code of why nothing can be stored, if that is known. Only /readyz has these
// codes. Other answers say unavailable, and name the cause in their detail.
func explain(err error) error {
	if code, known := causes[journal.CauseOf(err)]; known {
		return refuseAs(code)
	}
	return err
}

// notStored returns the error of a request of which nothing was stored, with the cause if that is
// known.
func notStored(err error) session.Errors {
	code, known := causes[journal.CauseOf(err)]
	if !known {
		return refuseAs(codeUnavailable)
	}
	m := meanings()[code]
	return refuse(codeUnavailable, "", fmt.Sprintf("nothing was stored. %s. %s Then send the request again.", m.Title, m.Next))
}
