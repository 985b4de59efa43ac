package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/desk"
)

// requestID uses the client's X-Request-Id or makes one, and sends it back with the answer.
func requestID(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		id := c.Request().Header.Get(echo.HeaderXRequestID)
		if !isLoggable(id) {
			id = desk.NewID("req_")
		}
		c.Response().Header().Set(echo.HeaderXRequestID, id)
		return next(c)
	}
}

func requestIDOf(c echo.Context) string { return c.Response().Header().Get(echo.HeaderXRequestID) }

// isLoggable reports whether a client's request id can be logged and sent back unchanged.
func isLoggable(id string) bool {
	for _, r := range id {
		if r <= ' ' || r > '~' {
			return false
		}
	}
	return id != "" && len(id) <= 128
}

// logRequests answers requests that fail, and logs each request once. Success is logged at debug, a
// refused request at info, and a failure of the server as an error with its cause. It logs no
// bodies and no queries, because queries may hold tokens.
func (s *Server) logRequests(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		began := time.Now()
		err := next(c)
		ctx, level, text := c.Request().Context(), slog.LevelDebug, "request answered"
		if err != nil {
			begun := c.Response().Committed
			s.fail(err, c)
			level, text = severity(ctx, err, begun, c.Response().Status)
			if level == slog.LevelError && s.engine.NoteBroken(c.Param("id"), err) {
				level = slog.LevelInfo
			}
		}
		if !s.log.Enabled(ctx, level) {
			return nil
		}
		about := []any{
			"request_id", requestIDOf(c), "method", c.Request().Method, "route", c.Path(), "status", c.Response().Status, "took", time.Since(began), "client", network(c.Request()),
		}
		if id := c.Param("id"); isID(id) {
			about = append(about, "session", id)
		}
		if err != nil {
			about = append(about, "code", translate(err)[0].Code)
		}
		if level == slog.LevelError {
			about = append(about, "error", err)
		}
		s.log.Log(ctx, level, text, about...)
		return nil
	}
}

// isID reports whether a text may be the id of a session or a game, as this server makes them. The
// log holds nothing else that a client has put into a path.
func isID(text string) bool {
	prefix, rest, ok := strings.Cut(text, "_")
	return ok && (prefix == "ses" || prefix == "gam") && len(rest) == idLength && strings.Trim(rest, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// idLength is the length of an id without its prefix.
const idLength = 22

// severity returns the log level and the text for an error of a request. The flag begun says that
// the answer had begun, so that no error could be sent.
func severity(ctx context.Context, err error, begun bool, status int) (level slog.Level, text string) {
	_, network := errors.AsType[*net.OpError](err)
	_, waiting := errors.AsType[notReady](err)
	switch {
	case ctx.Err() != nil, errors.Is(err, context.Canceled), network:
		return slog.LevelDebug, "the client left before its answer"
	case waiting:
		return slog.LevelDebug, "not ready"
	case errors.Is(err, errBusy):
		return slog.LevelInfo, "request refused"
	case begun:
		return slog.LevelError, "an answer broke off"
	case status >= 500:
		return slog.LevelError, "request failed"
	}
	return slog.LevelInfo, "request refused"
}

// panicError returns the error of a panic. Its text only goes to the log.
func panicError(_ echo.Context, err error, stack []byte) error {
	return fmt.Errorf("a handler panicked: %v\n%s", err, stack)
}
