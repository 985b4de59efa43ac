package api_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/store"
)

// strictStore fails the test when it is asked for a text that Postgres cannot hold.
type strictStore struct {
	journal.Store
	t *testing.T
}

func (p strictStore) check(texts ...string) {
	for _, text := range texts {
		if !utf8.ValidString(text) || strings.Contains(text, "\x00") {
			p.t.Errorf("the store is asked for %q", text)
		}
	}
}

func (p strictStore) Session(ctx context.Context, id string) (journal.Session, error) {
	p.check(id)
	return p.Store.Session(ctx, id)
}

func (p strictStore) Sessions(ctx context.Context, q journal.SessionQuery) ([]journal.Session, error) {
	p.check(q.External, q.Strategy, q.BeforeID)
	return p.Store.Sessions(ctx, q)
}

func (p strictStore) Events(ctx context.Context, id string, after int64, limit int) ([]session.Event, error) {
	p.check(id)
	return p.Store.Events(ctx, id, after, limit)
}

func (p strictStore) Find(ctx context.Context, id, key string) (session.Event, error) {
	p.check(id, key)
	return p.Store.Find(ctx, id, key)
}

func (p strictStore) Snapshot(ctx context.Context, id string) ([]byte, int64, error) {
	p.check(id)
	return p.Store.Snapshot(ctx, id)
}

// TestUnstorableText sends ids and values with NUL or invalid UTF-8. The server answers that the
// client made a mistake.
func TestUnstorableText(t *testing.T) {
	t.Parallel()
	s, e := bubbleServer(t, strictStore{store.NewMemory(), t})
	id := open(t, e)
	ask := func(method, path, body string, status int) {
		t.Helper()
		direct(s, method, "/v1/sessions"+path, body).is(t, status)
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

// staleStore answers the first creates as if their external id belonged to a session that has just
// been deleted.
type staleStore struct {
	journal.Store
	left atomic.Int32
}

func (h *staleStore) Create(ctx context.Context, row journal.Session, first session.Event) error {
	if h.left.Add(-1) >= 0 {
		return &journal.ExternalIDTaken{Session: "ses_gone"}
	}
	return h.Store.Create(ctx, row, first)
}

func TestCreateWhileTheSessionOfItsExternalIDIsDeleted(t *testing.T) {
	t.Parallel()
	for deletions, want := range map[int32]int{1: 201, 1000: 503} {
		t.Run(fmt.Sprint(deletions, "Times"), func(t *testing.T) {
			t.Parallel()
			db := &staleStore{Store: store.NewMemory()}
			db.left.Store(deletions)
			s, _ := bubbleServer(t, db)
			direct(s, "POST", "/v1/sessions", body(`,"external_id":"round 7"`)).is(t, want)
		})
	}
}
