package api_test

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/api"
	"ringer/engine"
	"ringer/engine/enginetest"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/store"
)

// deadlines is a recorder that stores the last write deadline.
type deadlines struct {
	*httptest.ResponseRecorder
	last time.Time
}

func (d *deadlines) SetWriteDeadline(t time.Time) error {
	d.last = t
	return nil
}

// bubbleServer returns a server on a store, with the offline model. It can run in a synctest
// bubble.
func bubbleServer(t *testing.T, db journal.Store) (*api.Server, *engine.Engine) {
	e := enginetest.Start(t, engine.Parts{Store: db})
	return api.New(e, api.Options{Log: slog.New(slog.DiscardHandler)}), e
}

// direct is the answer of a server without a network between.
func direct(s *api.Server, method, path, body string) answer {
	request := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	response := httptest.NewRecorder()
	serve(s, response, request)
	return answer{response.Code, response.Header(), response.Body.Bytes(), method + " " + path}
}

// listen opens a stream, which ends with Drain.
func listen(ctx context.Context, s *api.Server, path string) *deadlines {
	request := httptest.NewRequestWithContext(ctx, "GET", "http://localhost"+path, nil)
	request.Header.Set("Accept", "text/event-stream")
	response := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	go serve(s, response, request) // ends with the stream
	return response
}

// open creates a session with two players.
func open(t *testing.T, e *engine.Engine) (id string) {
	players := []session.Player{{ID: "a", Name: "A"}, {ID: "b", Name: "B"}}
	seed := int64(1) // with most seeds the bot answers a question, with this one always
	row, _, err := e.Desk.Create(t.Context(), session.Config{Bot: session.Bot{Seat: "a"}, Game: session.Setting{Players: players}, Seed: &seed})
	if err != nil {
		t.Fatal(err)
	}
	return row.ID
}

// TestIdleStream keeps a stream open without events. It gets a comment every 15 s. When it ends
// long after its last write, the deadline still leaves time to write the end.
func TestIdleStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, e := bubbleServer(t, store.NewMemory())
		defer e.Close()
		response := listen(t.Context(), s, "/v1/sessions/"+open(t, e)+"/events")
		time.Sleep(44 * time.Second)
		synctest.Wait()
		if got := strings.Count(response.Body.String(), ": still here\n"); got != 2 {
			t.Errorf("%d comments in 44 s: %q", got, response.Body)
		}
		s.Drain()
		synctest.Wait()
		if !response.last.After(time.Now()) {
			t.Errorf("at the end the write deadline lies %s back", time.Since(response.last))
		}
	})
}
