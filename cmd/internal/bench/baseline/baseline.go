// Package baseline holds three servers that do less than Ringer: they show what the machine, HTTP
// and the database allow. They answer the requests of ringer bench, so that one client measures
// them all alike.
//
//	Echo    answers a post with its number
//	Group   the same after a commit: one goroutine stores all posts that wait in one statement
//	Fanout  answers a post and sends it to the session's streams, out of memory
package baseline

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// The kinds of servers.
const (
	Echo   = "echo"
	Group  = "group"
	Fanout = "fanout"
)

// Server answers the requests of ringer bench.
type Server struct {
	mux *echo.Echo
	// writer stores posts; nil in servers of other kinds.
	writer *writer
	// fanout says that sessions keep their events.
	fanout bool

	mu       sync.Mutex // protects sessions
	sessions map[string]*session
}

// New returns a server of a kind. A Group needs a database: the URL of an empty one in Postgres, or
// the name of a new SQLite file. What it starts ends with the context.
func New(ctx context.Context, kind, database string) (*Server, error) {
	s := &Server{mux: echo.New(), fanout: kind == Fanout, sessions: map[string]*session{}}
	if kind == Group {
		var err error
		if s.writer, err = newWriter(ctx, database); err != nil {
			return nil, fmt.Errorf("the table of the baseline: %w", err)
		}
	}
	s.mux.POST("/v1/sessions", s.create)
	s.mux.GET("/v1/sessions/:id", s.show)
	s.mux.DELETE("/v1/sessions/:id", s.remove)
	s.mux.POST("/v1/sessions/:id/observations", func(c echo.Context) error { return c.JSON(http.StatusAccepted, struct{}{}) })
	s.mux.POST("/v1/sessions/:id/messages", s.post)
	s.mux.POST("/v1/sessions/:id/end", s.end)
	s.mux.GET("/v1/sessions/:id/stream", s.stream)
	s.mux.GET("/metrics", echo.WrapHandler(promhttp.Handler()))
	return s, nil
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

type line struct {
	Sender string `json:"sender"`
	Text   string `json:"text"`
}

func (s *Server) create(c echo.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := &session{id: "ses_" + strconv.Itoa(len(s.sessions)+1), keep: s.fanout, bells: map[chan struct{}]bool{}}
	s.sessions[x.id] = x
	x.publish("session.created", struct{}{})
	return c.JSON(http.StatusCreated, map[string]string{"id": x.id})
}

func (s *Server) find(c echo.Context) (*session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if x := s.sessions[c.Param("id")]; x != nil {
		return x, nil
	}
	return nil, echo.ErrNotFound
}

func (s *Server) show(c echo.Context) error {
	x, err := s.find(c)
	if err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	return c.JSON(http.StatusOK, map[string]any{"id": x.id, "last_seq": x.seq})
}

// remove forgets nothing: the number of a session must stay its own.
func (s *Server) remove(c echo.Context) error { return c.NoContent(http.StatusNoContent) }

func (s *Server) post(c echo.Context) error {
	x, err := s.find(c)
	if err != nil {
		return err
	}
	var l line
	if err := json.NewDecoder(c.Request().Body).Decode(&l); err != nil {
		return echo.ErrBadRequest
	}
	var seq int64
	if s.writer != nil {
		seq, err = s.writer.add(c.Request().Context(), x.id, l)
	} else {
		seq = x.publish("message.received", l)
	}
	if err != nil {
		return err
	}
	return c.JSON(http.StatusAccepted, map[string]any{"messages": []map[string]any{{"id": "msg_" + strconv.FormatInt(seq, 10), "seq": seq}}})
}

func (s *Server) end(c echo.Context) error {
	x, err := s.find(c)
	if err != nil {
		return err
	}
	x.publish("session.ended", struct{}{})
	return c.JSON(http.StatusOK, struct{}{})
}
