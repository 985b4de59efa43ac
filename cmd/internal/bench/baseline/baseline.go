// Package baseline holds three servers that do less than Ringer: they show what the machine, HTTP
// and the database allow. They answer the requests of ringer bench, so that one client measures
// them all alike.
//
//	Echo    answers a post with its number
//	Insert  the same after one prepared INSERT, which the database commits
//	Fanout  answers a post and sends it to the session's streams, out of memory
package baseline

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"

	"github.com/labstack/echo/v4"
	_ "github.com/lib/pq" // the driver of the database
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// The kinds of servers.
const (
	Echo   = "echo"
	Insert = "insert"
	Fanout = "fanout"
)

// Server answers the requests of ringer bench.
type Server struct {
	mux *echo.Echo
	// insert stores a post; nil in servers of other kinds.
	insert *sql.Stmt
	// fanout says that sessions keep their events.
	fanout bool

	mu       sync.Mutex // protects sessions
	sessions map[string]*session
}

// New returns a server of a kind. One that inserts needs the URL of an empty Postgres database.
func New(ctx context.Context, kind, database string) (*Server, error) {
	s := &Server{mux: echo.New(), fanout: kind == Fanout, sessions: map[string]*session{}}
	if kind == Insert {
		var err error
		if s.insert, err = prepare(ctx, database); err != nil {
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

// prepare makes the table of a database, and the statement that inserts a post.
func prepare(ctx context.Context, url string) (*sql.Stmt, error) {
	db, err := sql.Open("postgres", url)
	if err != nil {
		return nil, err
	}
	const pool = 16 // more connections make no more commits a second on a few cores
	db.SetMaxOpenConns(pool)
	db.SetMaxIdleConns(pool)
	if _, err := db.ExecContext(ctx, `CREATE TABLE baseline (id bigserial PRIMARY KEY, session text NOT NULL, sender text NOT NULL, body text NOT NULL, at timestamptz NOT NULL DEFAULT now())`); err != nil {
		return nil, err
	}
	return db.PrepareContext(ctx, `INSERT INTO baseline (session, sender, body) VALUES ($1, $2, $3)`)
}

// line is a message.
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

// find returns the session that a request names.
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
	if s.insert != nil {
		if _, err := s.insert.ExecContext(c.Request().Context(), x.id, l.Sender, l.Text); err != nil {
			return err
		}
	}
	seq := x.publish("message.received", l)
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
