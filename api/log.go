package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine"
)

// requestID takes the client's X-Request-Id or makes one, and answers with it.
func requestID(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		id := c.Request().Header.Get(echo.HeaderXRequestID)
		if !isLoggable(id) {
			id = engine.NewID("req_")
		}
		c.Response().Header().Set(echo.HeaderXRequestID, id)
		return next(c)
	}
}

func requestIDOf(c echo.Context) string { return c.Response().Header().Get(echo.HeaderXRequestID) }

// plainID tells whether a client's request id can be logged and sent back as it is.
func isLoggable(id string) bool {
	for _, r := range id {
		if r <= ' ' || r > '~' {
			return false
		}
	}
	return id != "" && len(id) <= 128
}

// logged answers requests that fail, and logs each request once: what went well for debugging only, what was refused at info,
// what failed on our side as an error with its cause. Neither queries, which may hold tokens, nor bodies are logged.
func (s *Server) logRequests(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		began := time.Now()
		err := next(c)
		ctx, level, text := c.Request().Context(), slog.LevelDebug, "request answered"
		if err != nil {
			begun := c.Response().Committed
			s.fail(err, c)
			level, text = severity(ctx, err, begun, c.Response().Status)
		}
		if !s.log.Enabled(ctx, level) {
			return nil
		}
		about := []any{
			"request_id", requestIDOf(c), "method", c.Request().Method, "route", c.Path(), "status", c.Response().Status, "took", time.Since(began),
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

// severity tells how much the error of a request matters. If its answer had begun, there was none left to give.
func severity(ctx context.Context, err error, begun bool, status int) (level slog.Level, text string) {
	_, network := errors.AsType[*net.OpError](err)
	switch {
	case ctx.Err() != nil, errors.Is(err, context.Canceled), network:
		return slog.LevelDebug, "the client left before its answer"
	case begun:
		return slog.LevelError, "an answer broke off"
	case status >= 500:
		return slog.LevelError, "request failed"
	}
	return slog.LevelInfo, "request refused"
}

// panicked makes the error of a panic. Its text is for the log alone.
func panicError(_ echo.Context, err error, stack []byte) error {
	return fmt.Errorf("a handler panicked: %v\n%s", err, stack)
}
