package api

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

// Observer is told what the server does. It is called from many goroutines, and nobody waits for it.
type Observer interface {
	// Answered is called for each request. Method and route are those of the table of routes; both are empty for a request that
	// is none of its operations, so that a client cannot make new ones up. Of a stream it is told when that has begun.
	Answered(method, route string, status int, took time.Duration)
	// StreamOpened and StreamEnded are called once for each stream.
	StreamOpened()
	StreamEnded(StreamEnd)
}

// StreamEnd says why a stream ended.
type StreamEnd string

// The ends of a stream.
const (
	StreamOver    StreamEnd = "session_ended" // nothing follows
	StreamLeft    StreamEnd = "reader_left"   // the reader has gone, or did not read
	StreamRotated StreamEnd = "rotated"       // it has lasted long enough; the reader resumes
	StreamDrained StreamEnd = "shutdown"      // the server stops; the reader resumes elsewhere
	StreamLost    StreamEnd = "log_lost"      // its log could not be read, which is logged
)

// unobserved is for a server that nobody observes.
type noObserver struct{}

func (noObserver) Answered(string, string, int, time.Duration) {}
func (noObserver) StreamOpened()                               {}
func (noObserver) StreamEnded(StreamEnd)                       {}

// observe tells the observer of each request. It is the outermost of what surrounds the handlers, so that it sees what the client
// sees: what fails has been answered by then.
func (s *Server) observe(routes []route) echo.MiddlewareFunc {
	known := map[[2]string]bool{}
	for _, r := range routes {
		known[[2]string{r.method, r.path}] = true
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			began := time.Now()
			defer func() { // also when a handler breaks its answer off, which is a panic
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

// getMetrics answers with what the server was set up to answer with.
//
//	@Summary	Metrics for Prometheus
//	@ID			getMetrics
//	@Tags		Service
//	@Produce	plain
//	@Success	200	{string}	string	"The metrics in Prometheus' text format."
//	@Router		/metrics [get]
func (s *Server) getMetrics(c echo.Context) error {
	if s.options.Metrics == nil {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	s.options.Metrics.ServeHTTP(c.Response(), c.Request())
	return nil
}
