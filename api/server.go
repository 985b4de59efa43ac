package api

import (
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"ringer/engine"
)

// Options are what a server is set up with, besides its engine.
type Options struct {
	// Model is the name of the configured model, ModelNote what there is to know of it.
	Model     string
	ModelNote string
	Log       *slog.Logger
	// Key is what clients must send; without one the server answers only to this machine.
	Key string
	// Origins are those whose web pages may use the API, * for all.
	Origins []string
	// RateLimit is how many requests a second the server takes; 0 is any number.
	RateLimit int
	// Observer is told what the server does; nil is nobody.
	Observer Observer
	// Metrics answers GET /metrics; nil is nobody.
	Metrics http.Handler
}

// Server serves the API of an engine. It implements http.Handler.
type Server struct {
	echo    *echo.Echo
	engine  *engine.Engine
	options Options
	log     *slog.Logger
	access  access
	docs    map[string]docsFile
	// heartbeat is how often a quiet stream gets a comment.
	heartbeat time.Duration
	// writeLimit is how long a stream's reader may leave a write waiting.
	writeLimit time.Duration
	// bodyLimit is how long a request's body may take.
	bodyLimit time.Duration
	// rotation is about how long a stream lasts.
	rotation time.Duration

	drain    sync.Once
	draining chan struct{}
	streams  sync.WaitGroup
}

// heartbeatEvery is below the 60 s after which nginx and most load balancers cut a silent connection, with room for three.
const heartbeatEvery = 15 * time.Second

// New returns the server of an engine.
func New(e *engine.Engine, o Options) *Server {
	if o.Observer == nil {
		o.Observer = noObserver{}
	}
	s := &Server{
		echo: echo.New(), engine: e, options: o, log: o.Log, access: newAccess(o), docs: docsFiles(o.Key != ""),
		heartbeat: heartbeatEvery, writeLimit: writeLimit, bodyLimit: bodyLimit, rotation: rotateAfter, draining: make(chan struct{}),
	}
	s.echo.HTTPErrorHandler = s.fail
	s.echo.JSONSerializer = lineSerializer{}
	s.echo.IPExtractor = echo.ExtractIPDirect()
	routes := s.routes()
	s.echo.Use(s.observe(routes), requestID, s.logRequests)
	s.echo.Use(middleware.RecoverWithConfig(middleware.RecoverConfig{DisableErrorHandler: true, LogErrorFunc: panicError}))
	if len(o.Origins) > 0 {
		s.echo.Use(crossOrigin(o.Origins))
	}
	s.echo.Use(s.limitBody)
	for _, r := range routes {
		s.echo.Add(r.method, r.path, s.withChecks(r))
		if r.open { // load balancers ask like this whether a server is up
			s.echo.Add(http.MethodHead, r.path, s.withChecks(r))
		}
	}
	return s
}

// guarded is the handler of a route for those who may use it and accept what it offers.
func (s *Server) withChecks(r route) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := s.access.admit(r, c); err != nil {
			return err
		}
		if err := r.checkQuery(c.Request().URL.RawQuery); err != nil {
			return err
		}
		if err := r.checkAccept(c.Request().Header); err != nil {
			return err
		}
		if err := checkPath(c); err != nil {
			return err
		}
		return r.handler(c)
	}
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.echo.ServeHTTP(w, r) }

// Drain ends the streams. Their readers come back and resume elsewhere.
func (s *Server) Drain() { s.drain.Do(func() { close(s.draining) }) }

// Wait returns when the streams have ended, after Drain and when no more requests come: http.Server knows nothing of them.
func (s *Server) Wait() { s.streams.Wait() }

// maxBody bounds a request: a hundred messages of the greatest length, at two bytes a character.
const maxBody = 1 << 20

// bodyLimit is how long a body may take: one of the greatest length at 35 kB/s. Without a limit a client could hold a connection
// for as long as it likes by sending a byte now and then.
const bodyLimit = 30 * time.Second

// limitBody bounds a body's length and time. The time counts for those, too, that no handler reads, since net/http reads on.
func (s *Server) limitBody(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if r.ContentLength != 0 {
			// Where this is not supported there is no connection to be held.
			_ = http.NewResponseController(c.Response()).SetReadDeadline(time.Now().Add(s.bodyLimit))
		}
		r.Body = http.MaxBytesReader(c.Response(), r.Body, maxBody)
		return next(c)
	}
}
