package api_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"ringer/engine"
	"ringer/engine/game"
	"ringer/store"
)

// pickyStore fails, as Postgres does, when it is asked for what it could not hold.
type pickyStore struct {
	engine.Store
	t *testing.T
}

func (p pickyStore) look(texts ...string) {
	for _, text := range texts {
		if !utf8.ValidString(text) || strings.Contains(text, "\x00") {
			p.t.Errorf("the store is asked for %q", text)
		}
	}
}

func (p pickyStore) Session(ctx context.Context, id string) (engine.Session, error) {
	p.look(id)
	return p.Store.Session(ctx, id)
}

func (p pickyStore) Sessions(ctx context.Context, q engine.SessionQuery) ([]engine.Session, error) {
	p.look(q.External, q.Strategy, q.BeforeID)
	return p.Store.Sessions(ctx, q)
}

func (p pickyStore) Events(ctx context.Context, id string, after int64, limit int) ([]game.Event, error) {
	p.look(id)
	return p.Store.Events(ctx, id, after, limit)
}

func (p pickyStore) Find(ctx context.Context, id, key string) (game.Event, error) {
	p.look(id, key)
	return p.Store.Find(ctx, id, key)
}

func (p pickyStore) Snapshot(ctx context.Context, id string) ([]byte, int64, error) {
	p.look(id)
	return p.Store.Snapshot(ctx, id)
}

// TestWhatNoDatabaseHolds asks for ids and values with NUL or broken UTF-8 in them: that is the
// client's mistake.
func TestWhatNoDatabaseHolds(t *testing.T) {
	t.Parallel()
	s, e := quiet(t, pickyStore{store.NewMemory(), t})
	defer e.Close()
	id := open(t, e)
	ask := func(method, path, body string, status int) {
		t.Helper()
		request := httptest.NewRequest(method, "http://localhost/v1/sessions"+path, strings.NewReader(body))
		request.Header.Set("Content-Type", "application/json")
		response := httptest.NewRecorder()
		s.ServeHTTP(response, request)
		if response.Code != status {
			t.Errorf("%s %s: %d %s, want %d", method, path, response.Code, response.Body, status)
		}
	}
	for _, bad := range []string{"%00", "ses_a%00", "%ff", "%C0%80", "%ED%A0%80"} {
		for _, path := range []string{"", "/events", "/messages", "/plan", "/mind", "/export", "/messages/m/trace"} {
			ask("GET", "/"+bad+path, "", 404)
		}
		for path, body := range map[string]string{
			"/end": "", "/plan/send": "", "/plan/cancel": "", "/read-token": "", "/messages": `{"sender":"b","text":"x"}`, "/observations": `{"kind":"typing","player":"b"}`,
		} {
			ask("POST", "/"+bad+path, body, 404)
		}
		ask("PATCH", "/"+bad, `{"persona":"x"}`, 404)
		ask("DELETE", "/"+bad, "", 404)
		ask("GET", "/"+id+"/messages/msg_1_1_1"+bad+"/trace", "", 404)
		ask("POST", "/"+id+"/messages/msg_1_1_1"+bad+"/receipt", `{"status":"posted"}`, 404)
		ask("GET", "?external_id="+bad, "", 422)
		ask("GET", "?strategy="+bad, "", 422)
	}
	for _, cursor := range []string{"1 \x00", "1 \xff"} {
		ask("GET", "?cursor="+base64.RawURLEncoding.EncodeToString([]byte(cursor)), "", 422)
	}
}

// hastyStore says of the first creates that their external id belongs to a session that is not
// there any more.
type hastyStore struct {
	engine.Store
	left atomic.Int32
}

func (h *hastyStore) Create(ctx context.Context, row engine.Session, first game.Event) error {
	if h.left.Add(-1) >= 0 {
		return &engine.Taken{Session: "ses_gone"}
	}
	return h.Store.Create(ctx, row, first)
}

func TestCreateWhileTheSessionOfItsExternalIDIsDeleted(t *testing.T) {
	t.Parallel()
	for deletions, want := range map[int32]int{1: 201, 1000: 503} {
		t.Run(fmt.Sprint(deletions, "Times"), func(t *testing.T) {
			t.Parallel()
			db := &hastyStore{Store: store.NewMemory()}
			db.left.Store(deletions)
			s, e := quiet(t, db)
			defer e.Close()
			request := httptest.NewRequest("POST", "http://localhost/v1/sessions", strings.NewReader(body(`,"external_id":"round 7"`)))
			request.Header.Set("Content-Type", "application/json")
			response := httptest.NewRecorder()
			s.ServeHTTP(response, request)
			if response.Code != want {
				t.Errorf("%d %s, want %d", response.Code, response.Body, want)
			}
		})
	}
}
