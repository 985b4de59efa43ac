package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"ringer/examples/internal/child"
)

type object = map[string]any

// contest is a server of the contest. It takes agents, and asks them as the contest does.
type contest struct {
	t     *testing.T
	url   string
	seats chan *seat
}

// seat is one player of a game. Without a socket it is a simple agent of the test.
type seat struct {
	ws         *websocket.Conn
	team, name string
	role       string
	out        bool
	sent       map[string]int      // how many lines of a kind the agent has been sent today
	said       map[string][]string // its lines, by request
}

func newContest(t *testing.T) *contest {
	c := &contest{t: t, seats: make(chan *seat, 100)}
	s := httptest.NewServer(http.HandlerFunc(c.accept))
	t.Cleanup(s.Close)
	c.url = "ws" + strings.TrimPrefix(s.URL, "http") + "/ws"
	return c
}

// accept asks for the name. As in the contest, nobody reads between two answers, so pings would
// stay without an answer.
func (c *contest) accept(w http.ResponseWriter, r *http.Request) {
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{OnPingReceived: func(context.Context, []byte) bool {
		c.t.Error("the agent pings, which the contest seldom answers")
		return true
	}})
	if err != nil {
		return
	}
	defer ws.CloseNow()
	s := &seat{ws: ws, said: map[string][]string{}}
	s.send(object{"request": "NAME"})
	s.team = s.answer(c.t, "NAME")
	c.seats <- s
	<-c.t.Context().Done()
}

// take waits for an agent.
func (c *contest) take() *seat {
	c.t.Helper()
	select {
	case s := <-c.seats:
		return s
	case <-time.After(child.Patience):
		c.t.Fatal("no agent connects")
		return nil
	}
}

func (s *seat) send(packet any) {
	text, ok := packet.(string)
	if !ok {
		encoded, err := json.Marshal(packet)
		if err != nil {
			panic(err)
		}
		text = string(encoded)
	}
	s.ws.Write(context.Background(), websocket.MessageText, []byte(text)) // an agent that is gone hears nothing
}

// answer reads what the agent answers.
func (s *seat) answer(t *testing.T, request string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), child.Patience)
	defer cancel()
	_, text, err := s.ws.Read(ctx)
	if err != nil && t.Context().Err() == nil {
		t.Errorf("%s does not answer %s: %v", s.team, request, err)
	}
	return string(text)
}
