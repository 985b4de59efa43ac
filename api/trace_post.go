package api

import (
	"context"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/desk"
)

// Traces follows requests and posted messages.
type Traces interface {
	// Middleware follows each request.
	Middleware(next echo.HandlerFunc) echo.HandlerFunc
	// Posted tells of a message that a request has stored. The context is the request's.
	Posted(ctx context.Context, home, message string, began time.Time)
}

// tracePosts tells the traces of messages that are new.
func (s *Server) tracePosts(c echo.Context, began time.Time, done []desk.Posted) {
	if s.options.Traces == nil {
		return
	}
	for _, p := range done {
		if !p.Duplicate {
			s.options.Traces.Posted(c.Request().Context(), c.Param("id"), p.ID, began)
		}
	}
}
