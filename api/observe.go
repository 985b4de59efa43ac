package api

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/session"
)

// Observer is told what the server does. Its methods are called from many goroutines, and must not
// block.
type Observer interface {
	// Answered is called for each request; for a stream it is called when the stream has begun. The
	// method and the route come from the table of routes. Both are empty for a request that matches
	// no route, so that a client cannot create new metrics.
	Answered(method, route string, status int, took time.Duration)
	// Doubted is called for each value that is probably a mistake.
	Doubted(code session.Code, refused bool)
	// StreamOpened is called once for each stream.
	StreamOpened()
	// StreamEnded is called once for each stream.
	StreamEnded(StreamEnd)
}

// StreamEnd says why a stream ended.
type StreamEnd string

// The ends of a stream.
const (
	// StreamSessionEnded says that no more events follow.
	StreamSessionEnded StreamEnd = "session_ended"
	// StreamReaderLeft says that the reader has gone, or did not read.
	StreamReaderLeft StreamEnd = "reader_left"
	// StreamRotated says that the stream has lasted long enough; its reader resumes.
	StreamRotated StreamEnd = "rotated"
	// StreamShutdown says that the server stops; the reader resumes at another server.
	StreamShutdown StreamEnd = "shutdown"
	// StreamLogLost says that the log could not be read; the server logs the cause.
	StreamLogLost StreamEnd = "log_lost"
)

// noObserver is the observer of a server that has none.
type noObserver struct{}

func (noObserver) Answered(string, string, int, time.Duration) {}
func (noObserver) Doubted(session.Code, bool)                  {}
func (noObserver) StreamOpened()                               {}
func (noObserver) StreamEnded(StreamEnd)                       {}

// observe tells the observer about each request. It is the outermost middleware, so it sees the
// status that the client sees: errors have been answered by then.
func (s *Server) observe(routes []route) echo.MiddlewareFunc {
	known := map[[2]string]bool{}
	for _, r := range routes {
		known[[2]string{r.method, r.path}] = true
		if r.method == http.MethodGet {
			known[[2]string{http.MethodHead, r.path}] = true
		}
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			began := time.Now()
			defer func() { // also after a panic, which is how a handler breaks off an answer
				method, route := c.Request().Method, c.Path()
				if !known[[2]string{method, route}] {
					method, route = "", ""
				}
				s.options.Observer.Answered(method, route, c.Response().Status, time.Since(began))
			}()
			return next(c)
		}
	}
}

// getMetrics returns the metrics that docs/operations.md lists. They hold no texts and no names.
//
//	@Summary	Metrics for Prometheus
//	@Success	200	{string}	string	"The metrics in Prometheus' text format."
func (s *Server) getMetrics(c echo.Context) error {
	if s.options.Metrics == nil {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	s.options.Metrics.ServeHTTP(c.Response(), c.Request())
	return nil
}
