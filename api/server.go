package api

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
	"golang.org/x/sync/semaphore"

	"ringer/engine"
	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/tenant"
)

// Options configure a server.
type Options struct {
	// Model is the name of the configured model.
	Model string
	// ModelNote is a remark on the model.
	ModelNote string
	Log       *slog.Logger
	// Key is the key of the operator, who may do everything. Without it, and without stored keys,
	// the server answers only to its own machine.
	Key string
	// Keys are the stored keys; nil means none.
	Keys *tenant.Keyring
	// Meter counts what tenants use; nil counts for nobody.
	Meter *tenant.Meter
	// Tenants is the database of the tenants, for those that are exported or deleted.
	Tenants tenant.Database
	// Origins are the origins whose web pages may use the API; * means all.
	Origins []string
	// RateLimit bounds the requests that the server takes, in requests per second; 0 means no
	// limit.
	RateLimit int
	// Observer is told what the server does; nil means no observer.
	Observer Observer
	// Traces follows requests and messages; nil means that nobody does.
	Traces Traces
	// Warnings returns what is wrong with a server that is ready; nil means nothing.
	Warnings func(ctx context.Context) []string
	// Metrics answers GET /metrics; with nil the address is not found.
	Metrics http.Handler
	// Webhooks keeps the webhooks, and WebhooksChanged is called after each change; nil if nobody
	// sends to them.
	Webhooks        journal.Webhooks
	WebhooksChanged func()
	// WebhookPrivate lets webhooks have addresses that are not public.
	WebhookPrivate bool
	// Arena plays contests for the playground; with nil their addresses are not found.
	Arena Arena
	// Study is the study that people join in the playground; with nil its addresses are not found.
	Study Study
	// Recordings reads recorded games for the playground; with nil their address is not found.
	Recordings Recordings
	// Heartbeat is the time between two comments in an idle stream; 0 means DefaultHeartbeat.
	Heartbeat time.Duration
	// StreamLife is about how long a stream lasts; 0 means DefaultStreamLife. Its reader then comes
	// back. So every reader has to handle the end of a stream, and then it can handle a shutdown,
	// too. Rotation also frees connections whose other end has vanished: the kernel takes writes to
	// them until its buffer is full.
	StreamLife time.Duration
}

// Server serves the API of an engine. It implements http.Handler.
type Server struct {
	echo    *echo.Echo
	engine  *engine.Engine
	desk    *desk.Desk
	options Options
	log     *slog.Logger
	access  access
	// docs and playground are the files of the pages: those for a server without keys, and with.
	docs, playground [2]map[string]asset
	// writeLimit is the longest that a write to a stream's reader may take.
	writeLimit time.Duration
	// bodyLimit is the longest that a request's body may take to arrive.
	bodyLimit time.Duration
	// unreadable are the sessions that noteUnreadable has logged.
	unreadable *lru.Cache[string, bool]
	// places are how far views were read last.
	places *lru.Cache[string, reading]
	// bodies are the bytes of large bodies that are in memory.
	bodies *semaphore.Weighted
	// fileTurns holds a token for each file that is worked on.
	fileTurns chan struct{}

	// listener takes connections back; nil if nobody called Listener.
	listener *listener
	retired  atomic.Bool // /readyz answers 503
	drain    sync.Once
	draining chan struct{}
	crew     *crew
	streams  sync.WaitGroup
}

// The defaults of a stream. Three heartbeats fit into 60 s, after which nginx and most load
// balancers cut a silent connection.
const (
	DefaultHeartbeat  = 15 * time.Second
	DefaultStreamLife = 10 * time.Minute
)

// New returns the server of an engine.
func New(e *engine.Engine, o Options) *Server {
	if o.Observer == nil {
		o.Observer = noObserver{}
	}
	o.Heartbeat, o.StreamLife = cmp.Or(o.Heartbeat, DefaultHeartbeat), cmp.Or(o.StreamLife, DefaultStreamLife)
	if o.Warnings == nil {
		o.Warnings = func(context.Context) []string { return nil }
	}
	if o.Keys == nil {
		o.Keys = tenant.NewKeyring(tenant.Parts{Now: e.Now, Replicas: func() int { return 1 }, Log: o.Log})
	}
	if o.Meter == nil {
		o.Meter = tenant.NewMeter(nil, nil, tenant.Servers{}, time.Now, o.Log)
	}
	s := &Server{
		echo: echo.New(), engine: e, desk: e.Desk, options: o, log: o.Log, access: newAccess(o, e.Now), docs: [2]map[string]asset{docsFiles(false), docsFiles(true)}, playground: [2]map[string]asset{playgroundFiles(false), playgroundFiles(true)},
		writeLimit: writeLimit, bodyLimit: bodyLimit, bodies: semaphore.NewWeighted(heldBodies), fileTurns: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)),
		draining: make(chan struct{}), crew: newCrew((*stream).turn),
	}
	s.places, _ = lru.New[string, reading](cachedPlaces)
	s.unreadable, _ = lru.New[string, bool](1000) // it only refuses sizes below one
	s.echo.HTTPErrorHandler = s.fail
	s.echo.JSONSerializer = lineSerializer{answers: semaphore.NewWeighted(heldAnswers), limit: s.writeLimit}
	s.echo.IPExtractor = echo.ExtractIPDirect()
	routes := s.routes()
	s.echo.Use(s.wrap(routes))
	for _, r := range routes {
		s.echo.Add(r.method, r.path, s.withChecks(r))
		if r.method == http.MethodGet {
			s.echo.Add(http.MethodHead, r.path, s.withChecks(r))
		}
	}
	return s
}

// wrap returns a middleware that is all of them, the innermost first below. They are put together
// once; echo would do that for each request.
func (s *Server) wrap(routes []route) echo.MiddlewareFunc {
	h := s.limitBody(func(c echo.Context) error { return c.Handler()(c) })
	if len(s.options.Origins) > 0 {
		h = crossOrigin(s.options.Origins)(h)
	}
	h = middleware.RecoverWithConfig(middleware.RecoverConfig{DisableErrorHandler: true, LogErrorFunc: panicError})(h)
	h = s.observe(routes)(requestID(s.logRequests(h)))
	if s.options.Traces != nil {
		h = s.options.Traces.Middleware(h)
	}
	return func(echo.HandlerFunc) echo.HandlerFunc { return h }
}

// withChecks returns the handler of a route behind the checks that come before every handler:
// access, whether it may write, query, Accept, ids in the path, whose they are, and what a game
// token may not do.
func (s *Server) withChecks(r route) echo.HandlerFunc {
	return func(c echo.Context) error {
		r.deprecated.tell(c)
		if err := s.access.admit(r, c); err != nil {
			return err
		}
		defer allowanceOf(c).leave()
		if err := s.engine.ReadsOnly(); err != nil && r.writes() {
			return err
		}
		if err := r.checkQuery(c.Request().URL.RawQuery); err != nil {
			return err
		}
		if err := r.checkHeaders(c.Request().Header); err != nil {
			return err
		}
		if err := checkPath(c); err != nil {
			return err
		}
		if err := s.veil(r, c); err != nil {
			return err
		}
		if err := s.confine(r, c); err != nil {
			return err
		}
		return r.handler(c)
	}
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.echo.ServeHTTP(w, r) }

// Retire makes /readyz answer 503, so that proxies send requests to another server. This one still
// answers all.
func (s *Server) Retire() { s.retired.Store(true) }

// Drain ends the streams. Their readers come back and resume at another server.
func (s *Server) Drain() {
	s.Retire()
	s.drain.Do(func() {
		close(s.draining)
		s.crew.wakeAll()
	})
}

// Wait returns when all streams have ended. Call it after Drain, when no more requests arrive:
// http.Server does not wait for streams.
func (s *Server) Wait() { s.streams.Wait() }

// maxBody bounds the body of a request, in bytes: 100 messages of the greatest length, at two bytes
// a character.
const maxBody = 1 << 20

// bodyLimit is the longest that a body may take to arrive. A body of the greatest size needs that
// long at 35 kB/s, and the greatest file at 1.1 MB/s. Without a limit, a client could hold a
// connection for ever by sending a byte now and then.
const bodyLimit = 30 * time.Second

// limitBody bounds the time of a body, and lets its handler reserve memory for it. The time limit
// also covers bodies that no handler reads, because net/http reads them to the end.
func (s *Server) limitBody(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if r.ContentLength != 0 {
			// The error says that the writer does not support deadlines. Then no connection is
			// held.
			_ = http.NewResponseController(c.Response()).SetReadDeadline(time.Now().Add(s.bodyLimit))
		}
		body := &heldBody{r.Body, held{of: s.bodies}}
		defer body.release()
		r.Body = body
		return next(c)
	}
}
